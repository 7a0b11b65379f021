// The folder outside the repository in which one run works, and removing the folders of killed runs.
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  commonFolder,
  createOwnedFolder,
  endProcessesIn,
  identityOf,
  isAlive,
  ownerInName,
  type ProcessIdentity,
} from '../exec/index.ts';
import { removeFolder } from './remove-folder.ts';

const OWNER_FILE = 'owner.json';

/** Every folder always names its owner, so that a kill at any moment leaves nothing that is never removed. */
export function createWorkArea(runId: string): string {
  const begun = createOwnedFolder();
  writeFileSync(join(begun, OWNER_FILE), JSON.stringify(identityOf(process.pid)));
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
    // A kill came before the file was written.
    return ownerInName(folder);
  }
}
