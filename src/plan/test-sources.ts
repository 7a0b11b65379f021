// Where tests about the task come from, and which of their files a runner can run.

import type { Diff, ProgramTest, ResolvedCommit } from '../contract/index.ts';
import { holdsTests } from '../languages/index.ts';
import { supportRole, type TestRunner } from '../tools/index.ts';
import { isTestModule, loadsSources } from './test-modules.ts';

export interface TestSource {
  /** The check under which its runs are stored. */
  check: string;
  base: ResolvedCommit;
  /** The tree with the tests. */
  author: ResolvedCommit;
  /** From the base to that tree. */
  diff: Diff;
  /** tests: files with tests and their support files. all: every file, for the user's own tests. */
  takes: 'tests' | 'all';
  /** What runs instead of its files of tests; omitted for a source with such files. */
  programs?: readonly ProgramTest[];
}

/** Larger sets of tests are no longer about one task. */
const MAX_TEST_FILES = 25;

export interface TestFiles {
  /** Files that the runner can run separately; empty if the whole command has to run. */
  modules: readonly string[];
  /** Whether the tree has to be built again before they run. */
  needsBuild: boolean;
}

/** Null if a source has no tests that could run. */
export function testFilesOf({ diff, takes }: TestSource, runner: TestRunner | null): TestFiles | null {
  const present = diff.files.filter(({ status, mode }) => status !== 'deleted' && mode.startsWith('100')).map(({ path }) => path);
  const tests = takes === 'all' ? present : present.filter((path) => supportRole(path) === 'test');
  const inline = takes === 'tests' ? present.filter((path) => supportRole(path) === null && holdsTests(path)) : [];
  if (tests.length === 0 && (inline.length === 0 || runner?.testsInSources !== true)) return null;
  if (runner === null) return { modules: [], needsBuild: true };
  const modules = tests.filter((path) => isTestModule(path, runner)).slice(0, MAX_TEST_FILES);
  const needsBuild = !loadsSources(runner, tests);
  // Tests inside sources run with the whole command, and so do those of a runner that cannot select files.
  return { modules: inline.length > 0 && runner.testsInSources === true ? [] : modules, needsBuild };
}
