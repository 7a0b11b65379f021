// Plans the executions that are still needed, given all captures so far. It runs again after each stage until
// the plan is empty; the same captures give the same plan, so that an interrupted run can be resumed.
import {
  attemptsOf,
  type CandidateCaptures,
  completeStatusesOf,
  decidingTree,
  firstTestRun,
  type MaybeReading,
  measuredRuns,
  ownTests,
  type RunReading,
} from '../compare/index.ts';
import { CANARY_CHECK, type CheckRun, COVERAGE_CHECK, type Policy, type TestSummary } from '../contract/index.ts';
import type { ResolvedCommit } from '../git/index.ts';
import { BASELINE, type Subject } from '../store/index.ts';
import { testCheck } from './checks.ts';
import type { TestSelector } from './first-captures.ts';
import { planAttribution } from './plan-attribution.ts';
import { planCanaryFiles, planCanarySuite, planDoubtfulSuites } from './plan-canaries.ts';
import { pathsForRepetition, planCoverage } from './plan-coverage.ts';
import { planTaskTests } from './plan-task-tests.ts';
import type { PlannedCapture } from './planned.ts';
import { decidingCommit, ownCommit, type Planning, planned, type Standing, subjectOf } from './planning.ts';
import { hasRun, historyOf, isConfirmedAlone, isMixed, type TestHistory } from './test-history.ts';

/** A repetition of the whole suite costs as much as a candidate: one is enough to show that a failure is permanent. */
const MAX_WHOLE_ROUNDS = 1;
/** A test that fails on the base and passes with a candidate already has two consistent results. */
const FIXED_ROUNDS = 1;
/** A test that is flaky on a candidate is repeated more often on the base, to see whether it is flaky there too. */
const EXTRA_BASE_ROUNDS = 3;

export async function planFurther(
  reading: RunReading,
  policy: Policy,
  selector: TestSelector,
  standing: Standing,
): Promise<PlannedCapture[]> {
  const test = testCheck(policy);
  if (test === null) return [];
  const planning = { reading, policy, selector, standing, test };
  const plain = await planPlainRun(planning);
  if (plain.length > 0) return plain;
  const early = [
    ...planOwnSuites(planning),
    ...(await planReruns(planning)),
    ...(await planCanaryFiles(planning)),
    ...planDoubtfulSuites(planning),
  ];
  if (early.length > 0) return early;
  const aboutTask = await planTaskTests(planning);
  if (aboutTask.length > 0) return aboutTask;
  // Only the leader after these steps gets the expensive runs.
  const newTests = await planNewTests(planning);
  if (newTests.length > 0) return newTests;
  return [...planCanarySuite(planning), ...(await planCoverage(planning)), ...(await planAttribution(planning))];
}

/** Failing tests of the base run once without the request for a report: Hydra must not change results. */
async function planPlainRun(planning: Planning): Promise<PlannedCapture[]> {
  const { reading, selector } = planning;
  const first = firstTestRun(reading.baseline, { check: 'test', tree: 'own' });
  if (reading.run.reports_withdrawn || !selector.asksForReport || first?.state !== 'read' || isAllGreen(first)) return [];
  const { commit, tree } = reading.run.base;
  const history = historyOf(reading.baseline, 'own', first);
  const failed = [...history.first].filter(([, status]) => status === 'failed').map(([id]) => id);
  const selected = failed.length === 0 ? null : await selector.tests({ commit, tree }, unique(failed), null);
  const command = selected ?? planning.test.command;
  const plan = (kind: 'plain' | 'selected' | 'again', round: number, reason: string) => [
    planned(planning, BASELINE, { check: 'test', tree: 'own', attempt: { kind, round } }, reason, { command }),
  ];
  const plain = attemptsOf(reading.baseline, 'own', 'plain');
  if (plain.length === 0) return plan('plain', 1, 'tests fail on the base; does asking for a report cause that?');
  const isRepeated = history.selected.length + history.again.length > 0;
  if (isRepeated || plain.every((run) => countFailed(run) >= failed.length)) return [];
  const kind = selected === null ? 'again' : 'selected';
  return plan(kind, 1, 'tests fail on the base only when the runner is asked for a report; or are they flaky?');
}

