// What a working tree has, untracked or ignored, where a commit puts files of its own. git refuses for the
// untracked ones and overwrites the ignored ones; here both are in the way.
import { pathText } from '../contract/index.ts';
import { userGitBytes } from './git-as-user.ts';
import type { ObjectStore } from './object-store.ts';
import { git } from './run-git.ts';
import { isFile, lookUp, readSides, sidesArguments } from './worktree-paths.ts';

/** Of a working tree without uncommitted changes. `from` and `to` are commits or trees that the store knows. */
export async function filesInTheWay(store: ObjectStore, worktree: string, from: string, to: string): Promise<string[]> {
  const sides = readSides(await git(sidesArguments(from, to), { env: { GIT_DIR: store.folder } }));
  // Where capitals are not told from small letters, a file that is renamed is its own obstacle.
  const leaving = new Set(sides.flatMap(({ path, after }) => (after === null ? [path.toLowerCase()] : [])));
  const added = sides.flatMap(({ path, before }) => (before === null && !leaving.has(path.toLowerCase()) ? [path] : []));
  const isObstacle = (path: string) => !leaving.has(path.toLowerCase()) && isFile(worktree, path);
  const files = new Set(added.flatMap((path) => [...foldersOf(path), path]).filter(isObstacle));
  const folders = added.filter((path) => lookUp(worktree, path)?.isDirectory());
  for (const path of await listUntrackedIn(worktree, folders)) files.add(path);
  return [...files].map(pathText).sort();
}

/** "a/b/c" -> "a", "a/b". */
function foldersOf(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_name, index) => names.slice(0, index + 1).join('/'));
}

/** A folder that keeps a file of the user's cannot become a file. */
async function listUntrackedIn(worktree: string, folders: readonly string[]): Promise<string[]> {
  if (folders.length === 0) return [];
  const listing = await userGitBytes(['ls-files', '--others', '-z'], { cwd: worktree });
  const within = folders.map((folder) => `${folder}/`);
  const paths = listing.toString('latin1').split('\0');
  return paths.filter((path) => within.some((folder) => path.startsWith(folder)));
}
