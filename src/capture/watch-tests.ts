// Capture: how many tests a check has come to, read from what it has printed so far. For people who watch: what is
// scored is read again from the stored capture, and nothing here can change it.
import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { openOutputParser } from '../parse/index.ts';

const LOOK_EVERY_MS = 500;
/** Of the time, at most: the output is read from its beginning each time. */
const READING_SHARE = 0.02;
/** Reading more at once would hold up everything else; the count stays what it was. */
const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;

export interface WatchedOutput {
  command: string;
  /** Read as one output, one after the other. */
  files: readonly string[];
  /** Called when there are more than before. */
  seen(tests: number): void;
}

/** Looks until the function it answers with is called. */
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

/** Tests that have begun count as well: an output that is not complete does not tell them from those that failed. */
function countTests(command: string, files: readonly string[]): number {
  const parser = openOutputParser({ kind: 'test', command });
  for (const file of files) {
    parser.push(readOutput(file));
    parser.push(new Uint8Array([10]));
  }
  return parser.end(null).total;
}

/** Nothing where the command has put something else in the place of its output; a pipe would be waited for. */
function readOutput(file: string): Uint8Array {
  try {
    const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    try {
      return fstatSync(descriptor).isFile() ? readFileSync(descriptor) : new Uint8Array();
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return new Uint8Array();
  }
}
