// Room pipeline, stage 2: stored captures -> summaries. It reads files of the run folder and nothing else.
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CANARY_CHECK } from '../capture/checks.ts';
import { SETUP_CHECK } from '../capture/names.ts';
import type { CheckReading, MaybeReading } from '../compare/index.ts';
import type { Capture, LintSummary, SecuritySummary, Summary, TestSummary } from '../contract/index.ts';
import { findAbsentTool, openOutputParser, type ParseKind } from '../parse/index.ts';
import { captureFolder, type RunFolder, readStored, type Subject } from '../store/index.ts';
import { chooseReading } from './choose-reading.ts';

const READ_BYTES = 64 * 1024;
const TAIL_BYTES = 8 * 1024;

/** A build has no results but its exit code. */
export function readBuild(run: RunFolder, subject: Subject, check: string): MaybeReading<null> {
  return readCheck(run, subject, check, () => null);
}

/** `prefix` names the pinned captures beside the candidate's own. */
export function readTests(run: RunFolder, subject: Subject, prefix = ''): MaybeReading<TestSummary> {
  return readTestCheck(run, subject, `${prefix}test`);
}

/** The same tests with Hydra's own failing ones among them. */
export function readCanary(run: RunFolder, subject: Subject, prefix = ''): MaybeReading<TestSummary> {
  return readTestCheck(run, subject, prefix + CANARY_CHECK);
}

function readTestCheck(run: RunFolder, subject: Subject, check: string): MaybeReading<TestSummary> {
  return readCheck(run, subject, check, (folder, capture) => {
    const console = parseFiles('test', capture, [capture.stdout.path, capture.stderr.path], folder);
    const reports = capture.reports.flatMap(({ file }) => (file === null ? [] : [file.path]));
    if (reports.length === 0) return console;
    return chooseReading(console, parseFiles('test', capture, reports, folder), capture);
  });
}

export function readLint(run: RunFolder, subject: Subject): MaybeReading<LintSummary> {
  return readCheck(run, subject, 'lint', (folder, capture) =>
    parseFiles('lint', capture, [capture.stdout.path, capture.stderr.path], folder),
  );
}

export function readSecurity(run: RunFolder, subject: Subject): MaybeReading<SecuritySummary> {
  return readCheck(run, subject, 'security', (folder, capture) =>
    parseFiles('security', capture, [capture.stdout.path, capture.stderr.path], folder),
  );
}

function readCheck<Read extends Summary | null>(
  run: RunFolder,
  subject: Subject,
  check: string,
  summarize: (folder: string, capture: Capture) => Read,
): MaybeReading<Read> {
  const folder = captureFolder(run, subject, check);
  if (!existsSync(join(folder, 'capture.json'))) return whyNotCaptured(run, subject);
  const capture = readStored('capture', join(folder, 'capture.json'));
  const tail = [capture.stdout.path, capture.stderr.path].map((path) => readTail(join(folder, path))).join('\n');
  const reading: CheckReading<Read> = {
    capture,
    summary: summarize(folder, capture),
    absentTool: findAbsentTool(capture.exit_code, tail),
  };
  return { state: 'read', reading };
}

function whyNotCaptured(run: RunFolder, subject: Subject): { state: 'not_configured' } | { state: 'broken'; why: string } {
  const setup = join(captureFolder(run, subject, SETUP_CHECK), 'capture.json');
  if (!existsSync(setup)) return { state: 'not_configured' };
  const { ended, exit_code, command } = readStored('capture', setup);
  if (ended === 'exited' && exit_code === 0) return { state: 'not_configured' };
  const how = ended === 'exited' ? `with exit code ${exit_code}` : `(${ended.replace('_', ' ')})`;
  return { state: 'broken', why: `the set-up \`${command}\` failed ${how}` };
}

/** Several files are read as one output, one after the other. */
function parseFiles<Kind extends ParseKind>(
  kind: Kind,
  capture: Capture,
  paths: readonly string[],
  folder: string,
): Extract<Summary, { kind: Kind }> {
  const parser = openOutputParser({ kind, command: capture.command, root: capture.workdir });
  for (const path of paths) {
    readInPieces(join(folder, path), (piece) => parser.push(piece));
    parser.push(new Uint8Array([10]));
  }
  return parser.end(capture.exit_code);
}

function readInPieces(file: string, push: (piece: Uint8Array) => void): void {
  const buffer = new Uint8Array(READ_BYTES);
  const descriptor = openSync(file, 'r');
  try {
    for (let bytes = readSync(descriptor, buffer); bytes > 0; bytes = readSync(descriptor, buffer))
      push(buffer.subarray(0, bytes));
  } finally {
    closeSync(descriptor);
  }
}

function readTail(file: string): string {
  const { size } = statSync(file);
  const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES));
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, buffer, 0, buffer.length, size - buffer.length);
  } finally {
    closeSync(descriptor);
  }
  return buffer.toString('latin1');
}
