// Adds files to a checkout for one check. The checkout is untrusted: a folder in it may be a
// link, so nothing is written through one.
import { lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface AddedFile {
  path: string;
  text: string;
}

/** Returns the files that were written. Replaces an existing file; the next check starts from a restored checkout. */
export function addFiles<File extends AddedFile>(folder: string, files: readonly File[]): File[] {
  return files.filter(({ path, text }) => {
    const file = join(folder, path);
    try {
      if (!hasPlainFolders(folder, path)) return false;
      rmSync(file, { force: true });
      // Never through a link, even one created just now.
      writeFileSync(file, text, { flag: 'wx' });
      return true;
    } catch {
      return false;
    }
  });
}

export function removeFiles(folder: string, files: readonly AddedFile[]): void {
  for (const { path } of files) {
    if (foldersTo(folder, path).every(isPlainFolder)) rmSync(join(folder, path), { force: true, recursive: true });
  }
}

/** Creates missing parent folders. */
function hasPlainFolders(folder: string, path: string): boolean {
  return foldersTo(folder, path).every((parent) => {
    if (lstatSync(parent, { throwIfNoEntry: false }) === undefined) mkdirSync(parent);
    return isPlainFolder(parent);
  });
}

function foldersTo(folder: string, path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_name, index) => join(folder, ...names.slice(0, index + 1)));
}

function isPlainFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
