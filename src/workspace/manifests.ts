// The files of a tree that say what is to be installed, as far as a set-up depends on them.
import { listBlobs, type ObjectStore, readTreeFile } from '../git/index.ts';
import { decidesSetup, hasLocalPackages, isManifestAsked } from './detect-setup.ts';

export interface Manifests {
  /** The files at the top of the tree. */
  names: ReadonlySet<string>;
  /** Lockfiles and manifests, each with the hash of its content, by name. */
  files: readonly (readonly [path: string, hash: string])[];
  /** The text of package.json; null where it does not matter. */
  packageJson: string | null;
}

/** `topFiles` leads from the files at the top of the tree to the hashes of their content. */
export async function readManifests(store: ObjectStore, tree: string, topFiles: ReadonlyMap<string, string>): Promise<Manifests> {
  const names = new Set(topFiles.keys());
  const packageJson = isManifestAsked(names) ? await readTreeFile(store, tree, 'package.json') : null;
  // A lockfile has the dependencies of all packages; without one each package has its own.
  const isNested = packageJson !== null && hasLocalPackages(packageJson);
  const inside = isNested ? [...(await listBlobs(store, tree))].filter(([path]) => path.endsWith('/package.json')) : [];
  const files = [...[...topFiles].filter(([name]) => decidesSetup(name)), ...inside].sort(([a], [b]) => (a < b ? -1 : 1));
  return { names, files, packageJson };
}
