// Plans the executions that are still needed, given all captures so far. It runs again after each stage until
// the plan is empty; the same captures give the same plan, so that an interrupted run can be resumed.

import {
  BASELINE,
  CANARY_CHECK,
  type CheckRun,
  COVERAGE_CHECK,
  formatCheckRun,
  type PlannedCapture,
  type Policy,
  type ResolvedCommit,
  type Subject,
  type TestSummary,
  testCheck,
} from '../contract/index.ts';
import {
  attemptsOf,
  type CandidateCaptures,
  completeStatusesOf,
  decidingTree,
  firstTestRun,
  idsChanged,
  type MaybeReading,
  measuredRuns,
  ownTests,
  type RunReading,
  testChanges,
} from '../judge/index.ts';
import { describePlanned, describeStanding, type ExplainPlan } from './explain-plan.ts';
import { planAnswers } from './plan-answers.ts';
import { planAttribution } from './plan-attribution.ts';
import { planCanaryFiles, planDoubtfulSuites } from './plan-canaries.ts';
import { pathsForRepetition, planCoverage } from './plan-coverage.ts';
import { planLeaders } from './plan-independent.ts';
import { planMetrics } from './plan-metrics.ts';
import { canReorder, planOrder } from './plan-order.ts';
import { failingPlainly, planPlainRun } from './plan-plain-run.ts';
import { planSecurity } from './plan-security.ts';
import { planTaskTests } from './plan-task-tests.ts';
import { planVaried } from './plan-varied.ts';
import {
  type AbsentAuthor,
  decidingCommit,
  ownCommit,
  type Planning,
  planned,
  type Standing,
  seedOf,
  subjectOf,
} from './planning.ts';
import { hasRun, historyOf, isConfirmedAlone, isRefutedAlone, mixedIn, type TestHistory } from './test-history.ts';
import type { TestSelector } from './test-selector.ts';

/** A repetition of the whole suite costs as much as a candidate: one is enough to show that a failure is permanent. */
const MAX_WHOLE_ROUNDS = 1;
/** A test that fails on the base and passes with a candidate already has two consistent results. */
const FIXED_ROUNDS = 1;
/** A random test must not look like an edited one. */
const EDITED_ROUNDS = 3;
/** A test that is flaky on a candidate is repeated more often on the base, to see whether it is flaky there too. */
const EXTRA_BASE_ROUNDS = 5;
/** More runs of a test alone that fails in every suite and passes alone every time. */
const OPPOSITE_ROUNDS = 4;

/** The same captures give the same plan. `explain` gets a line for each execution. */
export async function planFurther(
  reading: RunReading,
  policy: Policy,
  selector: TestSelector,
  standing: Standing,
  absent: readonly AbsentAuthor[],
  pause: Planning['pause'],
  explain: ExplainPlan = () => {},
): Promise<PlannedCapture[]> {
  explain(describeStanding(standing));
  const next = asSet(await planStage(reading, policy, { selector, standing, absent, pause }, explain));
  if (next.length === 0) explain('no further execution can change the result');
  return next;
}

/** Several candidates may need the same run of the base. Each run has one folder, so that it is planned once. */
function asSet(captures: readonly PlannedCapture[]): PlannedCapture[] {
  const byRun = new Map<string, PlannedCapture>();
  for (const capture of captures) {
    const key = JSON.stringify([capture.subject, formatCheckRun(capture.run)]);
    if (!byRun.has(key)) byRun.set(key, capture);
  }
  return [...byRun.values()];
}

type Planner = (planning: Planning) => PlannedCapture[] | Promise<PlannedCapture[]>;

/** In order: later ones depend on the results of earlier ones, which can change which candidates lead. */
const STAGES: readonly Readonly<Record<string, Planner>>[] = [
  { 'plain run': planPlainRun },
  {
    'own suites': planOwnSuites,
    reruns: planReruns,
    'canary files': planCanaryFiles,
    'doubtful suites': planDoubtfulSuites,
    'order of tests': planOrder,
  },
  { 'tests about the task': planTaskTests },
  // Only the leader after these stages gets the expensive runs.
  { 'new tests': planNewTests },
  { answers: planAnswers },
  { 'independent run': planLeaders, 'varied tests': planVaried, coverage: planCoverage, attribution: planAttribution },
];

async function planStage(
  reading: RunReading,
  policy: Policy,
  rest: Omit<Planning, 'reading' | 'policy' | 'test'>,
  explain: ExplainPlan,
): Promise<PlannedCapture[]> {
  const explained = (planner: string, captures: PlannedCapture[]) => {
    for (const capture of captures) explain(describePlanned(planner, capture));
    return captures;
  };
  // The standing depends on them.
  const metrics = explained('metrics', planMetrics(reading, policy));
  if (metrics.length > 0) return metrics;
  const security = explained('security scan', planSecurity(reading, policy));
  const test = testCheck(policy);
  if (security.length > 0 || test === null) return security;
  for (const stage of STAGES) {
    const next: PlannedCapture[] = [];
    for (const [name, plan] of Object.entries(stage))
      next.push(...explained(name, await plan({ reading, policy, test, ...rest })));
    if (next.length > 0) return next;
    await rest.pause();
  }
  return [];
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
  const suite = completeStatusesOf(firstTestRun(candidate, { check: CANARY_CHECK, tree: 'own' }));
  return idsChanged(completeStatusesOf(own), suite, 'passed', 'failed').length > 0;
}

