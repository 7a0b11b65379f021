// Folders that only the user may enter. Another user who could write there could change what is measured or merged.
import { chmodSync, lstatSync, mkdirSync } from 'node:fs';
import { hydraError } from '../contract/index.ts';

const PRIVATE = 0o700;
const OTHERS_MAY = 0o077;
const OTHERS_MAY_WRITE = 0o022;
const ROOT = 0;

/** Node reports a read-only file system as a missing folder if it may create those above as well. */
function create(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: PRIVATE });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    mkdirSync(path, { mode: PRIVATE });
  }
}

/** Creates it if it is missing. Returns whether other users could write to it until now. Refuses a link. */
export function openPrivateFolder(path: string): { wasWritable: boolean } {
  create(path);
  const found = lstatSync(path);
  const uid = process.getuid?.() ?? found.uid;
  // Root works in the folders of others, for example in a container with a mounted repository.
  const isOwn = found.uid === uid || uid === ROOT;
  if (!found.isDirectory() || !isOwn) throw hydraError('store_unsafe', { folder: path }, { place: { file: path } });
  if ((found.mode & OTHERS_MAY) !== 0) chmodSync(path, PRIVATE);
  return { wasWritable: (found.mode & OTHERS_MAY_WRITE) !== 0 };
}
