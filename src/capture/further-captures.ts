// Which executions are still needed, given everything that was captured so far. It is asked again after each stage until
// the answer is "none"; the same captures give the same plan, so that an interrupted run goes on where it stopped.
import {
  attemptsOf,
  type CandidateCaptures,
  decidingTree,
  firstTestRun,
  type MaybeReading,
  ownTests,
  placeCanaries,
  type RunReading,
  type SubjectReading,
} from '../compare/index.ts';
import {
  CANARY_CHECK,
  CANARY_FILE_CHECK,
  type CanaryFile,
  type CheckRun,
  type Policy,
  type TestSummary,
} from '../contract/index.ts';
import type { ResolvedCommit } from '../git/index.ts';
import { BASELINE, type Subject } from '../store/index.ts';
import { type CheckPlan, testCheck } from './checks.ts';
import type { TestSelector } from './first-captures.ts';
import type { PlannedCapture } from './planned.ts';
import { hasRun, historyOf, isConfirmedAlone, isMixed, statusesOf, type TestHistory } from './test-history.ts';

/** What the captures so far come to; decided by the scoring. */
export interface Standing {
  /** The candidate that would be merged first; null when none would. */
  leader: string | null;
  /** Candidates that are mergeable, or would be if the tests they lost turned out to be flaky. */
  undecided: ReadonlySet<string>;
}

/** A repetition of the whole suite costs as much as a candidate: one settles whether a failure is permanent. */
const MAX_WHOLE_ROUNDS = 1;
/** A test that fails on the base and passes with a candidate has two results that agree with each other already. */
const FIXED_ROUNDS = 1;
/** A test that is flaky on a candidate gets more chances to show that it is flaky on the base too. */
const EXTRA_BASE_ROUNDS = 3;

interface Planning {
  reading: RunReading;
  policy: Policy;
  selector: TestSelector;
  standing: Standing;
  test: CheckPlan;
}

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
    ...(await planNewTests(planning)),
    ...(await planCanaryFiles(planning)),
    ...planDoubtfulSuites(planning),
  ];
  // Only who leads after all that gets the costly run.
  return early.length > 0 ? early : planCanarySuite(planning);
}

function planned(
  { test }: Planning,
  subject: Subject,
  run: CheckRun,
  reason: string,
  { command = test.command, canaries = [] }: { command?: string; canaries?: readonly CanaryFile[] } = {},
): PlannedCapture {
  const { kind, timeoutSeconds, alone } = test;
  const asksForReport = run.attempt?.kind !== 'plain';
  return { subject, run, kind, command, timeoutSeconds, alone, canaries, asksForReport, reason };
}

function subjectOf({ entry }: CandidateCaptures): Subject {
  return { kind: 'candidate', name: entry.name };
}

function ownCommit({ entry: { commit, tree } }: CandidateCaptures): ResolvedCommit {
  return { commit, tree };
}

function decidingCommit(candidate: CandidateCaptures): ResolvedCommit {
  return candidate.entry.pinned ?? ownCommit(candidate);
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

/** Whether tests of the base fail, or cannot be read, only because the runner is asked for a report. */
export function requestChangesResults(reading: RunReading): boolean {
  const { baseline, run } = reading;
  const first = firstTestRun(baseline, { check: 'test', tree: 'own' });
  const [plain] = attemptsOf(baseline, 'own', 'plain');
  if (run.reports_withdrawn || first?.state !== 'read' || plain?.state !== 'read') return false;
  if (statusesOf(first).size === 0) return countPassed(plain) > countPassed(first);
  // The same tests once more with the request: what passes there is flaky.
  const { command } = plain.reading.capture;
  const again = [...attemptsOf(baseline, 'own', 'selected'), ...attemptsOf(baseline, 'own', 'again')].find(
    (each) => each.state === 'read' && each.reading.capture.command === command,
  );
  return again !== undefined && countFailed(again) > countFailed(plain);
}

/** By the counts alone: without a report most consoles do not name every test. */
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

/** Where the parts of a candidate's own suite do not tell how the whole goes, the whole runs. */
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
  const before = statusesOf(own);
  const suite = statusesOf(firstTestRun(candidate, { check: CANARY_CHECK, tree: 'own' }));
  return [...suite].some(([id, status]) => status === 'failed' && before.get(id) === 'passed');
}

/** Tests in question on one tree, and whether what is known settles them. */
interface Question {
  subject: Subject;
  tree: CheckRun['tree'];
  commit: ResolvedCommit;
  history: TestHistory;
  ids: readonly string[];
  rounds: number;
  reason: string;
}

