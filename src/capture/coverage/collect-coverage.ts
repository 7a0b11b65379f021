// Collects the coverage reports of a command: requested ones, and those that it writes anyway.
import { existsSync, lstatSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { readRegularFile, readTreeText } from '../../exec/index.ts';
import { readCoverage } from '../../parse/index.ts';
import { goProfile, v8Folder } from './coverage-request.ts';
import { lcovRecord } from './lcov-text.ts';
import { collectV8 } from './v8-coverage.ts';

const MAX_REPORT_BYTES = 16 * 1024 * 1024;

/** Where tools write reports by default. */
const USUAL_PLACES = [
  'lcov.info',
  'coverage.lcov',
  'coverage/lcov.info',
  'target/llvm-cov/lcov.info',
  'cobertura.xml',
  'coverage.xml',
  'coverage/cobertura-coverage.xml',
  'coverage/coverage.xml',
  'jacoco.xml',
  'target/site/jacoco/jacoco.xml',
  'build/reports/jacoco/test/jacocoTestReport.xml',
  'coverage.out',
  'cover.out',
  'coverage.txt',
  'c.out',
] as const;

export interface CoverageReport {
  file: string;
  /** Its path in the tree; null for one that Hydra requested. */
  place: string | null;
}

/** Taken before a run. By path: differs between two versions of the file. */
export function stampReports(tree: string): ReadonlyMap<string, string> {
  return new Map(USUAL_PLACES.map((place) => [place, stampOf(join(tree, place))]));
}

/** Reports that were written since the stamps were taken: `root` has what the command wrote, which may be the tree itself. */
export function reportsLeft(root: string, tree: string, before: ReadonlyMap<string, string>): CoverageReport[] {
  return USUAL_PLACES.map((place) => ({ place, file: join(root, place) })).filter(
    ({ place, file }) => isReport(file) && before.get(place) !== stampOf(file) && isAboutTree(file, tree),
  );
}

/** Unlike the other times of a file, its change time cannot be set. */
function stampOf(file: string): string {
  const found = lstatSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? '' : `${found.ino} ${found.ctimeNs} ${found.size}`;
}

/** Reports of a coverage run. `folder` is the requested folder; the files are there or are moved there. */
export function reportsMade(folder: string, tree: string, paths: readonly string[]): CoverageReport[] {
  if (!existsSync(folder)) return [];
  const made = [goProfile(folder), ...lcovOfRunners(folder), ...joinPython(folder)];
  const fromV8 = collectV8(v8Folder(folder), tree, paths);
  if (fromV8 !== '') made.push(write(join(folder, 'v8.info'), fromV8));
  return made.filter((file) => isReport(file) && isAboutTree(file, tree)).map((file) => ({ file, place: null }));
}

function isReport(file: string): boolean {
  const found = lstatSync(file, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size > 0 && found.size <= MAX_REPORT_BYTES;
}

/** A report with a line after the end of a file is about other sources. */
function isAboutTree(file: string, tree: string): boolean {
  const reported = readCoverage(textOf(file), () => true) ?? [];
  return reported.every(({ path, lines }) => {
    const source = isAbsolute(path) ? path : join(tree, path);
    const text = source.startsWith(`${tree}/`) ? readTreeText(tree, relative(tree, source)) : null;
    const end = text?.split('\n').length ?? Number.POSITIVE_INFINITY;
    return [...lines.keys()].every((line) => line <= end);
  });
}

function textOf(report: string): string {
  return readRegularFile(report, MAX_REPORT_BYTES)?.toString('utf8') ?? '';
}

/** Jest and Vitest each write to a folder of their process. */
function lcovOfRunners(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /^(?:jest|vitest)-\d+$/.test(name))
    .sort()
    .map((name) => join(folder, name, 'lcov.info'));
}

/** One file per process. Nothing if another tool replaced the tracer: lines would be missing. */
function joinPython(folder: string): string[] {
  const names = readdirSync(folder).sort();
  const parts = names.filter((name) => /^python-\d+\.info$/.test(name)).map((name) => join(folder, name));
  if (parts.length === 0 || names.some((name) => name.endsWith('.replaced'))) return [];
  return [write(join(folder, 'python.info'), joinRecords(parts.map(textOf)))];
}

/** Each line once: thousands of processes report the same. */
function joinRecords(texts: readonly string[]): string {
  const files = new Map<string, Map<string, boolean>>();
  for (const record of texts.flatMap((text) => text.split('end_of_record\n'))) {
    const [head = '', ...rows] = record.trimEnd().split('\n');
    if (!head.startsWith('SF:')) continue;
    const lines = files.get(head) ?? new Map<string, boolean>();
    files.set(head, lines);
    for (const row of rows) {
      const [, line = '', count = '0'] = /^DA:(\d+),(\d+)$/.exec(row) ?? [];
      if (line !== '') lines.set(line, count !== '0' || lines.get(line) === true);
    }
  }
  return [...files].map(([head, lines]) => lcovRecord(head.slice(3), lines)).join('');
}

/** The command could write to the folder: never through a link or a pipe that it left there. */
function write(file: string, text: string): string {
  rmSync(file, { recursive: true, force: true });
  writeFileSync(file, text, { flag: 'wx' });
  return file;
}
