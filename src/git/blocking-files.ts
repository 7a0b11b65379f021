// Pipes and devices at the places where git reads its own files. git opens them and waits for a writer, for good.
import { lstatSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hydraError } from '../contract/index.ts';
import { runProgram } from '../exec/index.ts';
import { git } from './run-git.ts';

/** Of a folder that git reads with its own settings and ignore rules. */
export async function refuseBlockingFiles(folder: string): Promise<void> {
  const special = ['-type', 'p', '-o', '-type', 'c', '-o', '-type', 'b'];
  const links = ['-type', 'l', '(', '-name', '.git*', '-o', '-path', '*/.git/*', ')'];
  const args = ['.', '(', ...special, '-o', ...links, ')', '-print0'];
  const { stdout } = await runProgram('find', args, { cwd: folder, env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' } });
  const paths = stdout.toString('utf8').split('\0');
  const found = paths.find((path) => READ_BY_GIT.test(path) && blocks(join(folder, path)));
  if (found === undefined) return;
  const reason = `${found.slice('./'.length)} is a pipe or a device, and git would wait for it`;
  throw hydraError('git_failed', { action: 'add', reason });
}

const READ_BY_GIT = /\/\.git(?:attributes|ignore|modules)?$|\/\.git\//;

function blocks(file: string): boolean {
  try {
    const found = statSync(file);
    return found.isFIFO() || found.isCharacterDevice() || found.isBlockDevice();
  } catch {
    return false;
  }
}

/** In a checkout of Hydra, where git reads nothing else: the attributes in the folders of tracked files. */
export async function removeBlockingAttributes(checkedOut: {
  store: { folder: string };
  folder: string;
  index: string;
}): Promise<void> {
  const { store, folder, index } = checkedOut;
  const listing = await git(['ls-files', '-z'], { env: { GIT_DIR: store.folder, GIT_INDEX_FILE: index } });
  // Names may be any bytes, which Latin-1 preserves.
  const folders = new Set(listing.toString('latin1').split('\0').flatMap(parents));
  for (const each of ['', ...folders]) {
    const file = Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(`${each}.gitattributes`, 'latin1')]);
    const found = lstatSync(file, { throwIfNoEntry: false });
    if (found !== undefined && !found.isFile() && !found.isDirectory()) rmSync(file, { force: true });
  }
}

/** "a/b/c" -> "a/b/", "a/". */
function parents(path: string): string[] {
  const parent = dirname(path);
  return parent === '.' ? [] : [`${parent}/`, ...parents(parent)];
}
