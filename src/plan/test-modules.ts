// Which of a candidate's test changes stay within their files, so that the rest of the suite need not run
// twice. Decided from paths alone; comparing results detects errors, see further-captures.ts.

import type { Diff, PinnedMode } from '../contract/index.ts';
import { isProgramName } from '../judge/index.ts';
import { holdsTests } from '../languages/index.ts';
import { supportRole, type TestRunner } from '../tools/index.ts';

const HELPER = /(?:^|[/_.-])(?:helpers?|utils?|support|setup|common|shared|fixtures?|mocks?|env|index|globals?)(?:[/_.-]|$)/i;

export interface ChangedTests {
  mode: PinnedMode;
  /** The new or changed test files; `selected` runs them in the candidate's own tree. */
  files: readonly string[];
}

/**
 * The diff is from the pinned tree to the candidate's own; `runner` is null if the command is not one
 * call of a known runner.
 */
export function judgeChangedTests({ files: all }: Diff, runner: TestRunner | null): ChangedTests {
  // No runner loads a program that shows a fault.
  const changed = all.filter(({ path, status }) => status !== 'added' || !isProgramName(path));
  const files = changed.filter(({ status }) => status !== 'deleted').map(({ path }) => path);
  // Settings and scripts change how a tree is built and run: no output of one tree is valid for the other.
  const onlyTests = changed.every(({ path, old_path }) => mayHoldTests(path) && mayHoldTests(old_path ?? path));
  if (!onlyTests || runner === null || !loadsSources(runner, files)) return { mode: 'separate', files };
  const areSelectable = changed.every(
    ({ path, status, mode }) =>
      mode.startsWith('100') &&
      isTestModule(path, runner) &&
      (status === 'added' || (status === 'modified' && runner.idsBeginWithFile === true)),
  );
  return { mode: areSelectable ? 'selected' : 'shared', files };
}

/** Whether the runner loads these test files from the tree, not from build output. */
export function loadsSources(runner: TestRunner, files: readonly string[]): boolean {
  return runner.readsSources === true || files.every((path) => /\.[cm]?js$/.test(path));
}

/** Rust files have tests next to the code. */
function mayHoldTests(path: string): boolean {
  return supportRole(path) === 'test' || (supportRole(path) === null && holdsTests(path));
}

/** Whether a file has tests that the runner can run separately. */
export function isTestModule(path: string, runner: TestRunner): boolean {
  if (supportRole(path) !== 'test' || runner.testFile?.test(path) !== true) return false;
  const isNamedTest = /^tests?[_-]|[_.-](?:test|spec)s?\.\w+$|(?:Test|Spec)\.\w+$/.test(path.slice(path.lastIndexOf('/') + 1));
  return isNamedTest || !HELPER.test(path.replace(/\.\w+$/, ''));
}
