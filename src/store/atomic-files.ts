// Writes files and folders atomically: after a crash they are complete or absent.
import { createHash } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { StoredFile } from '../contract/index.ts';

const READ_BYTES = 1024 * 1024;
let temporaryCount = 0;

/** Next to its target, so that the rename stays within one file system. No name of a check or candidate has a `~`. */
export function temporaryPath(target: string): string {
  temporaryCount += 1;
  return `${target}~${process.pid}-${temporaryCount}`;
}

export function isTemporary(name: string): boolean {
  return /~\d+-\d+$/.test(name);
}

/** Removes files of a killed process in a folder without other writers. */
export function removeTemporaries(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (isTemporary(entry.name)) rmSync(path, { recursive: true, force: true });
    else if (entry.isDirectory()) removeTemporaries(path);
  }
}

export function writeFileAtomically(file: string, content: string | Uint8Array): void {
  try {
    replaceFile(file, content);
  } catch (error) {
    // The system names a temporary file, or only a descriptor.
    throw Object.assign(error as NodeJS.ErrnoException, { path: file, syscall: 'write' });
  }
}

function replaceFile(file: string, content: string | Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  const temporary = temporaryPath(file);
  // A killed process of this number may have left it; a new file is never written through a link.
  rmSync(temporary, { force: true });
  const descriptor = openSync(temporary, 'wx');
  try {
    writeAll(descriptor, typeof content === 'string' ? Buffer.from(content) : content);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(temporary, file);
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
}

/** Fills a new folder and moves it into place when it is complete. Replaces an earlier folder of that name. */
export async function writeFolderAtomically(folder: string, fill: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = temporaryPath(folder);
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary, { recursive: true });
  try {
    await fill(temporary);
    rmSync(folder, { recursive: true, force: true });
    renameSync(temporary, folder);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    throw error;
  }
}

/** Copies Hydra's own files to an existing folder. Much faster than the general function of Node. */
export function copyFiles(from: string, to: string): void {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const target = join(to, entry.name);
    if (entry.isFile()) copyFileSync(join(from, entry.name), target);
    if (!entry.isDirectory()) continue;
    mkdirSync(target);
    copyFiles(join(from, entry.name), target);
  }
}

/** Folders without a file in them or below, relative with forward slashes, sorted. */
export function listEmptyFolders(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = (isFolder: boolean) =>
    entries
      .filter((entry) => entry.isDirectory() === isFolder)
      .map(({ parentPath, name }) =>
        join(parentPath, name)
          .slice(folder.length + 1)
          .replaceAll('\\', '/'),
      );
  const used = new Set(paths(false).flatMap(foldersOf));
  return paths(true)
    .filter((path) => !used.has(path))
    .sort();
}

/** "a/b/c" -> "a", "a/b". */
function foldersOf(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_name, index) => names.slice(0, index + 1).join('/'));
}

/** Relative paths with forward slashes, sorted. Links and anything else that is not a file are listed apart. */
export function listTree(folder: string): { files: string[]; others: string[] } {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory());
  const pathOf = ({ parentPath, name }: (typeof entries)[number]) =>
    join(parentPath, name)
      .slice(folder.length + 1)
      .replaceAll('\\', '/');
  const listed = (isFile: boolean) =>
    entries
      .filter((entry) => entry.isFile() === isFile)
      .map(pathOf)
      .sort();
  return { files: listed(true), others: listed(false) };
}

/** `path` is the recorded path, relative and with forward slashes. */
export function describeFile(file: string, path: string): StoredFile {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  const descriptor = openSync(file, 'r');
  let bytes = 0;
  try {
    for (let read = readSync(descriptor, buffer); read > 0; read = readSync(descriptor, buffer)) {
      hash.update(buffer.subarray(0, read));
      bytes += read;
    }
  } finally {
    closeSync(descriptor);
  }
  return { path, bytes, sha256: hash.digest('hex') };
}