function isAllGreen({ reading }: Extract<MaybeReading<TestSummary>, { state: 'read' }>): boolean {
  const { capture, summary } = reading;
  return capture.ended === 'exited' && capture.exit_code === 0 && summary.precision === 'exact' && summary.failed === 0;
}

/** Whether tests of the base fail, or cannot be parsed, only because of the request for a report. */
export function requestChangesResults(reading: RunReading): boolean {
  const { baseline, run } = reading;
  const first = firstTestRun(baseline, { check: 'test', tree: 'own' });
  const [plain] = attemptsOf(baseline, 'own', 'plain');
  if (run.reports_withdrawn || first?.state !== 'read' || plain?.state !== 'read') return false;
  if (completeStatusesOf(first).size === 0) return countPassed(plain) > countPassed(first);
  // The same tests again with the request: a test that passes there is flaky.
  const { command } = plain.reading.capture;
  const again = [...attemptsOf(baseline, 'own', 'selected'), ...attemptsOf(baseline, 'own', 'again')].find(
    (each) => each.state === 'read' && each.reading.capture.command === command,
  );
  return again !== undefined && countFailed(again) > countFailed(plain);
}

/**
 * Whether a failing test of the base also failed in the plain run, which counts as a repetition. Console output has other
 * test names than a report, or none: then the counts decide, if only the failing tests ran and none passed.
 */
function failsPlainly({ reading, test }: Planning, base: TestHistory, id: string): boolean {
  const [plain] = attemptsOf(reading.baseline, 'own', 'plain');
  if (plain?.state !== 'read') return false;
  const failing = [...base.first.values()].filter((status) => status === 'failed').length;
  const { capture, summary } = plain.reading;
  const isSelection = capture.command !== test.command && (summary.precision === 'exact' || summary.precision === 'totals');
  return completeStatusesOf(plain).get(id) === 'failed' || (isSelection && summary.passed === 0 && summary.failed === failing);
}

/** By the counts alone: without a report most runners do not print every test name. */
function countFailed(reading: MaybeReading<TestSummary>): number {
  if (reading.state !== 'read') return Number.POSITIVE_INFINITY;
  const { capture, summary } = reading.reading;
  if (summary.precision === 'exact' || summary.precision === 'totals') return summary.failed;
  return capture.ended === 'exited' && capture.exit_code === 0 ? 0 : Number.POSITIVE_INFINITY;
}

function countPassed({ reading }: Extract<MaybeReading<TestSummary>, { state: 'read' }>): number {
  const { precision, passed } = reading.summary;
  return precision === 'exact' || precision === 'totals' ? passed : 0;
}

/** If the parts of a candidate's own suite do not show the result of the whole, the whole runs. */
function planOwnSuites(planning: Planning): PlannedCapture[] {
  return planning.reading.candidates.flatMap((candidate) => {
    const hasWhole = firstTestRun(candidate, { check: 'test', tree: 'own' }) !== null;
    const [changed] = attemptsOf(candidate, 'own', 'changed');
    if (hasWhole || changed === undefined) return [];
    const own = ownTests(candidate);
    const failsElsewhere = own !== null && failsInCanarySuite(candidate, own);
    if (own !== null && !failsElsewhere) return [];
    const why = own === null ? 'the changed test files alone give no results by name' : 'tests fail only in the whole suite';
    return [planned(planning, subjectOf(candidate), { check: 'test', tree: 'own', attempt: null }, why)];
  });
}

function failsInCanarySuite(candidate: CandidateCaptures, own: MaybeReading<TestSummary>): boolean {
  const before = completeStatusesOf(own);
  const suite = completeStatusesOf(firstTestRun(candidate, { check: CANARY_CHECK, tree: 'own' }));
  return [...suite].some(([id, status]) => status === 'failed' && before.get(id) === 'passed');
}

