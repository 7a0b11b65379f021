// Which of a candidate's test changes stay within their files, so that the rest of the suite need not run
// twice. Decided from paths alone; comparing results detects errors, see further-captures.ts.
import { supportRole } from '../../compare/index.ts';
import type { Diff } from '../../contract/index.ts';
import type { PinnedMode } from '../planned.ts';
import type { Runner } from './test-command.ts';

const JAVASCRIPT = /\.[cm]?[jt]sx?$/;
/** Classes that Surefire, Failsafe and, by convention, Gradle projects treat as tests. */
const JAVA_TESTS =
  /(?:^|\/)src\/test\/(?:java|kotlin|groovy|scala)\/(?:[^/]+\/)*(?:Test\w+|\w+(?:Tests?|TestCase|Spec|IT))\.(?:java|kt|groovy|scala)$/;
const HELPER = /(?:^|[/_.-])(?:helpers?|utils?|support|setup|common|shared|fixtures?|mocks?|env|index|globals?)(?:[/_.-]|$)/i;

/** Files that the runner loads separately and whose tests it can run alone. */
const MODULES: Record<Runner, RegExp | null> = {
  ava: JAVASCRIPT,
  cargo: /^tests\/\w+\.rs$/,
  ctest: null,
  go: /_test\.go$/,
  gradle: JAVA_TESTS,
  jest: /(?:\.(?:test|spec)|(?:^|\/)__tests__\/[^/]+)\.[cm]?[jt]sx?$/,
  maven: JAVA_TESTS,
  minitest: /(?:^|\/)(?:test_(?!helper\.)[^/]*|[^/]*_test)\.rb$/,
  mocha: JAVASCRIPT,
  node: /\.[cm]?js$/,
  phpunit: /Test\.php$/,
  pytest: /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/,
  rspec: /_spec\.rb$/,
  tap: /\.[cm]?js$/,
  unittest: /(?:^|\/)test[^/]*\.py$/,
  vitest: /\.(?:test|spec)\.[cm]?[jt]sx?$/,
};

/** Runners whose test ids begin with the file, so that the tests of a changed file can be identified. */
const NAMES_FILES: ReadonlySet<Runner> = new Set<Runner>(['jest', 'node', 'pytest', 'vitest']);

/** Runners that build the tests from the files of the tree each time, or load them directly. */
const READS_SOURCES: ReadonlySet<Runner> = new Set<Runner>([
  'ava',
  'cargo',
  'go',
  'jest',
  'minitest',
  'phpunit',
  'pytest',
  'rspec',
  'unittest',
  'vitest',
]);

export interface ChangedTests {
  mode: PinnedMode;
  /** The new or changed test files; `selected` runs them in the candidate's own tree. */
  files: readonly string[];
}

/**
 * The diff is from the pinned tree to the candidate's own; `runner` is null if the command is not one
 * call of a known runner.
 */
export function judgeChangedTests({ files: changed }: Diff, runner: Runner | null): ChangedTests {
  const files = changed.filter(({ status }) => status !== 'deleted').map(({ path }) => path);
  // Settings and scripts change how a tree is built and run: no output of one tree is valid for the other.
  const onlyTests = changed.every(({ path, old_path }) => holdsTests(path) && holdsTests(old_path ?? path));
  if (!onlyTests || runner === null || !loadsSources(runner, files)) return { mode: 'separate', files };
  const areSelectable = changed.every(
    ({ path, status, mode }) =>
      mode.startsWith('100') &&
      isTestModule(path, runner) &&
      (status === 'added' || (status === 'modified' && NAMES_FILES.has(runner))),
  );
  return { mode: areSelectable ? 'selected' : 'shared', files };
}

/** Whether the runner loads these test files from the tree, not from build output. */
export function loadsSources(runner: Runner, files: readonly string[]): boolean {
  return READS_SOURCES.has(runner) || files.every((path) => /\.[cm]?js$/.test(path));
}

/** Rust files have tests next to the code. */
function holdsTests(path: string): boolean {
  return supportRole(path) === 'test' || (supportRole(path) === null && path.endsWith('.rs'));
}

/** Whether a file has tests that the runner can run separately. */
export function isTestModule(path: string, runner: Runner): boolean {
  if (supportRole(path) !== 'test' || MODULES[runner]?.test(path) !== true) return false;
  const isNamedTest = /^tests?[_-]|[_.-](?:test|spec)s?\.\w+$|(?:Test|Spec)\.\w+$/.test(path.slice(path.lastIndexOf('/') + 1));
  return isNamedTest || !HELPER.test(path.replace(/\.\w+$/, ''));
}
