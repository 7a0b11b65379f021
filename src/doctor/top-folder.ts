// The files that detection reads: names at the root and texts of limited size.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readLinkedFile } from '../exec/index.ts';

/** Manifests are small; a larger file is something else. */
const MAX_TEXT_BYTES = 1024 * 1024;

export interface TopFolder {
  path: string;
  /** Files and folders at the root, sorted. */
  names: readonly string[];
  /** Paths from the root. */
  has(path: string): boolean;
  /** Names in a folder below, sorted; empty if it does not exist. */
  list(path: string): readonly string[];
  /** Empty if the file is missing, too large or not a file. */
  read(path: string): string;
  /** The first name at the root that matches. */
  find(pattern: RegExp): string | undefined;
}

export function openTopFolder(folder: string): TopFolder {
  const names = readdirSync(folder).sort();
  return {
    path: folder,
    names,
    has: (path) => existsSync(join(folder, path)),
    list: (path) => (isFolder(join(folder, path)) ? readdirSync(join(folder, path)).sort() : []),
    read: (path) => readLinkedFile(join(folder, path), MAX_TEXT_BYTES)?.toString('utf8') ?? '',
    find: (pattern) => names.find((name) => pattern.test(name)),
  };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