/** Tests in doubt on one tree, and whether the results so far decide them. */
interface Question {
  subject: Subject;
  tree: CheckRun['tree'];
  commit: ResolvedCommit;
  history: TestHistory;
  /** The tests that both passed and failed in it. */
  mixed: ReadonlySet<string>;
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
  const failsPlainly = failingPlainly(planning, base);
  const fixed = unique(trees.flatMap((tree) => tree.fixed)).filter((id) => !failsPlainly(id));
  const onBase = baseQuestion(planning, base, fixed, FIXED_ROUNDS, failingReason(fixed));
  const first = await planAll(planning, [...onCandidates, onBase, ...editedQuestions(planning, base)]);
  if (first.length > 0) return first;
  // The candidates are decided. Now the base, for results that would still change the ranking.
  const lost = unique(trees.flatMap(({ mixed, lost: ids }) => ids.filter((id) => !mixed.has(id))));
  const sometimes = unique(trees.flatMap(({ mixed }) => [...mixed].filter((id) => base.first.has(id))));
  const flakyReason = `passes only sometimes on a candidate: ${countTests(sometimes)}; flaky on the base too?`;
  return planAll(planning, [
    baseQuestion(planning, base, lost, reruns, `candidates lose ${countTests(lost)}; flaky on the base?`),
    baseQuestion(planning, base, sometimes, reruns * EXTRA_BASE_ROUNDS, flakyReason),
  ]);
}

/**
 * A test that fails on the base and in the pinned tree, and passes only with the candidate's own tests, looks like an edited
 * test. A flaky one looks the same. Asked for every candidate: the finding makes it not mergeable.
 */
function editedQuestions(planning: Planning, base: TestHistory): Question[] {
  const pinned = planning.reading.candidates.filter((candidate) => decidingTree(candidate) === 'pinned');
  const mixedOnBase = mixedIn(base);
  const questions = pinned.map((candidate) => {
    const tree = readTree(planning, candidate, base);
    const passing = idsChanged(base.first, completeStatusesOf(ownTests(candidate)), 'failed', 'passed');
    const ids = passing.filter((id) => tree.history.first.get(id) === 'failed' && !mixedOnBase.has(id));
    const reason = `passes ${countTests(ids)} only with its own tests; checking for flaky tests`;
    return { ...tree, measures: [], rounds: EDITED_ROUNDS, ids, reason };
  });
  const ids = unique(questions.flatMap((question) => question.ids));
  const reason = `${countTests(ids)} of the base pass only with a candidate's own tests; flaky there?`;
  return [...questions, baseQuestion(planning, base, ids, EDITED_ROUNDS, reason)];
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
  const lost = idsChanged(base.first, history.first, 'passed', 'failed').sort();
  const fixed = idsChanged(base.first, history.first, 'failed', 'passed').sort();
  const measures = fixed.length === 0 ? [] : pathsForRepetition(planning, candidate);
  const mixed = mixedIn(history);
  return { subject: subjectOf(candidate), tree, commit: decidingCommit(candidate), history, mixed, lost, fixed, measures };
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
  const mixed = mixedIn(history);
  return { subject: BASELINE, tree: 'own', commit: { commit, tree }, history, mixed, ids, rounds, measures: [], reason };
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
  const { subject, tree, commit, history, mixed, rounds, measures, reason } = question;
  const ids = question.ids.filter((id) => hasRun(history.first.get(id)));
  const open = ids.filter((id) => !mixed.has(id));
  if (open.length === 0) return null;
  const command = await planning.selector.tests(commit, unique(ids), null);
  const made = command === null ? rounds : history.selected.filter((run) => run.command === command).length;
  if (command !== null && made < rounds && measures.length > 0) {
    const run: CheckRun = { check: COVERAGE_CHECK, tree, attempt: { kind: 'selected', round: 1 } };
    return planned(planning, subject, run, `${reason} Which changed lines do they execute?`, { command, coverage: measures });
  }
  const again = () => {
    const attempt = { kind: 'again' as const, round: history.again.length + 1 };
    return planned(planning, subject, { check: 'test', tree, attempt }, reason);
  };
  const alone = (selection: string) => {
    const attempt = { kind: 'selected' as const, round: history.selected.length + 1 };
    return planned(planning, subject, { check: 'test', tree, attempt }, reason, { command: selection });
  };
  if (command !== null && made < rounds) return alone(command);
  const unsettled = open.filter((id) => command === null || !isConfirmedAlone(history, id));
  if (unsettled.length === 0) return null;
  if (history.again.length < MAX_WHOLE_ROUNDS) return again();
  // Such a test depends on others, or it is random: only the second kind fails alone in some run.
  const isOpposite = unsettled.some((id) => isRefutedAlone(history, id));
  return command !== null && isOpposite && made < rounds + OPPOSITE_ROUNDS ? alone(command) : null;
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
    const { added: news } = testChanges(base, completeStatusesOf(ownTests(candidate)));
    const added = news.flatMap(([id, status]) => (hasRun(status) ? [id] : []));
    const seed = canReorder(planning) ? seedOf(candidate.entry.tree, round) : null;
    const command = added.length === 0 ? null : await selector.tests(ownCommit(candidate), unique(added), seed);
    if (command === null) continue;
    const run: CheckRun = { check: 'test', tree: 'own', attempt: { kind: 'shuffled', round } };
    const reason = `new: ${countTests(added)}; stable${seed === null ? '' : ' in another order'}?`;
    next.push(planned(planning, subjectOf(candidate), run, reason, { command }));
  }
  return next;
}
