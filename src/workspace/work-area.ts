// The folder outside the repository in which one run works, and removing the folders of killed runs.
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { basename, join } from 'node:path';
import { hydraError } from '../contract/index.ts';
import { endProcessesIn, identityOf, isAlive, type ProcessIdentity } from '../exec/index.ts';
import { removeFolder } from './remove-folder.ts';

const OWNER_FILE = 'owner.json';
/** Without an owner file yet, the name of a folder contains its owner. */
const BEGUN = /^begun-(\d+)-(\d*)-/;
const OTHERS_MAY = 0o077;

/** One folder for all runs of a user, so that the next run finds the folders of a killed one. */
function commonFolder(): string {
  const { uid } = userInfo();
  const folder = join(realpathSync(tmpdir()), `hydra-${uid}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  // Another user who could create or enter it could also change what is measured.
  const isOwn = found.isDirectory() && (uid === -1 || (found.uid === uid && (found.mode & OTHERS_MAY) === 0));
  if (!isOwn) throw hydraError('work_folder_unsafe', { folder });
  return folder;
}

/** Every folder always names its owner, so that a kill at any moment leaves nothing that is never removed. */
export function createWorkArea(runId: string): string {
  const owner = identityOf(process.pid);
  const begun = mkdtempSync(join(commonFolder(), `begun-${owner.pid}-${owner.startedAt}-`));
  writeFileSync(join(begun, OWNER_FILE), JSON.stringify(owner));
  // The id of a run from elsewhere may be anything.
  const folder = join(commonFolder(), runId.replace(/[^\w.-]/g, '_'));
  try {
    renameSync(begun, folder);
    return folder;
  } catch {
    // A killed run left a folder of this name that could not be removed.
    return begun;
  }
}

/** Kills the processes and removes the folders of runs whose Hydra process is dead. */
export async function removeStaleWorkAreas(): Promise<number> {
  const common = commonFolder();
  const stale = readdirSync(common)
    .map((name) => join(common, name))
    .filter((folder) => !ownerIsAlive(folder));
  for (const folder of stale) {
    await endProcessesIn(folder);
    await removeFolder(folder);
  }
  return stale.length;
}

function ownerIsAlive(folder: string): boolean {
  const owner = readOwner(folder);
  return owner !== null && isAlive(owner);
}

function readOwner(folder: string): ProcessIdentity | null {
  try {
    return JSON.parse(readFileSync(join(folder, OWNER_FILE), 'utf8')) as ProcessIdentity;
  } catch {
    const [, pid, startedAt = ''] = BEGUN.exec(basename(folder)) ?? [];
    return pid === undefined ? null : { pid: Number(pid), startedAt };
  }
}
