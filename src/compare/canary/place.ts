// Chooses the tests of the base next to which Hydra adds a failing test, and its content. Decided from
// the base's files alone. The base's own run with it shows whether the runner reports it.
import { type CanaryFile, hashOf } from '../../contract/index.ts';
import { goCanary } from './go.ts';
import { javascriptCanary } from './javascript.ts';
import { pythonCanary } from './python.ts';
import { rustCanary } from './rust.ts';
import type { WriteCanary } from './sibling.ts';

interface Family {
  isTest: RegExp;
  write: WriteCanary;
}

const FAMILIES: Record<string, Family> = {
  python: { isTest: /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/, write: pythonCanary },
  javascript: {
    isTest: /\.(?:test|spec)\.[cm]?[jt]sx?$|(?:^|\/)(?:__tests__|tests?)\/[^/.]+\.[cm]?[jt]sx?$/,
    write: javascriptCanary,
  },
  go: { isTest: /_test\.go$/, write: goCanary },
  // Every package may have a folder of tests, also one that has none yet.
  rust: { isTest: /(?:^|\/)(?:src\/(?:lib|main)\.rs|tests\/[^/]+\.rs)$/, write: rustCanary },
};

/** Tests that need a browser or a service, and files that only look like tests. */
const ELSEWHERE =
  /(?:^|\/)(?:e2e|integration|playwright|cypress|fixtures|__fixtures__|__mocks__|testdata|test-data|node_modules|vendor|third_party|examples?|templates?|bench(?:es|marks?)?|dist|target)\//;

/** One each for this many folders: a hook may affect only one folder or package. */
const MAX_FOLDERS = 6;
/** The number of files of a folder to try until one shows how its tests are written. */
const MAX_SIBLINGS = 4;

/** The tests of the base that may get one: folders closest to the root first, a few files of each. */
export function siblingsByFolder(paths: readonly string[]): string[][] {
  const folders = new Map<string, string[]>();
  for (const path of paths) {
    const family = familyOf(path);
    if (family === null || ELSEWHERE.test(path)) continue;
    const key = JSON.stringify([family, homeOf(path)]);
    folders.set(key, [...(folders.get(key) ?? []), path]);
  }
  const sorted = [...folders.values()].map((files) => [...files].sort());
  const depth = ([path = '']: readonly string[]) => path.split('/').length;
  const before = (a: readonly string[], b: readonly string[]) => ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1);
  return sorted
    .sort((a, b) => depth(a) - depth(b) || before(a, b))
    .slice(0, MAX_FOLDERS)
    .map((files) => files.slice(0, MAX_SIBLINGS));
}

/** The failing test for the first of a folder's tests that shows how to write one; null if none does. */
export function canaryBeside(tests: readonly { path: string; text: string }[], baseTree: string): CanaryFile | null {
  for (const { path, text } of tests) {
    const family = FAMILIES[familyOf(path) ?? ''];
    const mark = hashOf({ tree: baseTree, folder: homeOf(path) }).slice(0, 8);
    const written = family?.write({ path, text, mark }) ?? null;
    if (written !== null) return { ...written, mark, beside: path };
  }
  return null;
}

function familyOf(path: string): string | null {
  return Object.entries(FAMILIES).find(([, { isTest }]) => isTest.test(path))?.[0] ?? null;
}

/** The folder of a test; of a Rust file, the package. */
function homeOf(path: string): string {
  return path.endsWith('.rs') ? path.replace(/(?:src|tests)\/[^/]+$/, '') : path.slice(0, path.lastIndexOf('/') + 1);
}