/** Tests in doubt on one tree, and whether the results so far decide them. */
interface Question {
  subject: Subject;
  tree: CheckRun['tree'];
  commit: ResolvedCommit;
  history: TestHistory;
  ids: readonly string[];
  rounds: number;
  /** Changed files whose executed lines the next run measures as well. */
  measures: readonly string[];
  reason: string;
}

async function planReruns(planning: Planning): Promise<PlannedCapture[]> {
  const { reading, policy, standing } = planning;
  const { reruns } = policy.scoring.tests;
  const base = historyOf(reading.baseline, 'own', firstTestRun(reading.baseline, { check: 'test', tree: 'own' }));
  if (reruns === 0 || base.first.size === 0) return [];
  const open = reading.candidates.filter(({ entry }) => standing.undecided.has(entry.name));
  const trees = open.map((candidate) => readTree(planning, candidate, base));
  const isAsked = attention(planning);
  const onCandidates = trees.flatMap((tree) => [
    {
      ...tree,
      measures: [],
      rounds: reruns,
      ids: tree.lost,
      reason: `fails ${countTests(tree.lost)} of the base; checking for flaky tests`,
    },
    ...(isAsked(tree.subject) ? [{ ...tree, rounds: FIXED_ROUNDS, ids: tree.fixed, reason: fixedReason(tree.fixed) }] : []),
  ]);
  const fixed = unique(trees.flatMap((tree) => tree.fixed)).filter((id) => !failsPlainly(planning, base, id));
  const onBase = baseQuestion(planning, base, fixed, FIXED_ROUNDS, failingReason(fixed));
  const first = await planAll(planning, [...onCandidates, onBase]);
  if (first.length > 0) return first;
  // The candidates are decided. Now the base, for results that would still change the ranking.
  const lost = unique(trees.flatMap(({ history, lost: ids }) => ids.filter((id) => !isMixed(history, id))));
  const sometimes = unique(trees.flatMap(({ history, lost: ids }) => ids.filter((id) => isMixed(history, id))));
  const flakyReason = `fails only sometimes on a candidate: ${countTests(sometimes)}; flaky on the base too?`;
  return planAll(planning, [
    baseQuestion(planning, base, lost, reruns, `candidates lose ${countTests(lost)}; flaky on the base?`),
    baseQuestion(planning, base, sometimes, reruns * EXTRA_BASE_ROUNDS, flakyReason),
  ]);
}

interface CandidateTree extends Omit<Question, 'ids' | 'rounds' | 'reason'> {
  /** Pass on the base and fail here. */
  lost: readonly string[];
  /** Fail on the base and pass here. */
  fixed: readonly string[];
}

function readTree(planning: Planning, candidate: CandidateCaptures, base: TestHistory): CandidateTree {
  const tree = decidingTree(candidate);
  const first = tree === 'pinned' ? firstTestRun(candidate, { check: 'test', tree }) : ownTests(candidate);
  const measured = measuredRuns(candidate).filter(({ run }) => run.tree === tree && run.attempt !== null);
  const history = historyOf(
    candidate,
    tree,
    first,
    measured.map(({ reading }) => reading),
  );
  const idsWhere = (before: string, after: string) =>
    [...base.first].filter(([id, status]) => status === before && history.first.get(id) === after).map(([id]) => id);
  const [lost, fixed] = [idsWhere('passed', 'failed').sort(), idsWhere('failed', 'passed').sort()];
  const measures = fixed.length === 0 ? [] : pathsForRepetition(planning, candidate);
  return { subject: subjectOf(candidate), tree, commit: decidingCommit(candidate), history, lost, fixed, measures };
}

/** The candidates whose good results are confirmed: the leader, or all that may still lead. */
function attention({ standing }: Planning): (subject: Subject) => boolean {
  const names = standing.leader === null ? standing.undecided : new Set([standing.leader]);
  return (subject) => subject.kind === 'candidate' && names.has(subject.name);
}

