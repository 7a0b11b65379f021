// The tests of the base that a candidate lost. The tests dimension and its gates use the same numbers.
import type { CandidateTests, ComparedBy, Facts, Policy } from '../contract/index.ts';
import type { ContestedRule } from './contested-tests.ts';

type MeasuredTests = Extract<CandidateTests, { state: 'measured' }>;
type MeasuredBaseline = Extract<Facts['baseline']['tests'], { state: 'measured' }>;

export interface TestComparison {
  by: ComparedBy;
  basePassed: number;
  baseTotal: number;
  passed: number;
  total: number;
  /** Tests that pass on the base and do not pass now, without the excused ones. */
  regression: number;
  /** Contested tests that count neither as passed nor as a regression. */
  excused: number;
  /** The excused tests that still run and therefore count in `total`. */
  excusedFailed: number;
  /** Executed on the base and no longer executed, without the excused ones. */
  dropped: number;
  added: number;
}

export function compareTests(
  baseline: MeasuredBaseline,
  tests: MeasuredTests,
  contestedIn: ContestedRule,
  policy: Policy,
): TestComparison {
  const byCount = tests.compared_by === 'count' || policy.scoring.tests.regression_by === 'count';
  return byCount ? compareByCount(baseline, tests) : compareByIdentity(baseline, tests, contestedIn);
}

function compareByCount(baseline: MeasuredBaseline, tests: MeasuredTests): TestComparison {
  const baseTotal = baseline.passed + baseline.failed;
  const total = tests.passed + tests.failed;
  return {
    by: 'count',
    basePassed: baseline.passed,
    baseTotal,
    passed: tests.passed,
    total,
    regression: Math.max(0, baseline.passed - tests.passed),
    excused: 0,
    excusedFailed: 0,
    dropped: Math.max(0, baseTotal - total),
    added: Math.max(0, total - baseTotal),
  };
}

function compareByIdentity(baseline: MeasuredBaseline, tests: MeasuredTests, contestedIn: ContestedRule): TestComparison {
  const excusable = new Set(contestedIn(tests).excused);
  const countExcused = (ids: readonly string[]) => (excusable.size === 0 ? 0 : ids.filter((id) => excusable.has(id)).length);
  const excused = countExcused(tests.regressed);
  const excusedDropped = countExcused(tests.dropped);
  return {
    by: 'identity',
    basePassed: baseline.passed,
    baseTotal: baseline.passed + baseline.failed,
    passed: tests.passed,
    total: tests.passed + tests.failed,
    regression: tests.regressed.length - excused,
    excused,
    excusedFailed: excused - excusedDropped,
    dropped: tests.dropped.length - excusedDropped,
    added: tests.added.length,
  };
}

/** The lost share of tests that pass on the base, in percent. Divides last, so that 7 of 100 is exactly 7. */
export function regressionPercent({ regression, basePassed }: TestComparison): number {
  return basePassed === 0 ? 0 : (regression * 100) / basePassed;
}

/** The share of tests executed on the base that are no longer executed, in percent. */
export function dropPercent({ dropped, baseTotal }: TestComparison): number {
  return baseTotal === 0 ? 0 : (dropped * 100) / baseTotal;
}