async function planReruns(planning: Planning): Promise<PlannedCapture[]> {
  const { reading, policy, standing } = planning;
  const { reruns } = policy.scoring.tests;
  const base = historyOf(reading.baseline, 'own', firstTestRun(reading.baseline, { check: 'test', tree: 'own' }));
  if (reruns === 0 || base.first.size === 0) return [];
  const open = reading.candidates.filter(({ entry }) => standing.undecided.has(entry.name));
  const trees = open.map((candidate) => readTree(candidate, base));
  const isAsked = attention(planning);
  const onCandidates = trees.flatMap((tree) => [
    { ...tree, rounds: reruns, ids: tree.lost, reason: `fails ${countTests(tree.lost)} of the base; is that stable?` },
    ...(isAsked(tree.subject) ? [{ ...tree, rounds: FIXED_ROUNDS, ids: tree.fixed, reason: fixedReason(tree.fixed) }] : []),
  ]);
  const fixed = unique(trees.flatMap((tree) => tree.fixed));
  const onBase = baseQuestion(planning, base, fixed, FIXED_ROUNDS, failingReason(fixed));
  const first = await planAll(planning, [...onCandidates, onBase]);
  if (first.length > 0) return first;
  // The candidates are settled. Now the base, for what would still change the answer.
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

function readTree(candidate: CandidateCaptures, base: TestHistory): CandidateTree {
  const tree = decidingTree(candidate);
  const first = tree === 'pinned' ? firstTestRun(candidate, { check: 'test', tree }) : ownTests(candidate);
  const history = historyOf(candidate, tree, first);
  const idsWhere = (before: string, after: string) =>
    [...base.first].filter(([id, status]) => status === before && history.first.get(id) === after).map(([id]) => id);
  const [lost, fixed] = [idsWhere('passed', 'failed').sort(), idsWhere('failed', 'passed').sort()];
  return { subject: subjectOf(candidate), tree, commit: decidingCommit(candidate), history, lost, fixed };
}

/** Whose good results are confirmed: the leader's, or those of all who may still lead. */
function attention({ standing }: Planning): (subject: Subject) => boolean {
  const names = standing.leader === null ? standing.undecided : new Set([standing.leader]);
  return (subject) => subject.kind === 'candidate' && names.has(subject.name);
}

function fixedReason(ids: readonly string[]): string {
  return `passes ${countTests(ids)} of the base's failing ones; is that stable?`;
}

function baseQuestion(
  { reading }: Planning,
  history: TestHistory,
  ids: readonly string[],
  rounds: number,
  reason: string,
): Question {
  const { commit, tree } = reading.run.base;
  return { subject: BASELINE, tree: 'own', commit: { commit, tree }, history, ids, rounds, reason };
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

/** One more run of the tests in question, by themselves where the runner can select them. Null when they are settled. */
async function planNextRound(planning: Planning, question: Question): Promise<PlannedCapture | null> {
  const { subject, tree, commit, history, rounds, reason } = question;
  const ids = question.ids.filter((id) => hasRun(history.first.get(id)));
  const open = ids.filter((id) => !isMixed(history, id));
  if (open.length === 0) return null;
  const command = await planning.selector.tests(commit, unique(ids), null);
  const made = command === null ? rounds : history.selected.filter((run) => run.command === command).length;
  if (command !== null && made < rounds) {
    const attempt = { kind: 'selected' as const, round: history.selected.length + 1 };
    return planned(planning, subject, { check: 'test', tree, attempt }, reason, { command });
  }
  const unsettled = open.filter((id) => command === null || !isConfirmedAlone(history, id));
  if (unsettled.length === 0 || history.again.length >= MAX_WHOLE_ROUNDS) return null;
  const attempt = { kind: 'again' as const, round: history.again.length + 1 };
  return planned(planning, subject, { check: 'test', tree, attempt }, reason);
}

/** New tests of the leader run again by themselves, in orders that its tree decides. */
async function planNewTests(planning: Planning): Promise<PlannedCapture[]> {
  const { reading, policy, selector } = planning;
  const { reruns } = policy.scoring.tests;
  const isAsked = attention(planning);
  const base = statusesOf(firstTestRun(reading.baseline, { check: 'test', tree: 'own' }));
  const next: PlannedCapture[] = [];
  for (const candidate of reading.candidates) {
    const round = attemptsOf(candidate, 'own', 'shuffled').length + 1;
    if (round > reruns || base.size === 0 || !isAsked(subjectOf(candidate))) continue;
    const own = statusesOf(ownTests(candidate));
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

interface PlacedFiles {
  tree: CheckRun['tree'];
  commit: ResolvedCommit;
  files: readonly CanaryFile[];
}

/** Failing tests show that a runner reports failures; only where all is green one has to be added. */
function placeOn(candidate: CandidateCaptures, canaries: readonly CanaryFile[]): PlacedFiles | null {
  const { own, pinned } = placeCanaries(canaries, candidate.diff, candidate.entry.pinned !== null);
  const isGreen = (reading: MaybeReading<TestSummary> | null) =>
    reading?.state === 'read' && reading.reading.capture.ended === 'exited' && reading.reading.capture.exit_code === 0;
  if (own.length > 0) return isGreen(ownTests(candidate)) ? { tree: 'own', commit: ownCommit(candidate), files: own } : null;
  if (pinned.length === 0 || !isGreen(firstTestRun(candidate, { check: 'test', tree: 'pinned' }))) return null;
  return { tree: 'pinned', commit: decidingCommit(candidate), files: pinned };
}

function isCaptured(subject: SubjectReading, check: string, tree: CheckRun['tree']): boolean {
  return firstTestRun(subject, { check, tree }) !== null;
}

const CANARY_REASON = 'does the runner report a failing test that Hydra adds?';

/** Only the file of the added test, on the base and on every green candidate. */
async function planCanaryFiles(planning: Planning): Promise<PlannedCapture[]> {
  const { reading, selector } = planning;
  const { canaries = [], base } = reading.run;
  const next: PlannedCapture[] = [];
  const plan = async (subject: Subject, { tree, commit, files }: PlacedFiles) => {
    const command = await selector.files(
      commit,
      files.map(({ path }) => path),
      new Map(files.map(({ path, text }) => [path, text])),
    );
    const run: CheckRun = { check: CANARY_FILE_CHECK, tree, attempt: null };
    if (command !== null) next.push(planned(planning, subject, run, CANARY_REASON, { command, canaries: files }));
  };
  const green = reading.candidates.flatMap((candidate) => {
    const placed = placeOn(candidate, canaries);
    return placed === null ? [] : [{ candidate, placed }];
  });
  if (green.length > 0 && !isCaptured(reading.baseline, CANARY_FILE_CHECK, 'own')) {
    await plan(BASELINE, { tree: 'own', commit: { commit: base.commit, tree: base.tree }, files: canaries });
  }
  for (const { candidate, placed } of green) {
    if (!isCaptured(candidate, CANARY_FILE_CHECK, placed.tree)) await plan(subjectOf(candidate), placed);
  }
  return next;
}

/** A candidate that does not run the added file alone, and fails, may have moved its tests: the whole suite tells. */
function planDoubtfulSuites(planning: Planning): PlannedCapture[] {
  const { reading } = planning;
  const { canaries = [] } = reading.run;
  return reading.candidates.flatMap((candidate) => {
    const placed = placeOn(candidate, canaries);
    const [base, alone] = [
      firstTestRun(reading.baseline, { check: CANARY_FILE_CHECK, tree: 'own' }),
      placed === null ? null : firstTestRun(candidate, { check: CANARY_FILE_CHECK, tree: placed.tree }),
    ];
    if (placed === null || base === null || alone === null) return [];
    const expected = placed.files.filter((file) => reports(base, [file]));
    const isInDoubt = !reports(alone, expected) && exitCodeOf(alone) !== 0;
    return isInDoubt ? planSuiteWithCanary(planning, candidate, placed, 'it does not run an added failing test by itself') : [];
  });
}

/** The whole suite with the added test, for the candidate that leads. */
function planCanarySuite(planning: Planning): PlannedCapture[] {
  const { reading, standing } = planning;
  const leader = reading.candidates.find(({ entry }) => entry.name === standing.leader);
  const placed = leader === undefined ? null : placeOn(leader, reading.run.canaries ?? []);
  if (leader === undefined || placed === null) return [];
  return planSuiteWithCanary(planning, leader, placed, 'it leads; does the whole suite report a failing test that Hydra adds?');
}

/** On the base only where the candidate does not report it: what the base does not report either says nothing. */
function planSuiteWithCanary(
  planning: Planning,
  candidate: CandidateCaptures,
  { tree, files }: PlacedFiles,
  reason: string,
): PlannedCapture[] {
  const ran = firstTestRun(candidate, { check: CANARY_CHECK, tree });
  const run: CheckRun = { check: CANARY_CHECK, tree, attempt: null };
  if (ran === null) return [planned(planning, subjectOf(candidate), run, reason, { canaries: files })];
  const isReported = exitCodeOf(ran) !== 0 && reports(ran, files);
  if (isReported || isCaptured(planning.reading.baseline, CANARY_CHECK, 'own')) return [];
  const onBase = `${candidate.entry.name} does not report an added failing test; does the base?`;
  const { canaries = [] } = planning.reading.run;
  return [planned(planning, BASELINE, { ...run, tree: 'own' }, onBase, { canaries })];
}

function exitCodeOf(reading: MaybeReading<TestSummary>): number | null {
  return reading.state === 'read' ? reading.reading.capture.exit_code : null;
}

/** Names of added tests carry their mark. */
function reports(reading: MaybeReading<TestSummary>, files: readonly CanaryFile[]): boolean {
  const failed = reading.state === 'read' ? reading.reading.summary.tests.filter(({ status }) => status === 'failed') : [];
  const plain = failed.map(({ id }) => id.toLowerCase().replace(/[^a-z0-9]/g, ''));
  return files.every(({ mark }) => plain.some((id) => id.includes(`hydracanary${mark}`)));
}
