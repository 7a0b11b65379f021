// The failing tests that Hydra adds to check that a runner reports failures, chosen from the base and the seed of the run.

import type { CanaryFile, Policy } from '../../contract/index.ts';
import { listFiles, type ObjectStore, readTreeFile } from '../../git/index.ts';
import { canaryBeside, canaryCopy, siblingsByFolder } from '../../judge/index.ts';

/** A copy repeats a whole test file, so only some folders get one. */
const MAX_COPIES = 2;

/** Empty if the policy disables them or no test of the base shows how to write one. */
export async function chooseCanaries(
  objects: ObjectStore,
  baseTree: string,
  policy: Policy,
  seed: string,
): Promise<CanaryFile[]> {
  const { integrity, commands } = policy.scoring;
  if (!integrity.enabled || !integrity.canary || commands.test === null) return [];
  const folders = siblingsByFolder(await listFiles(objects, baseTree));
  const tests = await Promise.all(
    folders.map(async (paths) => {
      const texts = await Promise.all(paths.map((path) => readTreeFile(objects, baseTree, path)));
      return paths.map((path, index) => ({ path, text: texts[index] ?? '' }));
    }),
  );
  const written = tests.map((files) => canaryBeside(files, seed));
  const copies = tests.filter((_files, index) => written[index] !== null).map((files) => canaryCopy(files, seed));
  return [...written.filter((canary) => canary !== null), ...copies.filter((copy) => copy !== null).slice(0, MAX_COPIES)];
}
