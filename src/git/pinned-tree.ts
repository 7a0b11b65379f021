// A candidate's tree with some files restored to the base version.
import { type Diff, pathText } from '../contract/index.ts';
import type { ObjectStore } from './object-store.ts';
import type { ResolvedCommit } from './repository.ts';
import { git, gitText } from './run-git.ts';
import { commitIndex, withIndex } from './snapshot.ts';

export interface PinRules {
  /** Whether the base's version of this file is used. */
  isPinned(path: string): boolean;
  /** Whether the base's version of parts of this file may be used. */
  mayHoldPinned(path: string): boolean;
  /** The candidate's text with the base's parts restored, or null if nothing is restored. */
  pinContent(path: string, baseText: string, text: string): string | null;
}

/** Null when the candidate changes no file that would be restored. */
export async function pinTree(
  store: ObjectStore,
  base: ResolvedCommit,
  candidate: ResolvedCommit,
  diff: Diff,
  rules: PinRules,
): Promise<ResolvedCommit | null> {
  // Usually there is nothing to restore, and no call of git is needed.
  const files = diff.files.filter(({ path, old_path }) =>
    [path, old_path ?? path].some((name) => rules.isPinned(name) || rules.mayHoldPinned(name)),
  );
  if (files.length === 0) return null;
  return withIndex(store, async (index) => {
    const env = { GIT_DIR: store.folder, GIT_INDEX_FILE: index };
    await git(['read-tree', candidate.tree], { env });
    for (const file of files) await putBack(store, base, candidate, file, rules, env);
    const pinned = await commitIndex(store, index, base);
    return pinned.tree === candidate.tree ? null : pinned;
  });
}

type ChangedFile = Diff['files'][number];

async function putBack(
  store: ObjectStore,
  base: ResolvedCommit,
  candidate: ResolvedCommit,
  file: ChangedFile,
  rules: PinRules,
  env: Record<string, string>,
): Promise<void> {
  const { path, old_path, status } = file;
  const before = old_path ?? path;
  if (rules.isPinned(path) || rules.isPinned(before)) {
    if (rules.isPinned(path)) await removeFromIndex(await findEntries(store, candidate.tree, path), env);
    if (status !== 'added' && status !== 'copied' && rules.isPinned(before))
      await putIntoIndex(await findEntries(store, base.tree, before), env);
    return;
  }
  if (status !== 'modified') return;
  const [[old], [own]] = await Promise.all([findEntries(store, base.tree, path), findEntries(store, candidate.tree, path)]);
  if (old === undefined || own === undefined) return;
  const [baseText, text] = await Promise.all([old, own].map((entry) => git(['cat-file', 'blob', entry.id], { env })));
  const pinned = rules.pinContent(path, baseText?.toString('utf8') ?? '', text?.toString('utf8') ?? '');
  if (pinned === null) return;
  await putIntoIndex([{ ...own, id: await gitText(['hash-object', '-w', '--stdin'], { env, input: pinned }) }], env);
}

export interface TreeEntry {
  mode: string;
  id: string;
  /** One character per byte. */
  name: string;
}

/** A name that is not UTF-8 can be identified only by its escaped text; usually there is one such file. */
export async function findEntries(store: ObjectStore, tree: string, path: string): Promise<TreeEntry[]> {
  const mayBeBytes = /\\x[89a-f][0-9a-f]/.test(path);
  const args = mayBeBytes ? ['ls-tree', '-r', '-z', tree] : ['ls-tree', '-z', tree, '--', path];
  const listing = (await git(args, { env: { GIT_DIR: store.folder } })).toString('latin1');
  return listing.split('\0').flatMap((line) => {
    const [, mode = '', id = '', name] = /^(\d+) \w+ ([0-9a-f]+)\t(.*)$/s.exec(line) ?? [];
    return name !== undefined && pathText(name) === path ? [{ mode, id, name }] : [];
  });
}

export async function putIntoIndex(entries: readonly TreeEntry[], env: Record<string, string>): Promise<void> {
  const input = entries.map(({ mode, id, name }) => `${mode} ${id}\t${name}\0`).join('');
  await git(['update-index', '-z', '--index-info'], { env, input: Buffer.from(input, 'latin1') });
}

/** Mode 0 removes an entry; a bare store has no other way. */
export function removeFromIndex(entries: readonly TreeEntry[], env: Record<string, string>): Promise<void> {
  return putIntoIndex(
    entries.map((entry) => ({ ...entry, mode: '0', id: '0'.repeat(entry.id.length) })),
    env,
  );
}
