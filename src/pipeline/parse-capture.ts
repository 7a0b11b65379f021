// Parses the output and the reports of one stored capture.
import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { Capture, PlannedCapture, PlantedFailure, Summary, TestSummary } from '../contract/index.ts';
import { type CheckReading, reportsAddedFailure, withStableIds } from '../judge/index.ts';
import { fillDetails, type ParseKind } from '../parse/index.ts';
import { openOutputParser } from '../tools/index.ts';
import { chooseReading, consoleBeside } from './choose-reading.ts';

const READ_BYTES = 64 * 1024;

export function summarizeTests(folder: string, capture: Capture): Pick<CheckReading<TestSummary>, 'summary' | 'console'> {
  const console = parseFiles('test', capture, [capture.stdout.path, capture.stderr.path], folder);
  const reports = capture.reports.flatMap(({ file }) => (file === null ? [] : [file.path]));
  if (reports.length === 0) return { summary: withStableIds(console) };
  const report = parseFiles('test', capture, reports, folder);
  const chosen = chooseReading(console, report, capture);
  const isConsole = chosen === console;
  const summary = withStableIds({ ...chosen, tests: fillDetails(chosen.tests, isConsole ? report.tests : console.tests) });
  return isConsole ? { summary } : { summary, console: consoleBeside(console, chosen) };
}

/** Concatenates several files into one output. */
export function parseFiles<Kind extends ParseKind>(
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

/** An exit code alone does not show it: a runner that refuses an option fails too. */
export function plantedFailure(planned: PlannedCapture, capture: Capture, folder: string): PlantedFailure {
  const reading = { capture, absentTool: null, ...summarizeTests(folder, capture) };
  return reportsAddedFailure(planned, { state: 'read', reading }) ? 'reported' : 'not_reported';
}
