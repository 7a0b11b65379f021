// Writes the diff of every candidate against the base to the run folder.
import { join } from 'node:path';
import type { Diff } from '../contract/index.ts';
import { compareTrees, type ObjectStore, type ResolvedCommit } from '../git/index.ts';
import { type RunFolder, subjectFolder, writeFileAtomically, writeStored } from '../store/index.ts';
import type { Candidate } from './candidates.ts';
import { countSyntax } from './count-syntax.ts';

/** Limits how many patches are in memory at the same time. */
const COMPARED_AT_ONCE = 16;

/** In the order of the candidates. */
export async function writeDiffs(
  folder: RunFolder,
  objects: ObjectStore,
  base: ResolvedCommit,
  candidates: readonly Candidate[],
): Promise<Diff[]> {
  const diffs: Diff[] = [];
  for (let at = 0; at < candidates.length; at += COMPARED_AT_ONCE) {
    const some = candidates.slice(at, at + COMPARED_AT_ONCE);
    const compared = await compareTrees(
      objects,
      base.tree,
      some.map(({ commit }) => commit.tree),
    );
    for (const [index, diff] of (await countSyntax(objects, compared)).entries()) {
      const target = subjectFolder(folder, { kind: 'candidate', name: some[index]?.name ?? '' });
      writeFileAtomically(join(target, 'diff.patch'), compared[index]?.patch ?? '');
      writeStored('diff', join(target, 'diff.json'), diff);
      diffs.push(diff);
    }
  }
  return diffs;
}