function fixedReason(ids: readonly string[]): string {
  return `passes ${countTests(ids)} of the base's failing ones; checking for flaky tests`;
}

function baseQuestion(
  { reading }: Planning,
  history: TestHistory,
  ids: readonly string[],
  rounds: number,
  reason: string,
): Question {
  const { commit, tree } = reading.run.base;
  return { subject: BASELINE, tree: 'own', commit: { commit, tree }, history, ids, rounds, measures: [], reason };
}

function failingReason(ids: readonly string[]): string {
  return `candidates pass ${countTests(ids)} of the base's failing ones; flaky there?`;
}

function countTests(ids: readonly string[]): string {
  return ids.length === 1 ? '1 test' : `${ids.length} tests`;
}

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)].sort();
}

async function planAll(planning: Planning, questions: readonly Question[]): Promise<PlannedCapture[]> {
  const next: PlannedCapture[] = [];
  for (const question of questions) {
    const capture = await planNextRound(planning, question);
    const isPlanned = next.some(({ subject, run }) => subject === question.subject && run.tree === question.tree);
    if (capture !== null && !isPlanned) next.push(capture);
  }
  return next;
}

/** One more run of the tests in doubt, on their own if the runner can select them. Null when they are decided. */
async function planNextRound(planning: Planning, question: Question): Promise<PlannedCapture | null> {
  const { subject, tree, commit, history, rounds, measures, reason } = question;
  const ids = question.ids.filter((id) => hasRun(history.first.get(id)));
  const open = ids.filter((id) => !isMixed(history, id));
  if (open.length === 0) return null;
  const command = await planning.selector.tests(commit, unique(ids), null);
  const made = command === null ? rounds : history.selected.filter((run) => run.command === command).length;
  if (command !== null && made < rounds && measures.length > 0) {
    const run: CheckRun = { check: COVERAGE_CHECK, tree, attempt: { kind: 'selected', round: 1 } };
    return planned(planning, subject, run, `${reason} Which changed lines do they execute?`, { command, coverage: measures });
  }
  if (command !== null && made < rounds) {
    const attempt = { kind: 'selected' as const, round: history.selected.length + 1 };
    return planned(planning, subject, { check: 'test', tree, attempt }, reason, { command });
  }
  const unsettled = open.filter((id) => command === null || !isConfirmedAlone(history, id));
  if (unsettled.length === 0 || history.again.length >= MAX_WHOLE_ROUNDS) return null;
  const attempt = { kind: 'again' as const, round: history.again.length + 1 };
  return planned(planning, subject, { check: 'test', tree, attempt }, reason);
}

/** New tests of the leader run again on their own, in orders derived from its tree. */
async function planNewTests(planning: Planning): Promise<PlannedCapture[]> {
  const { reading, policy, selector } = planning;
  const { reruns } = policy.scoring.tests;
  const isAsked = attention(planning);
  const base = completeStatusesOf(firstTestRun(reading.baseline, { check: 'test', tree: 'own' }));
  const next: PlannedCapture[] = [];
  for (const candidate of reading.candidates) {
    const round = attemptsOf(candidate, 'own', 'shuffled').length + 1;
    if (round > reruns || base.size === 0 || !isAsked(subjectOf(candidate))) continue;
    const own = completeStatusesOf(ownTests(candidate));
    const added = [...own].filter(([id, status]) => hasRun(status) && !base.has(id)).map(([id]) => id);
    const seed = seedOf(candidate.entry.tree, round);
    const command = added.length === 0 ? null : await selector.tests(ownCommit(candidate), unique(added), seed);
    if (command === null) continue;
    const run: CheckRun = { check: 'test', tree: 'own', attempt: { kind: 'shuffled', round } };
    next.push(planned(planning, subjectOf(candidate), run, `new: ${countTests(added)}; stable?`, { command }));
  }
  return next;
}

/** The same tree has the same orders everywhere. */
function seedOf(tree: string, round: number): number {
  return (Number.parseInt(tree.slice(0, 6), 16) % 60_000) + round;
}
