// The failing tests that Hydra adds to check that a runner reports failures, chosen from the base alone.
import { canaryBeside, siblingsByFolder } from '../compare/index.ts';
import type { CanaryFile, Policy } from '../contract/index.ts';
import { listFiles, type ObjectStore, readTreeFile } from '../git/index.ts';

/** Empty if the policy disables them or no test of the base shows how to write one. */
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
