// The runs that show which changed lines tests execute: at most one per candidate, for those whose answer it can change.
import {
  type CandidateCaptures,
  canRunTests,
  changeCoverage,
  changedCodeLines,
  decidingTree,
  exercisingTests,
  hasPassingTests,
} from '../compare/index.ts';
import { type CheckRun, COVERAGE_CHECK, type Policy } from '../contract/index.ts';
import { BASELINE } from '../store/index.ts';
import { firstCapture, testCheck } from './checks.ts';
import { sourceOf } from './plan-task-tests.ts';
import type { PlannedCapture } from './planned.ts';
import { decidingCommit, ownCommit, type Planning, planned, subjectOf } from './planning.ts';

const WHOLE: CheckRun = { check: COVERAGE_CHECK, tree: 'own', attempt: null };
const SELECTED = { check: COVERAGE_CHECK, attempt: { kind: 'selected', round: 1 } } as const;
const REASON = 'which changed lines do tests execute?';

/**
 * Whole suites for the leader and those level with it, as far as no test that fails on the base passes with them: such a
 * test shows by itself that the change is executed. Then only these tests run, and only for the leader, to say how much of
 * it they execute. Where coverage has a weight, all candidates are measured by the whole suite. `change_not_tested = "off"` under
 * [scoring.integrity.severity] saves it all.
 */
export async function planCoverage(planning: Planning): Promise<PlannedCapture[]> {
  const { policy, reading, standing } = planning;
  const { weights, integrity } = policy.scoring;
  if (weights.coverage > 0) return reading.candidates.flatMap((candidate) => planWhole(planning, candidate, true));
  if (!integrity.enabled || integrity.severity.change_not_tested === 'off') return [];
  const leaders = reading.candidates.filter((each) => standing.leaders.has(each.entry.name) && hasPassingTests(each));
  const next: PlannedCapture[] = [];
  for (const candidate of leaders) {
    const shown = exercisingTests(reading, candidate);
    const isShown = shown.own.length + shown.authors.length > 0;
    if (!isShown) next.push(...planWhole(planning, candidate, false));
    else if (candidate.entry.name === standing.leader) next.push(...(await planShown(planning, candidate, shown)));
  }
  return next;
}

function planWhole(planning: Planning, candidate: CandidateCaptures, isScored: boolean): PlannedCapture[] {
  const coverage = openPaths(planning, candidate, isScored);
  return coverage.length === 0 ? [] : [planned(planning, subjectOf(candidate), WHOLE, REASON, { coverage })];
}

/** The changed files to measure; none where that is done, or the tests do not run. */
function openPaths({ selector }: Planning, candidate: CandidateCaptures, isScored: boolean): string[] {
  const { diff, patch } = candidate;
  if (isMeasured(candidate, isScored) || !canRunTests(candidate)) return [];
  return selector.measurable(changedCodeLines(diff, patch).map(({ path }) => path));
}

/** A score needs what all tests execute; otherwise a part of them is enough. */
function isMeasured(candidate: CandidateCaptures, isScored: boolean): boolean {
  if (candidate.coverage.some(({ run }) => run.check === COVERAGE_CHECK)) return true;
  const known = changeCoverage(candidate);
  return known !== undefined && !(isScored && known.only_task_tests);
}

/** Only the tests that fail on the base and pass with the candidate: its own, or else those of another author. */
async function planShown(
  planning: Planning,
  candidate: CandidateCaptures,
  { own, authors }: ReturnType<typeof exercisingTests>,
): Promise<PlannedCapture[]> {
  const { selector } = planning;
  const coverage = openPaths(planning, candidate, false);
  if (coverage.length === 0) return [];
  const plan = (tree: CheckRun['tree'], selected: Pick<PlannedCapture, 'command'>) => [
    planned(planning, subjectOf(candidate), { ...SELECTED, tree }, REASON, { ...selected, coverage }),
  ];
  const command = own.length === 0 ? null : await selector.tests(ownCommit(candidate), own, null);
  if (command !== null) return plan('own', { command });
  const [author] = authors;
  const laid = author === undefined ? null : await selector.layOver(sourceOf(planning, author), decidingCommit(candidate));
  return laid === null ? [] : plan(decidingTree(candidate), laid);
}

/** The whole suite of the base; nothing where no file can be measured. */
export function planBaseCoverage(policy: Policy, paths: readonly string[]): PlannedCapture[] {
  const test = testCheck(policy);
  if (test === null || paths.length === 0) return [];
  return [
    { ...firstCapture({ ...test, id: COVERAGE_CHECK }, BASELINE, 'own', 'which lines do the tests execute?'), coverage: paths },
  ];
}
