// Reads files that somebody else's code could have written: those of a checkout, of a candidate's folder, of a report folder.
// A pipe with the name of a manifest would block Hydra for good, a device may do anything, and a sparse file fills the memory.
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** Enough for every manifest, source file and report that a person reads. */
const MAX_TEXT_BYTES = 16 * 1024 * 1024;

/** A descriptor for reading; null unless the path is a regular file. Follows no link at its end. The caller closes it. */
export function openRegularFile(file: string | Buffer): number | null {
  try {
    // Opening a device may have an effect, so it is not enough to look at the descriptor.
    if (!lstatSync(file).isFile()) return null;
    const descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    if (fstatSync(descriptor).isFile()) return descriptor;
    closeSync(descriptor);
    return null;
  } catch {
    return null;
  }
}

/** Null if there is no regular file that can be read, or a larger one. */
export function readRegularFile(file: string | Buffer, maxBytes = MAX_TEXT_BYTES): Buffer | null {
  const descriptor = openRegularFile(file);
  if (descriptor === null) return null;
  try {
    return fstatSync(descriptor).size > maxBytes ? null : readFileSync(descriptor);
  } catch {
    return null;
  } finally {
    closeSync(descriptor);
  }
}

/** For paths that the user chose: a link may point anywhere. */
export function readLinkedFile(file: string, maxBytes = MAX_TEXT_BYTES): Buffer | null {
  try {
    return readRegularFile(realpathSync(file), maxBytes);
  } catch {
    return null;
  }
}

/** The text of a file of a tree. Links inside the tree are followed; one that leaves it is as good as no file. */
export function readTreeText(root: string, path: string, maxBytes = MAX_TEXT_BYTES): string | null {
  try {
    const [top, file] = [realpathSync(root), realpathSync(join(root, path))];
    return file.startsWith(`${top}/`) ? (readRegularFile(file, maxBytes)?.toString('utf8') ?? null) : null;
  } catch {
    return null;
  }
}

/** For copies: pipes, sockets and devices stay where they are. */
export function isFileFolderOrLink(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found !== undefined && (found.isFile() || found.isDirectory() || found.isSymbolicLink());
}
