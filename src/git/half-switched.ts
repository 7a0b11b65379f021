// Room git: a working tree that was killed on its way from one commit to another, looked at and put back.
import { existsSync, lstatSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tryUserGit, userGit } from './user-git.ts';

/** git holds this file while it writes the index; one whose owner was killed stays for ever. */
export async function clearIndexLock(worktree: string): Promise<void> {
  const lock = await userGit(['rev-parse', '--path-format=absolute', '--git-path', 'index.lock'], { cwd: worktree });
  rmSync(lock, { force: true });
}

interface Sides {
  path: string;
  before: string | null;
  after: string | null;
}

/** The paths whose files are neither as `from` has them nor as `to` does, of all that differ from `from`. */
export async function foreignChanges(worktree: string, from: string, to: string): Promise<string[]> {
  const sides = await listSides(worktree, from, to);
  const known = new Map(sides.map((side) => [side.path, side]));
  const changed = await listChanged(worktree, from);
  const foreign: string[] = [];
  for (const path of changed) {
    const side = known.get(path);
    const now = await hashOfFile(worktree, path);
    if (side === undefined || (now !== side.before && now !== side.after)) foreign.push(path);
  }
  return foreign;
}

/** Every file as `from` has it. Call it only where nothing foreign was found. */
export async function resetFiles(worktree: string, from: string, to: string): Promise<void> {
  for (const { path, before } of await listSides(worktree, from, to)) {
    if (before === null) rmSync(join(worktree, path), { force: true });
  }
  await userGit(['read-tree', '--reset', '-u', from], { cwd: worktree });
  await tryUserGit(['update-index', '-q', '--refresh'], { cwd: worktree });
}

async function listSides(worktree: string, from: string, to: string): Promise<Sides[]> {
  const listing = await userGit(['diff-tree', '-r', '-z', '--no-renames', '--raw', '--no-abbrev', from, to], { cwd: worktree });
  const fields = listing.split('\0');
  const sides: Sides[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, , before = '', after = ''] = (fields[at] ?? '').split(' ');
    const orNull = (id: string) => (/^0+$/.test(id) ? null : id);
    sides.push({ path: fields[at + 1] ?? '', before: orNull(before), after: orNull(after) });
  }
  return sides;
}

async function listChanged(worktree: string, from: string): Promise<string[]> {
  await tryUserGit(['update-index', '-q', '--refresh'], { cwd: worktree });
  const listing = await userGit(['diff-index', '-z', '--name-only', '--no-renames', from], { cwd: worktree });
  return listing.split('\0').filter((path) => path !== '');
}

/** As git would store it, through the user's filters. */
async function hashOfFile(worktree: string, path: string): Promise<string | null> {
  const file = join(worktree, path);
  if (!existsSync(file) && lstatSync(file, { throwIfNoEntry: false }) === undefined) return null;
  if (lstatSync(file).isSymbolicLink())
    return userGit(['hash-object', '--stdin', '--no-filters'], { cwd: worktree, input: readlinkSync(file) });
  return userGit(['hash-object', `--path=${path}`, '--', file], { cwd: worktree });
}
