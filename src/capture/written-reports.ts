// The JUnit XML files that build tools write into the checkout with every test run.
import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { RUNNERS } from '../tools/index.ts';

export interface WrittenReport {
  /** The tool that writes files in such a folder. */
  format: string;
  file: string;
  /** Differs between two versions of the file. */
  stamp: string;
}

const PLACES = RUNNERS.flatMap(({ report }) => (report?.left === undefined ? [] : [{ format: report.format, ...report.left }]));

/** Whether a command starts such a tool, directly or through a program that starts others. */
export function mayWriteReports(command: string): boolean {
  return /\b(?:make|just)\b/.test(command) || PLACES.some(({ startedBy }) => startedBy.test(command));
}

/** Other files in these folders are summaries in another format, such as failsafe-summary.xml. */
const REPORT = /^TEST-.+\.xml$/;
/** Result folders are searched only for reports; modules are never inside them. */
const RESULTS = /(?:^|\/)(?:target|build)\/[^/]+$/;
const SKIPPED = /^(?:\..*|node_modules)$/;

/** The checkout may contain anything: a test run can create any number of folders. */
const MAX_DEPTH = 16;
const MAX_FOLDERS = 50_000;

/** Sorted by path. Does not follow links: a report is a file of the checkout. */
export function findWrittenReports(root: string): WrittenReport[] {
  return foldersOf(root)
    .flatMap((folder) => {
      const format = formatOf(folder);
      if (format === null) return [];
      const files = listFolder(join(root, folder)).filter((entry) => entry.isFile() && REPORT.test(entry.name));
      return files.map(({ name }) => toReport(format, join(root, folder, name)));
    })
    .sort((a, b) => (a.file < b.file ? -1 : 1));
}

/** All folders that may contain reports or modules, relative to the root. */
function foldersOf(root: string): string[] {
  const folders = [''];
  for (let read = 0; read < folders.length && folders.length < MAX_FOLDERS; read += 1) {
    const folder = folders[read] ?? '';
    const inside = listFolder(join(root, folder)).filter((entry) => entry.isDirectory());
    folders.push(...inside.map(({ name }) => (folder === '' ? name : `${folder}/${name}`)).filter(isSearched));
  }
  return folders;
}

function formatOf(folder: string): string | null {
  return PLACES.find((place) => place.folder.test(folder))?.format ?? null;
}

function isSearched(path: string): boolean {
  const names = path.split('/');
  if (names.length > MAX_DEPTH || SKIPPED.test(names.at(-1) ?? '')) return false;
  return !RESULTS.test(path) || formatOf(path) !== null;
}

/** Empty if the folder is missing or not readable. */
function listFolder(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function toReport(format: string, file: string): WrittenReport {
  const { ino, mtimeNs, size } = statSync(file, { bigint: true });
  return { format, file, stamp: `${ino} ${mtimeNs} ${size}` };
}
