// The seed of the tests that a run adds. It must not be known when a candidate is written.
import { randomBytes } from 'node:crypto';
import { HydraError, type Run } from '../contract/index.ts';
import { listRuns, type RunFolder, readStoredIfPresent, runFile, type Store } from '../store/index.ts';

/** Only the latest runs are likely to be repeated. */
const MAX_EARLIER_RUNS = 10;

/**
 * The seed of an earlier run that had the same base and all of these candidates, so that its captures can be reused: trees
 * that were there before its seed was drawn cannot know it. Otherwise a new one.
 */
export function drawSeed(store: Store, baseTree: string, trees: readonly string[]): string {
  const earlier = listRuns(store)
    .slice(0, MAX_EARLIER_RUNS)
    .flatMap((folder) => readIfSound(folder) ?? []);
  const same = earlier.find(({ seed, base, candidates }) => {
    const known = new Set(candidates.map(({ tree }) => tree));
    return seed !== undefined && base.tree === baseTree && trees.every((tree) => known.has(tree));
  });
  return same?.seed ?? randomBytes(16).toString('hex');
}

/** A damaged earlier run must not stop this one. */
function readIfSound(folder: RunFolder): Run | null {
  try {
    return readStoredIfPresent('run', runFile(folder, 'run.json'));
  } catch (error) {
    if (error instanceof HydraError) return null;
    throw error;
  }
}
