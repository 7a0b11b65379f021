// `npm ci` rejects a lockfile that lacks an optional package, also one of another platform.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Locked {
  version: string;
  resolved?: string;
  integrity?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Record<string, Locked>;
};
const ROOT_PACKAGE = '';
const LOCKED = Object.entries(packages);

/** The folders in which Node looks for a dependency of the package in `folder`, nearest first. */
function searchedFolders(folder: string): string[] {
  if (folder === ROOT_PACKAGE) return ['node_modules/'];
  const parent = folder.lastIndexOf('/node_modules/');
  return [`${folder}/node_modules/`, ...searchedFolders(parent === -1 ? ROOT_PACKAGE : folder.slice(0, parent))];
}

function isLocked(folder: string, name: string): boolean {
  return searchedFolders(folder).some((place) => packages[place + name] !== undefined);
}

test('the lockfile has every package of every platform', () => {
  const missing = LOCKED.flatMap(([folder, { dependencies, optionalDependencies }]) =>
    Object.entries({ ...dependencies, ...optionalDependencies })
      .filter(([name]) => !isLocked(folder, name))
      .map(([name, version]) => `${folder} needs ${name}@${version}`),
  );
  expect(missing).toEqual([]);
});

test('the lockfile has a checksum for each package and no address of a registry', () => {
  const unchecked = LOCKED.filter(([folder, { integrity }]) => folder !== ROOT_PACKAGE && integrity === undefined);
  expect(unchecked.map(([folder]) => folder)).toEqual([]);
  expect(LOCKED.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});
