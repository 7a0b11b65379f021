// Inspects and restores a working tree after a checkout was killed between two commits.
// Paths have one character per byte, because names may be in any encoding.
import { readlinkSync, rmSync, unlinkSync } from 'node:fs';
import { pathText } from '../contract/index.ts';
import { tryUserGit, userGit, userGitBytes } from './git-as-user.ts';
import { fileOf, isFile, lookUp, readSides, type Sides, sidesArguments } from './worktree-paths.ts';

/** git holds this lock file while it writes the index; if git is killed, the file stays. */
export async function clearIndexLock(worktree: string): Promise<void> {
  const lock = await userGit(['rev-parse', '--path-format=absolute', '--git-path', 'index.lock'], { cwd: worktree });
  rmSync(lock, { force: true });
}

/** Of all files that differ from `from`, the paths whose files match neither `from` nor `to` and are not half written. */
export async function foreignChanges(worktree: string, from: string, to: string): Promise<string[]> {
  const { changed, foreign } = await lookAt(worktree, from, to);
  return changed.filter((path) => foreign.has(path)).map(pathText);
}

/** Restores every file to `from`. Call it only if there are no foreign changes. */
export async function resetFiles(worktree: string, from: string, to: string): Promise<void> {
  const { sides, now } = await lookAt(worktree, from, to);
  for (const { path, before, after } of sides) {
    if (before === null && after !== null && now.get(path) === after) unlinkSync(fileOf(worktree, path));
  }
  await userGit(['read-tree', '--reset', '-u', from], { cwd: worktree });
  await tryUserGit(['update-index', '-q', '--refresh'], { cwd: worktree });
}

interface Look {
  sides: Sides[];
  /** Files that differ from `from`, and new files of `to`. */
  changed: string[];
  foreign: Set<string>;
  now: Map<string, string>;
}

async function lookAt(worktree: string, from: string, to: string): Promise<Look> {
  const sides = await listSides(worktree, from, to);
  const added = sides.filter(({ path, before }) => before === null && isFile(worktree, path)).map(({ path }) => path);
  const changed = [...new Set([...(await listChanged(worktree, from)), ...added])];
  const now = await hashFiles(worktree, changed);
  const known = new Map(sides.map((side) => [side.path, side]));
  const isForeign = (path: string) => {
    const side = known.get(path);
    const hash = now.get(path) ?? null;
    return side === undefined || (hash !== side.before && hash !== side.after && !isUnfinished(worktree, path));
  };
  return { sides, changed, foreign: new Set(changed.filter(isForeign)), now };
}

/** git removes a file and creates it again before it writes the content: it may have been killed in between. */
function isUnfinished(worktree: string, path: string): boolean {
  const found = lookUp(worktree, path);
  return found === undefined || (found.isFile() && found.size === 0);
}

async function listSides(worktree: string, from: string, to: string): Promise<Sides[]> {
  return readSides(await userGitBytes(sidesArguments(from, to), { cwd: worktree }));
}

async function listChanged(worktree: string, from: string): Promise<string[]> {
  await tryUserGit(['update-index', '-q', '--refresh'], { cwd: worktree });
  const listing = await userGitBytes(['diff-index', '-z', '--name-only', '--no-renames', from], { cwd: worktree });
  return listing
    .toString('latin1')
    .split('\0')
    .filter((path) => path !== '');
}

/** As git would store them, through the user's filters. Ignores anything but plain files. */
async function hashFiles(worktree: string, paths: readonly string[]): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  const plain: string[] = [];
  for (const path of paths) {
    const found = lookUp(worktree, path);
    if (found?.isSymbolicLink()) {
      const input = readlinkSync(fileOf(worktree, path), { encoding: 'buffer' });
      hashes.set(path, await userGit(['hash-object', '--stdin', '--no-filters'], { cwd: worktree, input }));
    } else if (found?.isFile()) plain.push(path);
  }
  const input = plain.map((path) => `${quoted(path)}\n`).join('');
  const listing = plain.length === 0 ? '' : await userGit(['hash-object', '--stdin-paths'], { cwd: worktree, input });
  const ids = listing.split('\n');
  for (const [index, path] of plain.entries()) hashes.set(path, ids[index] ?? '');
  return hashes;
}

/** Quoted as git expects names with special characters. */
function quoted(path: string): string {
  const bytes = [...Buffer.from(path, 'latin1')];
  return `"${bytes.map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')}"`;
}
