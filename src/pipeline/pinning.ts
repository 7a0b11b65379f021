// Builds the pinned tree of each candidate: its product source with everything else as in the base.

import type { Diff, DiffFile, Run } from '../contract/index.ts';
import { listFiles, type ObjectStore, pinTree, type ResolvedCommit, readTreeFiles } from '../git/index.ts';
import { type BaseLayout, type ChangedText, describeBase, filesForLayout, planPinning } from '../judge/index.ts';

export type Pinned = Pick<Run['candidates'][number], 'pinned' | 'restored'>;

export const NOT_PINNED: Pinned = { pinned: null, restored: [] };

/** Reads the base at most once. */
export function openPinning(
  objects: ObjectStore,
  base: ResolvedCommit,
): (candidate: ResolvedCommit, diff: Diff | undefined) => Promise<Pinned> {
  let layout: Promise<BaseLayout> | null = null;
  return async (candidate, diff) => {
    if (diff === undefined || diff.files.length === 0) return NOT_PINNED;
    layout ??= readLayout(objects, base.tree);
    const plan = planPinning(await layout, await readChanges(objects, base, candidate, diff));
    if (plan.restored.length === 0) return NOT_PINNED;
    const pinned = await pinTree(objects, base, candidate, diff, plan);
    return pinned === null ? NOT_PINNED : { pinned, restored: [...plan.restored] };
  };
}

async function readLayout(objects: ObjectStore, tree: string): Promise<BaseLayout> {
  const paths = await listFiles(objects, tree);
  const texts = await readTreeFiles(objects, tree, filesForLayout(paths));
  return describeBase(paths, new Map(texts.map(({ path, text }) => [path, text])));
}

/** Larger files are no text that decides anything. */
const MAX_LINES = 100_000;

async function readChanges(
  objects: ObjectStore,
  base: ResolvedCommit,
  candidate: ResolvedCommit,
  { files }: Diff,
): Promise<ChangedText[]> {
  const isText = ({ binary, added, removed }: DiffFile) => !binary && added + removed <= MAX_LINES;
  const texts = files.filter(isText);
  const read = async (tree: string, paths: string[]) =>
    new Map((await readTreeFiles(objects, tree, paths)).map(({ path, text }) => [path, text]));
  const [before, after] = await Promise.all([
    read(
      base.tree,
      texts.map(({ path, old_path: old }) => old ?? path),
    ),
    read(
      candidate.tree,
      texts.map(({ path }) => path),
    ),
  ]);
  return files.map((file) => ({
    file,
    baseText: before.get(file.old_path ?? file.path) ?? null,
    text: after.get(file.path) ?? null,
  }));
}
