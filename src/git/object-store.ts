// A bare repository of Hydra's own that borrows the user's objects. Snapshots are written here,
// so that the user's repository keeps every byte it had.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../exec/index.ts';
import { findLfsContent, writeLfsScripts } from './lfs.ts';
import type { Repository } from './repository.ts';
import { git } from './run-git.ts';

export interface ObjectStore {
  /** Also the GIT_DIR of calls that read or write objects. */
  folder: string;
  /** Where the user has the content of files of Git LFS. */
  lfsContent: string;
}

export async function createObjectStore(repository: Repository, folder: string): Promise<ObjectStore> {
  mkdirSync(folder, { recursive: true });
  const init = ['init', '--quiet', '--bare', '--template=', ...formatOf(repository), folder];
  const [userExcludes] = await Promise.all([readUserExcludes(), git(init)]);
  borrowObjects(folder, join(repository.commonDir, 'objects'));
  mkdirSync(join(folder, 'info'), { recursive: true });
  // A folder is snapshotted through this store: what the user hides from git stays hidden, and Hydra's own folder too.
  const hidden = [userExcludes, readIfPresent(join(repository.commonDir, 'info/exclude')), '/.hydra/'];
  writeFileSync(join(folder, 'info/exclude'), `${hidden.join('\n')}\n`);
  writeLfsScripts(folder);
  return { folder, lfsContent: await findLfsContent(repository.commonDir) };
}

/** Objects can be borrowed only where they are named in the same way. */
function formatOf({ commonDir }: Repository): string[] {
  const isLong = /^\s*objectformat\s*=\s*sha256\s*$/im.test(readIfPresent(join(commonDir, 'config')));
  return isLong ? ['--object-format=sha256'] : [];
}

/** The file that the user's own settings name for all repositories: the one setting of theirs that Hydra follows. */
async function readUserExcludes(): Promise<string> {
  const { PATH = '', HOME = '', XDG_CONFIG_HOME = '' } = process.env;
  const args = ['config', '--global', '--includes', '--type=path', '--get', 'core.excludesFile'];
  const { exitCode, stdout } = await runProgram('git', args, { env: { PATH, HOME, XDG_CONFIG_HOME } });
  return exitCode === 0 ? readIfPresent(stdout.toString('utf8').trim()) : '';
}

function readIfPresent(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** `gitDir` may read all objects below `objects`; git follows the chain when that borrows in turn. */
export function borrowObjects(gitDir: string, objects: string): void {
  mkdirSync(join(gitDir, 'objects/info'), { recursive: true });
  writeFileSync(join(gitDir, 'objects/info/alternates'), `${quotePath(objects)}\n`);
}

/** Paths with a quote or line end must be quoted as C strings there. */
function quotePath(path: string): string {
  return /["\n\\]/.test(path) || path.startsWith('#') ? JSON.stringify(path) : path;
}

/** A new repository with one commit of everything in the folder. */
export async function createRepository(folder: string, message: string): Promise<void> {
  await git(['init', '--quiet', '--template=', folder]);
  await git(['add', '--all'], { cwd: folder });
  await git(['commit', '--quiet', '-m', message], { cwd: folder });
}
