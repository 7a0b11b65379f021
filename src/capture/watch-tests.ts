// Counts the tests of a running check from its output so far. Only for progress: scoring parses
// the stored capture, and nothing here can affect it.
import { statSync } from 'node:fs';
import { readRegularFile } from '../exec/index.ts';
import { openOutputParser } from '../tools/index.ts';

const LOOK_EVERY_MS = 500;
/** Maximum share of the time: the output is parsed from its beginning each time. */
const READING_SHARE = 0.02;
/** Parsing more at once would block everything else; the count then stays. */
const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;

export interface WatchedOutput {
  command: string;
  /** Parsed as one output, one after the other. */
  files: readonly string[];
  /** Called when the count increases. */
  seen(tests: number): void;
}

/** Polls until the returned function is called. */
export function watchTests({ command, files, seen }: WatchedOutput): () => void {
  let bytesBefore = 0;
  let testsBefore = 0;
  let lookAt = 0;
  const look = () => {
    const startedAt = performance.now();
    const bytes = sizeOf(files);
    if (startedAt < lookAt || bytes === bytesBefore || bytes > MAX_OUTPUT_BYTES) return;
    bytesBefore = bytes;
    const tests = countTests(command, files);
    const now = performance.now();
    lookAt = now + (now - startedAt) / READING_SHARE;
    if (tests <= testsBefore) return;
    testsBefore = tests;
    seen(tests);
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

function sizeOf(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
}

/** Counts started tests as well: incomplete output does not distinguish them from failed ones. */
function countTests(command: string, files: readonly string[]): number {
  const parser = openOutputParser({ kind: 'test', command });
  for (const file of files) {
    parser.push(readOutput(file));
    parser.push(new Uint8Array([10]));
  }
  return parser.end(null).total;
}

/** Nothing if the command replaced its output file: reading a pipe would block. */
function readOutput(file: string): Uint8Array {
  return readRegularFile(file, Number.POSITIVE_INFINITY) ?? new Uint8Array();
}
