// The facts by which a candidate is compared with others: without the tests that it adds. The bonus for new tests, their share
// of the pass rate and lint findings inside them are shown, and never decide.
import type { CandidateFacts, CandidateLint, CandidateTests, Facts, Policy } from '../contract/index.ts';

export function withoutAddedTests({ baseline }: Facts, candidate: CandidateFacts): CandidateFacts {
  const isTest = new Set(candidate.diff.files.flatMap(({ path, is_test }) => (is_test ? [path] : [])));
  return { ...candidate, tests: testsOfBase(baseline.tests, candidate.tests), lint: lintOutside(isTest, candidate.lint) };
}

/** Without the added tests that pass. One that fails is a fault of the candidate and counts. */
function testsOfBase(baseline: Facts['baseline']['tests'], tests: CandidateTests): CandidateTests {
  if (baseline.state !== 'measured' || tests.state !== 'measured') return tests;
  if (tests.compared_by === 'count') {
    const more = Math.max(0, tests.passed + tests.failed - baseline.passed - baseline.failed);
    return { ...tests, passed: Math.max(tests.passed - more, Math.min(tests.passed, baseline.passed)) };
  }
  const executed = baseline.passed + baseline.failed - tests.dropped.length;
  const passed = baseline.passed - tests.regressed.length + tests.fixed.length;
  const failing = Math.max(0, tests.failed - Math.max(0, executed - passed));
  const passing = Math.max(0, tests.added.length - failing);
  return { ...tests, passed: Math.max(0, tests.passed - passing), added: [] };
}

function lintOutside(isTest: ReadonlySet<string>, lint: CandidateLint): CandidateLint {
  if (lint.state !== 'measured' || lint.compared_by !== 'identity') return lint;
  const isInside = ({ path }: (typeof lint.added)[number]) => path !== null && isTest.has(path);
  const inside = lint.added.filter(isInside);
  if (inside.length === 0) return lint;
  const errors = inside.filter(({ severity }) => severity === 'error').length;
  return {
    ...lint,
    errors: Math.max(0, lint.errors - errors),
    warnings: Math.max(0, lint.warnings - (inside.length - errors)),
    added: lint.added.filter((finding) => !isInside(finding)),
  };
}

/** Without the examples and answers that the policy turns off. */
export function withoutDisabled({ cross_tests: crossTests, answers, ...facts }: Facts, { task, scoring }: Policy): Facts {
  const authors = (crossTests?.authors ?? []).filter(({ kind }) => kind !== 'task' || task.examples !== 'off');
  return {
    ...facts,
    ...(crossTests && { cross_tests: { ...crossTests, authors } }),
    ...(answers && scoring.answers.enabled && { answers }),
  };
}
