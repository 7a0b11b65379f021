// Untracked or ignored files in a working tree at paths that a commit writes. git refuses to overwrite
// untracked files but overwrites ignored ones; here both are conflicts.
import { pathText } from '../contract/index.ts';
import { userGitBytes } from './git-as-user.ts';
import type { ObjectStore } from './object-store.ts';
import { git } from './run-git.ts';
import { isFile, lookUp, readSides, sidesArguments } from './worktree-paths.ts';

/** For a working tree without uncommitted changes. `from` and `to` are commits or trees in the store. */
export async function filesInTheWay(store: ObjectStore, worktree: string, from: string, to: string): Promise<string[]> {
  const sides = readSides(await git(sidesArguments(from, to), { env: { GIT_DIR: store.folder } }));
  // On a case-insensitive file system, a renamed file can conflict with itself.
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

/** A folder with a file of the user cannot become a file. */
async function listUntrackedIn(worktree: string, folders: readonly string[]): Promise<string[]> {
  if (folders.length === 0) return [];
  const listing = await userGitBytes(['ls-files', '--others', '-z'], { cwd: worktree });
  const within = folders.map((folder) => `${folder}/`);
  const paths = listing.toString('latin1').split('\0');
  return paths.filter((path) => within.some((folder) => path.startsWith(folder)));
}
