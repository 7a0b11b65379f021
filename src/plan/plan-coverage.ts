// Plans the coverage runs: at most one per candidate, for candidates whose result it can change.

import {
  BASELINE,
  type CheckRun,
  COVERAGE_CHECK,
  firstCapture,
  type PlannedCapture,
  type Policy,
  testCheck,
} from '../contract/index.ts';
import {
  type CandidateCaptures,
  canRunTests,
  changeCoverage,
  changedCodeLines,
  decidingTree,
  exercisingTests,
  hasPassingTests,
  measuredRuns,
} from '../judge/index.ts';
import { decidingCommit, ownCommit, type Planning, planned, sourceOf, subjectOf } from './planning.ts';

const WHOLE: CheckRun = { check: COVERAGE_CHECK, tree: 'own', attempt: null };
const REASON = 'which changed lines do tests execute?';

/**
 * The whole suite for the leader and those level with it, unless a test fails on the base and passes with them: such a
 * test already shows that the change is executed. Then only these tests run, and only for the leader, to measure how much
 * they execute. If coverage has a weight, the whole suite measures all candidates. `change_not_tested = "off"` under
 * [scoring.integrity.severity] disables all of it.
 */
export async function planCoverage(planning: Planning): Promise<PlannedCapture[]> {
  const { policy, reading, standing } = planning;
  if (policy.scoring.weights.coverage > 0) return reading.candidates.flatMap((candidate) => planWhole(planning, candidate, true));
  if (!isFindingOn(policy)) return [];
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

/**
 * The files that a repetition of the leader's tests measures at the same time, which saves a separate run. None
 * if the whole suite is or was measured.
 */
export function pathsForRepetition(planning: Planning, candidate: CandidateCaptures): string[] {
  const { policy, standing } = planning;
  const isWanted = isFindingOn(policy) && policy.scoring.weights.coverage === 0 && candidate.entry.name === standing.leader;
  return isWanted && hasPassingTests(candidate) ? openPaths(planning, candidate, false) : [];
}

function isFindingOn({ scoring: { integrity } }: Policy): boolean {
  return integrity.enabled && integrity.severity.change_not_tested !== 'off';
}

/** The changed files to measure; none if they already are, or the tests do not run. */
function openPaths(planning: Planning, candidate: CandidateCaptures, isScored: boolean): string[] {
  const isDone = measuredRuns(candidate).length > 0 || isReported(candidate, isScored);
  return isDone ? [] : pathsOf(planning, candidate);
}

function pathsOf({ selector }: Planning, candidate: CandidateCaptures): string[] {
  const { diff, patch } = candidate;
  return canRunTests(candidate) ? selector.measurable(changedCodeLines(diff, patch).map(({ path }) => path)) : [];
}

/** By reports of test runs. A score needs the coverage of all tests; otherwise a part of them is enough. */
function isReported(candidate: CandidateCaptures, isScored: boolean): boolean {
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
  const runs = measuredRuns(candidate);
  if (runs.length === 0 && isReported(candidate, false)) return [];
  const coverage = pathsOf(planning, candidate);
  const plan = (tree: CheckRun['tree'], selected: Pick<PlannedCapture, 'command'>) => {
    const isDone = runs.some(({ reading }) => reading.state === 'read' && reading.reading.capture.command === selected.command);
    const run: CheckRun = { check: COVERAGE_CHECK, tree, attempt: { kind: 'selected', round: runs.length + 1 } };
    const isOpen = coverage.length > 0 && !isDone;
    return isOpen ? [planned(planning, subjectOf(candidate), run, REASON, { ...selected, coverage })] : [];
  };
  const command = own.length === 0 ? null : await selector.tests(ownCommit(candidate), own, null);
  if (command !== null) return plan('own', { command });
  const [author] = authors;
  const laid = author === undefined ? null : await selector.layOver([sourceOf(planning, author)], decidingCommit(candidate));
  return laid === null ? [] : plan(decidingTree(candidate), laid);
}

/** The whole suite of the base; nothing if no file can be measured. */
export function planBaseCoverage(policy: Policy, paths: readonly string[]): PlannedCapture[] {
  const test = testCheck(policy);
  if (test === null || paths.length === 0) return [];
  return [
    { ...firstCapture({ ...test, id: COVERAGE_CHECK }, BASELINE, 'own', 'which lines do the tests execute?'), coverage: paths },
  ];
}
