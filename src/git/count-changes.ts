// How much the files of a checkout differ from its commit now, to show the progress of an agent. The folder is the agent's, so
// git uses the index and the settings of Hydra, and everything that is read is bounded.
import { lstatSync } from 'node:fs';
import { readRegularFile } from '../exec/index.ts';
import { type CheckedOut, isPlace } from './checkout.ts';
import { parseNumstat, splitAtNul } from './diff.ts';
import { lfsEnvironment } from './lfs.ts';
import { tryGit } from './run-git.ts';

export interface ChangeCounts {
  changed_files: number;
  added_lines: number;
  removed_lines: number;
}

const MEGABYTE = 1024 * 1024;
/** For the names of the files; tens of thousands of them. */
const MAX_OUTPUT_BYTES = 4 * MEGABYTE;
/** A larger file counts without its lines, like a binary file. */
const MAX_FILE_BYTES = MEGABYTE;
/** Of all new files together. */
const MAX_READ_BYTES = 32 * MEGABYTE;
const MAX_COUNT_MS = 30_000;
/** git looks for a NUL in as many bytes. */
const BINARY_PROBE_BYTES = 8_000;

const COMPARE = ['diff', '--numstat', '-z', '--no-renames', '--no-ext-diff', '--no-textconv', '--ignore-submodules=all'];
const LIST_NEW = ['ls-files', '--others', '--exclude-standard', '-z'];

/**
 * Without ignored files, nested repositories and the paths of `without`; a renamed file counts as two. Null if the changes are
 * too many to count quickly, or cannot be read at the moment.
 */
export async function countChanges(
  { store, folder, index }: CheckedOut,
  without: readonly string[],
  stopped: AbortSignal,
): Promise<ChangeCounts | null> {
  if (!isPlace(folder)) return null;
  // The agent may have put a pipe where git reads its rules.
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(MAX_COUNT_MS)]);
  const lfs = lfsEnvironment(store.folder, store.lfsContent);
  const env = { ...lfs, GIT_DIR: store.folder, GIT_INDEX_FILE: index, GIT_WORK_TREE: folder };
  const request = { env, cwd: folder, signal, maxOutputBytes: MAX_OUTPUT_BYTES };
  const compared = await tryGit(['-c', `core.bigFileThreshold=${MAX_FILE_BYTES}`, ...COMPARE], request);
  const listed = await tryGit([...LIST_NEW, ...without.flatMap((path) => ['-x', patternFor(path)])], request);
  if (signal.aborted || compared.exitCode !== 0 || listed.exitCode !== 0) return null;
  const tracked = [...parseNumstat(splitAtNul(compared.stdout)).values()];
  // A nested repository ends with a slash.
  const created = splitAtNul(listed.stdout).filter((path) => !path.endsWith('/'));
  const createdLines = countAllLines(folder, created, signal);
  if (createdLines === null) return null;
  return {
    changed_files: tracked.length + created.length,
    added_lines: tracked.reduce((sum, { added }) => sum + added, createdLines),
    removed_lines: tracked.reduce((sum, { removed }) => sum + removed, 0),
  };
}

/** An ignore pattern for exactly this path. */
function patternFor(path: string): string {
  return `/${path.replace(/[\\*?[ ]/g, '\\$&')}`;
}

/** Null if they are too large. Paths have one character per byte. */
function countAllLines(folder: string, paths: readonly string[], signal: AbortSignal): number | null {
  let [lines, left] = [0, MAX_READ_BYTES];
  for (const path of paths) {
    if (signal.aborted) return null;
    const file = Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(path, 'latin1')]);
    const content = readSmallFile(file);
    left -= content.length;
    if (left < 0) return null;
    lines += countLines(content);
  }
  return lines;
}

const NOTHING = Buffer.alloc(0);

/** Empty for a large or special file, and for one that has vanished. A link has its target as its only line. */
function readSmallFile(file: Buffer): Buffer {
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) return Buffer.from('link');
  return readRegularFile(file, MAX_FILE_BYTES) ?? NOTHING;
}

/** As git counts them. */
function countLines(content: Buffer): number {
  if (content.length === 0 || content.subarray(0, BINARY_PROBE_BYTES).includes(0)) return 0;
  let count = content.at(-1) === NEWLINE ? 0 : 1;
  for (let at = content.indexOf(NEWLINE); at !== -1; at = content.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}

const NEWLINE = 10;
