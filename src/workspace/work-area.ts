// Room workspace: the folder outside the repository in which one run does its work, and clearing away what a killed run left.
import { lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { hydraError } from '../contract/index.ts';
import { endProcessesIn, identityOf, isAlive, type ProcessIdentity } from '../exec/index.ts';
import { removeFolder } from './remove-folder.ts';

const OWNER_FILE = 'owner.json';
/** A run that starts beside this one has made its folder and is about to write its name into it. */
const NAMELESS_MS = 60_000;
const OTHERS_MAY = 0o077;

/** One folder for all runs of a user, so that the next run finds what a killed one left. */
function commonFolder(): string {
  const { uid } = userInfo();
  const folder = join(realpathSync(tmpdir()), `hydra-${uid}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  // Whoever else could make or enter it could also change what is measured.
  const isOwn = found.isDirectory() && (uid === -1 || (found.uid === uid && (found.mode & OTHERS_MAY) === 0));
  if (!isOwn) throw hydraError('work_folder_unsafe', { folder });
  return folder;
}

export function createWorkArea(runId: string): string {
  const folder = join(commonFolder(), runId);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, OWNER_FILE), JSON.stringify(identityOf(process.pid)));
  return folder;
}

/** Ends the processes and removes the folders of runs whose Hydra is no longer alive. */
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
  try {
    return isAlive(JSON.parse(readFileSync(join(folder, OWNER_FILE), 'utf8')) as ProcessIdentity);
  } catch {
    const found = statSync(folder, { throwIfNoEntry: false });
    return found !== undefined && Date.now() - found.mtimeMs < NAMELESS_MS;
  }
}
