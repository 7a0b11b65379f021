// Room git: a candidate's tree with some files put back as the base has them.
import type { Diff } from '../contract/index.ts';
import type { ObjectStore } from './object-store.ts';
import type { ResolvedCommit } from './repository.ts';
import { git, gitText } from './run-git.ts';
import { commitIndex, withIndex } from './snapshot.ts';
import { readTreeFile } from './tree.ts';

export interface PinRules {
  /** Whether the base's version of this file decides. */
  isPinned(path: string): boolean;
  /** Whether the base's version of parts of this file may decide. */
  mayHoldPinned(path: string): boolean;
  /** The candidate's text with the base's parts put back, or null when there is nothing to put back. */
  pinContent(path: string, baseText: string, text: string): string | null;
}

/** Null when the candidate leaves everything alone that would be put back. */
export async function pinTree(
  store: ObjectStore,
  base: ResolvedCommit,
  candidate: ResolvedCommit,
  diff: Diff,
  rules: PinRules,
): Promise<ResolvedCommit | null> {
  // As a rule there is nothing to put back, and no need to ask git.
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
    if (rules.isPinned(path)) await removeFromIndex(path, env);
    if (status !== 'added' && status !== 'copied' && rules.isPinned(before)) await copyFromTree(store, base.tree, before, env);
    return;
  }
  if (status !== 'modified') return;
  const [baseText, text] = await Promise.all([readTreeFile(store, base.tree, path), readTreeFile(store, candidate.tree, path)]);
  const pinned = baseText === null || text === null ? null : rules.pinContent(path, baseText, text);
  if (pinned === null) return;
  const id = await gitText(['hash-object', '-w', '--stdin'], { env, input: pinned });
  await git(['update-index', '-z', '--index-info'], { env, input: `${file.mode} ${id}\t${path}\0` });
}

/** Mode 0 takes an entry out; a bare store has no other way. */
async function removeFromIndex(path: string, env: Record<string, string>): Promise<void> {
  await git(['update-index', '-z', '--index-info'], { env, input: `0 ${'0'.repeat(40)}\t${path}\0` });
}

async function copyFromTree(store: ObjectStore, tree: string, path: string, env: Record<string, string>): Promise<void> {
  const entry = await git(['ls-tree', '-z', tree, '--', path], { env: { GIT_DIR: store.folder } });
  await git(['update-index', '-z', '--index-info'], { env, input: entry });
}
