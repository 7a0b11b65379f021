// The `.git` folder of a checkout. Hydra keeps a copy of what it wrote outside the checkout and restores it: a command may have
// changed settings, hooks, branches or objects, or put a link in its place.
import { copyFileSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRegularFile } from '../exec/index.ts';
import type { History } from './histories.ts';
import { borrowObjects, type ObjectStore } from './object-store.ts';

export interface RepositoryContent {
  store: ObjectStore;
  commit: string;
  /** The index of the files in the checkout. */
  index: string;
  history: History;
  /** A folder with a pack of the objects that the history lacks. */
  own: string | null;
}

/** Writes the files of a repository whose branch main is the commit: faster than `git init`, and with nothing else in it. */
export function writeTemplate(folder: string, { store, commit, index, history, own }: RepositoryContent): void {
  rmSync(folder, { recursive: true, force: true });
  writeRepository(folder, store, history.objects, commit);
  for (const name of readdirSync(history.files)) copyFileSync(join(history.files, name), join(folder, name));
  copyFileSync(index, join(folder, 'index'));
  if (own === null) return;
  mkdirSync(join(folder, 'objects/pack'));
  for (const name of readdirSync(join(own, 'pack'))) copyFileSync(join(own, 'pack', name), join(folder, 'objects/pack', name));
}

/** The settings of the file system that `git init` detects are in the settings of the store. */
export function writeRepository(gitDir: string, store: ObjectStore, objects: string, commit: string): void {
  mkdirSync(join(gitDir, 'refs/heads'), { recursive: true });
  const settings = contentOf(join(store.folder, 'config')).toString('utf8');
  writeFileSync(join(gitDir, 'config'), settings.replace('bare = true', 'bare = false'));
  writeFileSync(join(gitDir, 'refs/heads/main'), `${commit}\n`);
  writeFileSync(join(gitDir, 'HEAD'), 'ref: refs/heads/main\n');
  borrowObjects(gitDir, objects);
}

/** Makes `folder` equal to the template. Unchanged files keep their times: a build may depend on them. */
export function restoreRepository(template: string, folder: string): void {
  if (!isFolder(folder)) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
  }
  const wanted = new Map(readdirSync(template, { withFileTypes: true }).map((entry) => [entry.name, entry]));
  for (const name of readdirSync(folder)) {
    if (!wanted.has(name)) rmSync(join(folder, name), { recursive: true, force: true });
  }
  for (const [name, entry] of wanted) {
    const [from, to] = [join(template, name), join(folder, name)];
    if (entry.isDirectory()) restoreRepository(from, to);
    else restoreFile(from, to);
  }
}

function restoreFile(from: string, to: string): void {
  const content = contentOf(from);
  if (readRegularFile(to, content.length)?.equals(content)) return;
  rmSync(to, { recursive: true, force: true });
  writeFileSync(to, content, { flag: 'wx' });
}

/** Of a file that Hydra wrote. */
function contentOf(file: string): Buffer {
  const content = readRegularFile(file, Number.POSITIVE_INFINITY);
  if (content === null) throw new Error(`${file} is missing`);
  return content;
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
