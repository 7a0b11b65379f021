// Creates files and folders below a shared folder, safely for several hosts at once.
import { randomBytes } from 'node:crypto';
import { type FileHandle, link, lstat, mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from './folder-errors.ts';

/** In the root, so that the files of killed processes can be found. A `~` is in no name of a stored file. */
const INCOMING = '~incoming';
/** Longer than any upload takes, and than the clocks of machines differ. */
const MAX_INCOMING_AGE_MS = 24 * 60 * 60 * 1000;
const GROUP_MAY_WRITE = 0o020;
const PERMISSIONS = 0o777;
/** What file systems without hard links answer to `link`. */
const WITHOUT_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/**
 * Permissions of new files and folders. Other users could change results, so they get none, except that a folder which
 * the group may write to was shared with the group on purpose: workers often run as several users of one group.
 */
export interface Modes {
  file: number;
  folder: number;
}

export function modesOf(rootMode: number): Modes {
  return (rootMode & GROUP_MAY_WRITE) === 0 ? { file: 0o600, folder: 0o700 } : { file: 0o660, folder: 0o770 };
}

/** Runs the calls to the shared file system; what the caller does between them fails with errors of its own. */
export type Guard = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Makes a complete file visible at `root/name`. False if there is one already. */
export async function publishFile(
  root: string,
  name: string,
  modes: Modes,
  guard: Guard,
  fill: (sink: FileHandle) => Promise<void>,
): Promise<boolean> {
  // Process numbers repeat on other hosts.
  const temporary = join(root, INCOMING, randomBytes(16).toString('hex'));
  const target = join(root, name);
  const sink = await guard(async () => {
    await makeFolders(root, INCOMING, modes.folder);
    await makeFolders(root, dirname(name), modes.folder);
    return await open(temporary, 'wx', modes.file);
  });
  try {
    try {
      await fill(sink);
      await guard(async () => {
        // The umask may have removed the permissions of the group.
        await sink.chmod(modes.file);
        await sink.sync();
      });
    } finally {
      await sink.close();
    }
    return await guard(() => linkOnce(temporary, target));
  } finally {
    // If the store went away, the file stays; removeOldIncoming removes it later.
    await unlink(temporary).catch(() => {});
  }
}

/** One by one: a recursive mkdir would create the mount point of a folder that is not mounted. */
async function makeFolders(root: string, path: string, mode: number): Promise<void> {
  let folder = root;
  for (const part of path.split('/').filter((text) => text !== '.')) {
    folder = join(folder, part);
    try {
      await mkdir(folder, { mode });
    } catch (error) {
      if (codeOf(error) === 'EEXIST') continue;
      throw error;
    }
    await shareFolder(folder, mode);
  }
}

/** The umask may have removed the permissions of the group. Keeps the set-group-ID bit, which new folders inherit. */
async function shareFolder(folder: string, mode: number): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    const { mode: current } = await handle.stat();
    if ((current & PERMISSIONS) !== mode) await handle.chmod((current & ~PERMISSIONS & 0o7777) | mode);
  } finally {
    await handle.close();
  }
}

/** False if the target exists. `link` is the call that is atomic and exclusive on NFS, too. */
export async function linkOnce(temporary: string, target: string): Promise<boolean> {
  const isFirst = await tryLink(temporary, target);
  await syncFolder(dirname(target));
  return isFirst;
}

async function tryLink(temporary: string, target: string): Promise<boolean> {
  try {
    await link(temporary, target);
    return true;
  } catch (error) {
    // NFS repeats a call whose answer was lost, and the second one fails. The number of links says which it was.
    if (codeOf(error) === 'EEXIST') return (await stat(temporary)).nlink === 2;
    if (!WITHOUT_LINKS.has(codeOf(error))) throw error;
  }
  // Without hard links, the last of several simultaneous writers wins. Each of their files is complete.
  if ((await unlessMissing(lstat(target))) !== null) return false;
  await rename(temporary, target);
  return true;
}

/** Makes the new name durable. Some file systems cannot sync folders; the content is synced in any case. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().catch(() => {});
  await handle.close();
}

/** Removes what killed processes left. Failures do not matter: another machine does it, or the files stay. */
export async function removeOldIncoming(root: string): Promise<void> {
  const folder = join(root, INCOMING);
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name);
    const found = await lstat(file).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > MAX_INCOMING_AGE_MS) await unlink(file).catch(() => {});
  }
}

export async function unlessMissing<Result>(looking: Promise<Result>): Promise<Result | null> {
  try {
    return await looking;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}
