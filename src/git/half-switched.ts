// Room git: a working tree that was killed on its way from one commit to another, looked at and put back.
// Paths are kept one character a byte: names may be in any encoding.
import { lstatSync, readlinkSync, rmSync, unlinkSync } from 'node:fs';
import { tryUserGit, userGit, userGitBytes } from './user-git.ts';

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

/** Files that git does not track and that lie where `to` has one: ignored ones too, which git would overwrite. */
export async function filesInTheWay(worktree: string, from: string, to: string): Promise<string[]> {
  const sides = await listSides(worktree, from, to);
  // Where capitals are not told from small letters, a file that is renamed is its own obstacle.
  const leaving = new Set(sides.flatMap(({ path, after }) => (after === null ? [path.toLowerCase()] : [])));
  const added = sides.filter(({ path, before }) => before === null && !leaving.has(path.toLowerCase()));
  return added.filter(({ path }) => isFile(worktree, path)).map(({ path }) => shown(path));
}

/** The paths whose files are neither as `from` has them nor as `to` does, of all that differ from `from`. */
export async function foreignChanges(worktree: string, from: string, to: string): Promise<string[]> {
  const { changed, foreign } = await lookAt(worktree, from, to);
  return changed.filter((path) => foreign.has(path)).map(shown);
}

/** Every file as `from` has it. Call it only where nothing foreign was found. */
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
  /** What differs from `from`, and new files of `to`. */
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
    return side === undefined || (hash !== side.before && hash !== side.after);
  };
  return { sides, changed, foreign: new Set(changed.filter(isForeign)), now };
}

const SUBMODULE = '160000';

/** Without submodules: git leaves their files alone. */
async function listSides(worktree: string, from: string, to: string): Promise<Sides[]> {
  const args = ['diff-tree', '-r', '-z', '--no-renames', '--raw', '--no-abbrev', from, to];
  const fields = (await userGitBytes(args, { cwd: worktree })).toString('latin1').split('\0');
  const sides: Sides[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [modeBefore = '', modeAfter = '', before = '', after = ''] = (fields[at] ?? '').slice(1).split(' ');
    const orNull = (mode: string, id: string) => (mode === SUBMODULE || /^0+$/.test(id) ? null : id);
    sides.push({ path: fields[at + 1] ?? '', before: orNull(modeBefore, before), after: orNull(modeAfter, after) });
  }
  return sides;
}

async function listChanged(worktree: string, from: string): Promise<string[]> {
  await tryUserGit(['update-index', '-q', '--refresh'], { cwd: worktree });
  const listing = await userGitBytes(['diff-index', '-z', '--name-only', '--no-renames', from], { cwd: worktree });
  return listing
    .toString('latin1')
    .split('\0')
    .filter((path) => path !== '');
}

/** As git would store them, through the user's filters. What is not a file is left out. */
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

/** As git reads names that have special characters. */
function quoted(path: string): string {
  const bytes = [...Buffer.from(path, 'latin1')];
  return `"${bytes.map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')}"`;
}

function isFile(worktree: string, path: string): boolean {
  const found = lookUp(worktree, path);
  return found !== undefined && !found.isDirectory();
}

function lookUp(worktree: string, path: string) {
  try {
    return lstatSync(fileOf(worktree, path));
  } catch {
    return undefined;
  }
}

function fileOf(worktree: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(`${worktree}/`), Buffer.from(path, 'latin1')]);
}

function shown(path: string): string {
  return Buffer.from(path, 'latin1').toString('utf8');
}
