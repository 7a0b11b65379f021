// The tree of an independent run: the candidate's sources without dependencies that it commits.
import { diffTrees, type ObjectStore, pinTree, type ResolvedCommit, readTreeFile } from '../../git/index.ts';
import type { IndependentTree } from '../../plan/index.ts';
import { decidesSetup } from '../../workspace/index.ts';

/** `deciding` is the candidate's tree whose test results count. */
export async function independentTree(
  objects: ObjectStore,
  base: ResolvedCommit,
  deciding: ResolvedCommit,
): Promise<IndependentTree> {
  const diff = await diffTrees(objects, base.tree, deciding.tree);
  const changed = [...new Set(diff.files.flatMap(({ path, old_path }) => [path, old_path ?? path]))];
  const dependencies = (await changesDependencies(objects, base, deciding, changed)) ? 'own' : 'base';
  // A project that keeps its dependencies in the repository changes both at once.
  const isPinned = (path: string) => INSTALLED.test(path) || (dependencies === 'base' && VENDORED.test(path));
  const rules = { isPinned, mayHoldPinned: () => false, pinContent: () => null };
  const commit = (await pinTree(objects, base, deciding, diff, rules)) ?? deciding;
  return { commit, dependencies };
}

/** Written by package managers, never by hand; and files by which Python packages register plug-ins and change the load path. */
const INSTALLED =
  /(?:^|\/)(?:node_modules|\.venv|venv|site-packages|bower_components|jspm_packages|\.pnpm-store|\.yarn|\.bundle|[^/]+\.(?:egg-info|dist-info))\/|\.(?:pth|egg-link)$|(?:^|\/)\.pnp\.[cm]?js$/;
const VENDORED = /(?:^|\/)vendor\//;

/** The members of package.json that decide what is installed. */
const OF_PACKAGES = [
  ...['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies', 'bundleDependencies', 'bundledDependencies'],
  ...['overrides', 'resolutions', 'pnpm', 'workspaces', 'packageManager'],
];

async function changesDependencies(
  objects: ObjectStore,
  base: ResolvedCommit,
  candidate: ResolvedCommit,
  changed: readonly string[],
): Promise<boolean> {
  for (const path of changed) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (!decidesSetup(name) || INSTALLED.test(path) || VENDORED.test(path)) continue;
    if (name !== 'package.json') return true;
    const [before, after] = await Promise.all([base, candidate].map(({ tree }) => readTreeFile(objects, tree, path)));
    if (packagesOf(before ?? null) !== packagesOf(after ?? null)) return true;
  }
  return false;
}

function packagesOf(text: string | null): string {
  try {
    const manifest = JSON.parse(text ?? '{}') as Record<string, unknown>;
    return JSON.stringify(OF_PACKAGES.map((key) => manifest[key] ?? null));
  } catch {
    return text ?? '';
  }
}
