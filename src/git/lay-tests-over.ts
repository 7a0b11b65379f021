// Combines the sources of one tree with the tests of another, to run one author's tests on another candidate's code.
import type { Diff } from '../contract/index.ts';
import type { ObjectStore } from './object-store.ts';
import { findEntries, putIntoIndex, removeFromIndex } from './pinned-tree.ts';
import type { ResolvedCommit } from './repository.ts';
import { git, gitText } from './run-git.ts';
import { commitIndex, withIndex } from './snapshot.ts';

export interface LayOverRules {
  /** Whether the whole file of the author is copied. */
  isTaken(path: string): boolean;
  /** Whether parts of this file may be copied. */
  mayHoldTests(path: string): boolean;
  /** The other tree's text with the author's tests in it, or null without tests. */
  withTestsOf(path: string, authorText: string, text: string): string | null;
}

export interface LayOver {
  base: ResolvedCommit;
  /** The tree with the tests. */
  author: ResolvedCommit;
  /** From the base to the author's tree. */
  diff: Diff;
  rules: LayOverRules;
}

/** Returns `onto` itself if nothing differs. */
export async function layTestsOver(store: ObjectStore, onto: ResolvedCommit, laid: LayOver): Promise<ResolvedCommit> {
  return withIndex(store, async (index) => {
    const env = { GIT_DIR: store.folder, GIT_INDEX_FILE: index };
    await git(['read-tree', onto.tree], { env });
    for (const file of laid.diff.files) await takeFile(store, onto, laid, file, env);
    const commit = await commitIndex(store, index, laid.base);
    return commit.tree === onto.tree ? onto : commit;
  });
}

async function takeFile(
  store: ObjectStore,
  onto: ResolvedCommit,
  { author, rules }: LayOver,
  { path, old_path, status }: Diff['files'][number],
  env: Record<string, string>,
): Promise<void> {
  if (rules.isTaken(path)) {
    const isMoved = status === 'renamed' && old_path !== null && rules.isTaken(old_path);
    if (isMoved || status === 'deleted') await removeFromIndex(await findEntries(store, onto.tree, old_path ?? path), env);
    if (status !== 'deleted') await putIntoIndex(await findEntries(store, author.tree, path), env);
    return;
  }
  if (status !== 'modified' || !rules.mayHoldTests(path)) return;
  const [[theirs], [own]] = await Promise.all([findEntries(store, author.tree, path), findEntries(store, onto.tree, path)]);
  if (theirs === undefined || own === undefined) return;
  const [authorText = '', text = ''] = await Promise.all(
    [theirs, own].map(async (entry) => (await git(['cat-file', 'blob', entry.id], { env })).toString('utf8')),
  );
  const mixed = rules.withTestsOf(path, authorText, text);
  if (mixed === null) return;
  await putIntoIndex([{ ...own, id: await gitText(['hash-object', '-w', '--stdin'], { env, input: mixed }) }], env);
}
