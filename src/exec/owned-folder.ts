// Temporary folders whose name says which process owns them, so that a later run can remove those of a killed one.
import { lstatSync, mkdirSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { basename, join } from 'node:path';
import { hydraError } from '../contract/index.ts';
import { identityOf, type ProcessIdentity } from './processes.ts';

const OWNED = /^begun-(\d+)-(\d*)-/;
const OTHERS_MAY = 0o077;

/** One folder for all runs of a user, so that the next run finds the folders of a killed one. */
export function commonFolder(): string {
  const { uid } = userInfo();
  const folder = join(realpathSync(tmpdir()), `hydra-${uid}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  // Another user who could create or enter it could also change what is measured.
  const isOwn = found.isDirectory() && (uid === -1 || (found.uid === uid && (found.mode & OTHERS_MAY) === 0));
  if (!isOwn) throw hydraError('work_folder_unsafe', { folder });
  return folder;
}

export function createOwnedFolder(): string {
  const { pid, startedAt } = identityOf(process.pid);
  return mkdtempSync(join(commonFolder(), `begun-${pid}-${startedAt}-`));
}

/** The process that created the folder; null for a folder with another kind of name. */
export function ownerInName(folder: string): ProcessIdentity | null {
  const [, pid, startedAt = ''] = OWNED.exec(basename(folder)) ?? [];
  return pid === undefined ? null : { pid: Number(pid), startedAt };
}
