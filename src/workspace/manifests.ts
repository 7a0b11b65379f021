// The files of a tree that determine what a set-up installs.
import { listBlobs, type ObjectStore, readTreeFile } from '../git/index.ts';
import { decidesSetup, hasLocalPackages, isManifestAsked } from './detect-setup.ts';

export interface Manifests {
  /** The files at the root of the tree. */
  names: ReadonlySet<string>;
  /** Lockfiles and manifests with their content hashes, by name. */
  files: readonly (readonly [path: string, hash: string])[];
  /** The text of package.json; null if it does not matter. */
  packageJson: string | null;
}

/** `topFiles` maps the files at the root of the tree to their content hashes. */
export async function readManifests(store: ObjectStore, tree: string, topFiles: ReadonlyMap<string, string>): Promise<Manifests> {
  const names = new Set(topFiles.keys());
  const packageJson = isManifestAsked(names) ? await readTreeFile(store, tree, 'package.json') : null;
  // A lockfile covers the dependencies of all packages; without one each package has its own.
  const isNested = packageJson !== null && hasLocalPackages(packageJson);
  const inside = isNested ? [...(await listBlobs(store, tree))].filter(([path]) => path.endsWith('/package.json')) : [];
  const files = [...[...topFiles].filter(([name]) => decidesSetup(name)), ...inside].sort(([a], [b]) => (a < b ? -1 : 1));
  return { names, files, packageJson };
}
