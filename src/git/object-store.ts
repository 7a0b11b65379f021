// A bare repository of Hydra that borrows the user's objects. Snapshots are written here,
// so that the user's repository is not modified.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../exec/index.ts';
import { findLfsContent, writeLfsScripts } from './lfs.ts';
import type { Repository } from './repository.ts';
import { git } from './run-git.ts';

export interface ObjectStore {
  /** Also the GIT_DIR of calls that read or write objects. */
  folder: string;
  /** The user's folders of Git LFS content. */
  lfsContent: string;
}

export async function createObjectStore(repository: Repository, folder: string): Promise<ObjectStore> {
  mkdirSync(folder, { recursive: true });
  const init = ['init', '--quiet', '--bare', '--template=', ...formatOf(repository), folder];
  const [userExcludes] = await Promise.all([readUserExcludes(), git(init)]);
  borrowObjects(folder, join(repository.commonDir, 'objects'));
  mkdirSync(join(folder, 'info'), { recursive: true });
  // Snapshots of folders use this store: what the user ignores stays ignored, and so does `.hydra`.
  const hidden = [userExcludes, readIfPresent(join(repository.commonDir, 'info/exclude')), '/.hydra/'];
  writeFileSync(join(folder, 'info/exclude'), `${hidden.join('\n')}\n`);
  writeLfsScripts(folder);
  return { folder, lfsContent: await findLfsContent(repository.commonDir) };
}

/** Objects can be borrowed only with the same hash algorithm. */
function formatOf({ commonDir }: Repository): string[] {
  const isLong = /^\s*objectformat\s*=\s*sha256\s*$/im.test(readIfPresent(join(commonDir, 'config')));
  return isLong ? ['--object-format=sha256'] : [];
}

/** The user's global excludes file: the only user setting that Hydra applies. */
async function readUserExcludes(): Promise<string> {
  const { PATH = '', HOME = '', XDG_CONFIG_HOME = '' } = process.env;
  const args = ['config', '--global', '--includes', '--type=path', '--get', 'core.excludesFile'];
  const { exitCode, stdout } = await runProgram('git', args, { env: { PATH, HOME, XDG_CONFIG_HOME } });
  return exitCode === 0 ? readIfPresent(stdout.toString('utf8').trim()) : '';
}

function readIfPresent(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Lets `gitDir` read all objects below `objects`, including those that it borrows in turn. */
export function borrowObjects(gitDir: string, objects: string): void {
  mkdirSync(join(gitDir, 'objects/info'), { recursive: true });
  writeFileSync(join(gitDir, 'objects/info/alternates'), `${quotePath(objects)}\n`);
}

/** Paths with a quote or newline must be quoted as C strings there. */
function quotePath(path: string): string {
  return /["\n\\]/.test(path) || path.startsWith('#') ? JSON.stringify(path) : path;
}

/** A new repository with one commit of everything in the folder. */
export async function createRepository(folder: string, message: string): Promise<void> {
  await git(['init', '--quiet', '--template=', folder]);
  await git(['add', '--all'], { cwd: folder });
  await git(['commit', '--quiet', '-m', message], { cwd: folder });
}
