// Capture: which failing tests of Hydra's own go into which tree. Chosen from the base alone.
import { canariesInPlace, canaryBeside, siblingsByFolder } from '../compare/index.ts';
import type { CanaryFile, Diff, Policy } from '../contract/index.ts';
import { listFiles, type ObjectStore, readTreeFile } from '../git/index.ts';

/** Empty where the policy wants none or no test of the base shows how to write one. */
export async function chooseCanaries(objects: ObjectStore, baseTree: string, policy: Policy): Promise<CanaryFile[]> {
  const { integrity, commands } = policy.scoring;
  if (!integrity.enabled || integrity.canary === false || commands.test === null) return [];
  const folders = siblingsByFolder(await listFiles(objects, baseTree));
  const chosen = await Promise.all(
    folders.map(async (paths) => {
      const texts = await Promise.all(paths.map((path) => readTreeFile(objects, baseTree, path)));
      const tests = paths.map((path, index) => ({ path, text: texts[index] ?? '' }));
      return canaryBeside(tests, baseTree);
    }),
  );
  return chosen.filter((canary) => canary !== null);
}

export interface PlacedCanaries {
  /** The candidate's own tree: hooks in what it changed besides the code are there. */
  own: CanaryFile[];
  /** Its pinned tree, where the base's tests are back: for a candidate that moved all the tests they would lie beside. */
  pinned: CanaryFile[];
}

export function placeCanaries(canaries: readonly CanaryFile[], diff: Diff, hasPinned: boolean): PlacedCanaries {
  const own = canariesInPlace(canaries, diff);
  return { own, pinned: own.length === 0 && hasPinned ? [...canaries] : [] };
}
