// Plans the coverage runs: at most one per candidate, for candidates whose result it can change.
import {
  type CandidateCaptures,
  changeCoverage,
  changedCodeLines,
  decidingTree,
  exercisingTests,
  hasPassingTests,
  type TestAuthor,
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
 * The whole suite for the leader and those level with it, unless a test fails on the base and passes with them: such a
 * test already shows that the change is executed. Then only these tests run, and only for the leader, to measure how much
 * they execute. If coverage has a weight, the whole suite measures all candidates. `change_not_tested = "off"` under
 * [scoring.integrity.severity] disables all of it.
 */
export async function planCoverage(planning: Planning): Promise<PlannedCapture[]> {
  const { reading, policy, standing } = planning;
  const isScored = policy.scoring.weights.coverage > 0;
  const isOff = !policy.scoring.integrity.enabled || policy.scoring.integrity.severity.change_not_tested === 'off';
  if (isOff && !isScored) return [];
  const next: PlannedCapture[] = [];
  for (const candidate of reading.candidates) {
    const { name } = candidate.entry;
    if (!isScored && !standing.leaders.has(name)) continue;
    const paths = openPaths(planning, candidate);
    if (paths.length === 0) continue;
    const shown = exercisingTests(reading, candidate);
    const isShown = shown.own.length + shown.authors.length > 0;
    if (isScored || !isShown) next.push(planned(planning, subjectOf(candidate), WHOLE, REASON, { coverage: paths }));
    else if (name === standing.leader) next.push(...(await planShown(planning, candidate, shown, paths)));
  }
  return next;
}

/** The changed files that can be measured; none if they already are, or no test passes. */
function openPaths({ selector }: Planning, candidate: CandidateCaptures): string[] {
  const { coverage, diff, patch } = candidate;
  const isDone = coverage.some(({ run }) => run.check === COVERAGE_CHECK) || changeCoverage(candidate) !== undefined;
  if (isDone || !hasPassingTests(candidate)) return [];
  return selector.measurable(changedCodeLines(diff, patch).map(({ path }) => path));
}

/** Only the tests that fail on the base and pass with the candidate: its own, or else those of another author. */
async function planShown(
  planning: Planning,
  candidate: CandidateCaptures,
  { own, authors }: { own: readonly string[]; authors: readonly TestAuthor[] },
  coverage: readonly string[],
): Promise<PlannedCapture[]> {
  const { selector } = planning;
  const plan = (tree: CheckRun['tree'], selected: Pick<PlannedCapture, 'command'>) => [
    planned(planning, subjectOf(candidate), { ...SELECTED, tree }, REASON, { ...selected, coverage }),
  ];
  const command = own.length === 0 ? null : await selector.tests(ownCommit(candidate), own, null);
  if (command !== null) return plan('own', { command });
  const [author] = authors;
  const laid = author === undefined ? null : await selector.layOver(sourceOf(planning, author), decidingCommit(candidate));
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
