// Which changed files a reviewer reads line by line. Decided by the base's attributes, by well-known names and by the
// changed lines, never by the candidate's own attributes.
import type { Diff, DiffFile, FileClass } from '../contract/index.ts';
import { classByName, codeInExcludedFiles, type PatchFile } from './integrity/index.ts';

/** The class of each changed file, by path. Code that the candidate wrote counts as source under any name. */
export function classifyFiles({ files }: Diff, patch: readonly PatchFile[]): Map<string, FileClass> {
  const marked = new Set(files.filter((file) => file.marked_generated || file.marked_vendored).map(({ path }) => path));
  const written = codeInExcludedFiles(patch, marked);
  return new Map(files.map((file) => [file.path, written.has(file.path) ? 'source' : classifyFile(file)]));
}

/** By name, attributes and kind of content alone. */
export function classifyFile({ path, old_path, status, binary, marked_generated, marked_vendored }: DiffFile): FileClass {
  const byName = classByName(path);
  if (binary) return byName === 'lockfile' ? 'lockfile' : 'binary';
  // Source code that is moved to such a name is still source.
  if (status === 'renamed' && old_path !== null && classByName(old_path) === null) return 'source';
  if (byName === 'lockfile') return 'lockfile';
  if (marked_generated || byName === 'generated') return 'generated';
  return marked_vendored ? 'vendored' : (byName ?? 'source');
}

export function isLockfile(path: string): boolean {
  return classByName(path) === 'lockfile';
}
