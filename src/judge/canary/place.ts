// Chooses the tests of the base next to which Hydra adds failing tests, and their content. Decided from the base's files
// and the seed of the run. The base's own run with them shows whether the runner reports them.
import type { CanaryFile } from '../../contract/index.ts';
import { copyTests, openDraw, type ReadTests, readTests } from '../vary/index.ts';
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

interface TestFile {
  path: string;
  text: string;
}

/** The failing tests for the first of a folder's tests that shows how to write them; null if none does. */
export function canaryBeside(tests: readonly TestFile[], seed: string): CanaryFile | null {
  for (const { path, text } of tests) {
    const written = FAMILIES[familyOf(path) ?? '']?.write({ path, text, draw: openDraw(seed, `canary ${homeOf(path)}`) }) ?? null;
    if (written === null) continue;
    const names = written.tests.map((name) => ({ name, original: null }));
    return { ...written, beside: path, tests: names };
  }
  return null;
}

/** Larger test files are not copied. */
const MAX_COPIED_CHARACTERS = 20_000;
/** The number of tests of a copy that must fail. */
const MAX_CHANGED_TESTS = 3;

/** A copy of one of a folder's tests in which some expected values are wrong; null if none has values that can be changed. */
export function canaryCopy(tests: readonly TestFile[], seed: string): CanaryFile | null {
  const draw = openDraw(seed, `copy ${homeOf(tests[0]?.path ?? '')}`);
  const usable = tests.flatMap(({ path, text }) => {
    const read = text.length > MAX_COPIED_CHARACTERS ? null : readTests(path, text);
    return read?.tests.some((test) => changeable(test).length > 0) ? [read] : [];
  });
  for (const read of draw.shuffled(usable)) {
    const chosen = draw.shuffled(read.tests.filter((test) => changeable(test).length > 0)).slice(0, MAX_CHANGED_TESTS);
    const copy = copyTests(read, draw, (test) => (chosen.includes(test) ? draw.pick(changeable(test)) : null));
    const changed = copy?.tests.filter(({ change }) => change !== null) ?? [];
    if (copy === null || changed.length === 0) continue;
    const names = changed.map(({ name, original }) => ({ name, original }));
    return { path: copy.path, text: copy.text, beside: read.path, tests: names };
  }
  return null;
}

/** Not `true` and `false`: the other value may be what the task asks for. */
function changeable({ literals }: ReadTests['tests'][number]) {
  return literals.filter(({ kind }) => kind !== 'boolean');
}

function familyOf(path: string): string | null {
  return Object.entries(FAMILIES).find(([, { isTest }]) => isTest.test(path))?.[0] ?? null;
}

/** The folder of a test; of a Rust file, the package. */
function homeOf(path: string): string {
  return path.endsWith('.rs') ? path.replace(/(?:src|tests)\/[^/]+$/, '') : path.slice(0, path.lastIndexOf('/') + 1);
}
