// Objects for checkouts: the history of the base in one pack that all checkouts of a run borrow, and a small pack with what a
// tree adds to it. The user's repository and Hydra's own store have the objects of all candidates, so no checkout reads them.
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ObjectStore } from './object-store.ts';
import type { Repository } from './repository.ts';
import { git, gitText } from './run-git.ts';

/** What a repository needs to read a commit and its ancestors. */
export interface History {
  /** An object folder with nothing else in it. */
  objects: string;
  /** Files of the repository besides: the tags in the history, and where a shallow history ends. */
  files: string;
}

/** The history of the base, packed once per run. */
export async function historyOf(store: ObjectStore, { commonDir }: Repository, base: string): Promise<History> {
  const folder = historyFolder(store, base);
  await once(folder, async (temporary) => {
    const tags = await tagsOf(commonDir, base);
    const ids = [base, ...tags.map(({ id }) => id)];
    await pack(store.folder, join(temporary, 'objects'), ids, join(commonDir, 'shallow'));
    mkdirSync(join(temporary, 'files'));
    const lines = tags.map(({ id, ref }) => `${id} ${ref}\n`).join('');
    if (lines !== '') writeFileSync(join(temporary, 'files/packed-refs'), `# pack-refs with: sorted\n${lines}`);
    if (existsSync(join(commonDir, 'shallow'))) copyFileSync(join(commonDir, 'shallow'), join(temporary, 'files/shallow'));
  });
  return { objects: join(folder, 'objects'), files: join(folder, 'files') };
}

/** The object folder of what the commit has and the history of the base lacks; null for the base itself. */
export async function ownObjects(store: ObjectStore, base: string, commit: string): Promise<string | null> {
  if (commit === base) return null;
  const history = historyFolder(store, base);
  const folder = join(history, 'commits', commit);
  await once(folder, (temporary) => pack(store.folder, temporary, [commit, `^${base}`], join(history, 'files/shallow')));
  return folder;
}

/** The history of a submodule's commit, from the user's own copy. */
export async function submoduleObjects(store: ObjectStore, gitDir: string, commit: string): Promise<string> {
  const folder = join(store.folder, 'histories/submodules', commit);
  await once(folder, (temporary) => pack(gitDir, temporary, [commit], join(gitDir, 'shallow')));
  return folder;
}

function historyFolder(store: ObjectStore, base: string): string {
  return join(store.folder, 'histories', base);
}

/** The tags in the history of a commit. */
async function tagsOf(gitDir: string, commit: string): Promise<{ id: string; ref: string }[]> {
  const args = ['for-each-ref', '--format=%(objectname) %(refname)', `--merged=${commit}`, 'refs/tags'];
  const text = await gitText(args, { env: { GIT_DIR: gitDir } });
  return text.split('\n').flatMap((line) => {
    const [id = '', ref = ''] = line.split(' ');
    return ref === '' ? [] : [{ id, ref }];
  });
}

/** Reuses the deltas of the packs that the objects are in and searches no others. A partial clone lacks some objects. */
async function pack(gitDir: string, objects: string, revisions: readonly string[], shallow: string): Promise<void> {
  mkdirSync(join(objects, 'pack'), { recursive: true });
  const env = { GIT_DIR: gitDir, ...(existsSync(shallow) ? { GIT_SHALLOW_FILE: shallow } : {}) };
  const args = ['pack-objects', '--quiet', '--revs', '--window=0', '--delta-base-offset', '--missing=allow-any'];
  const input = revisions.map((revision) => `${revision}\n`).join('');
  await git([...args, '--non-empty', join(objects, 'pack/pack')], { env, input });
}

const running = new Map<string, Promise<void>>();

/** Complete once it has its name. */
function once(folder: string, make: (temporary: string) => Promise<void>): Promise<void> {
  if (existsSync(folder)) return Promise.resolve();
  const known = running.get(folder);
  if (known !== undefined) return known;
  const making = makeNow(folder, make).finally(() => running.delete(folder));
  running.set(folder, making);
  return making;
}

async function makeNow(folder: string, make: (temporary: string) => Promise<void>): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true });
  const temporary = mkdtempSync(`${folder}.`);
  try {
    await make(temporary);
    renameSync(temporary, folder);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}
