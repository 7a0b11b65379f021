// Plans the independent runs of the leaders: its tests in another checkout under other conditions, and, if results differ,
// the repetitions that exclude flaky tests and properties of the suite.
import {
  type CandidateCaptures,
  compareIndependent,
  countedTests,
  decidingTree,
  restoredParts,
  type SubjectReading,
} from '../../compare/index.ts';
import {
  type CanaryFile,
  type CheckRun,
  INDEPENDENT_CANARY_CHECK,
  INDEPENDENT_CHECK,
  type Policy,
} from '../../contract/index.ts';
import type { ResolvedCommit } from '../../git/index.ts';
import { BASELINE, type Subject } from '../../store/index.ts';
import type { PlannedCapture } from '../planned.ts';
import { canariesElsewhere, planBaseSuite, planCanarySuite } from './plan-canaries.ts';
import { decidingCommit, type Planning, planned, seedOf, subjectOf } from './planning.ts';

/** Each costs a run of the suite. */
const MAX_VERIFIED = 2;

/**
 * For the leader and the next candidate that is level with it: the user may merge either. Of further level candidates only
 * those that changed more than sources and tests, because that may decide how the checks run.
 */
export async function planLeaders(planning: Planning): Promise<PlannedCapture[]> {
  const { reading, standing } = planning;
  const first = new Set([...standing.leaders].slice(0, MAX_VERIFIED));
  const verified = reading.candidates.filter(
    (candidate) =>
      first.has(candidate.entry.name) ||
      (standing.leaders.has(candidate.entry.name) && restoredParts(candidate).others.length > 0),
  );
  const next: PlannedCapture[] = [];
  for (const leader of verified) next.push(...(await planLeader(planning, leader)));
  return next;
}

/** With the runs of the added failing test: the independent run has it too if that proves as much. */
async function planLeader(planning: Planning, leader: CandidateCaptures): Promise<PlannedCapture[]> {
  const { reading, policy } = planning;
  // A merge repeats the checks of a candidate that was scored before.
  if (!isOn(policy) || reading.run.merge_of !== null) return planCanarySuite(planning, leader);
  const canaries = canariesElsewhere(planning, leader);
  const own = canaries.length > 0 ? planBaseSuite(planning, leader, canaries) : planCanarySuite(planning, leader);
  return [...own, ...(await planIndependent(planning, leader, canaries))];
}

function isOn({ scoring: { integrity } }: Policy): boolean {
  return integrity.enabled && integrity.independent !== false && integrity.severity.differs_in_independent_run !== 'off';
}

/** Of each test that differs, in both checkouts. */
const REPETITIONS = 3;

const REASON = 'it leads; are the results the same in another checkout under other conditions?';

async function planIndependent(
  planning: Planning,
  leader: CandidateCaptures,
  canaries: readonly CanaryFile[],
): Promise<PlannedCapture[]> {
  const { reading, selector, test } = planning;
  const comparison = compareIndependent(reading.baseline, leader);
  if (comparison.setupFailure !== null || countedTests(leader)?.state !== 'read') return [];
  const base = { commit: reading.run.base.commit, tree: reading.run.base.tree };
  if (comparison.first !== null) return comparison.isWorse ? planRepetitions(planning, leader, comparison.lost) : [];
  const { commit, dependencies } = await selector.independent(base, decidingCommit(leader));
  const shuffled = selector.shuffled(seedOf(leader.entry.tree, 0));
  const check = canaries.length > 0 ? INDEPENDENT_CANARY_CHECK : INDEPENDENT_CHECK;
  const run: CheckRun = { check, tree: decidingTree(leader), attempt: null };
  const independent = { is_reordered: shuffled !== null, dependencies };
  const command = shuffled ?? test.command;
  return [planned(planning, subjectOf(leader), run, REASON, { command, canaries, commit, independent })];
}

/**
 * The tests that differ: there again, without added tests and in the usual order; in the first checkout; and on the base.
 * All at once: each is needed for a conclusion. The whole suite if a run does not list its tests or they cannot be selected.
 */
async function planRepetitions(
  planning: Planning,
  leader: CandidateCaptures,
  lost: readonly string[],
): Promise<PlannedCapture[]> {
  const { reading, selector, test } = planning;
  const comparison = compareIndependent(reading.baseline, leader);
  const tree = decidingTree(leader);
  const base = { commit: reading.run.base.commit, tree: reading.run.base.tree };
  const { commit, dependencies } = await selector.independent(base, decidingCommit(leader));
  const select = (of: ResolvedCommit, ids: readonly string[]) =>
    ids.length === 0 ? null : selector.tests(of, [...new Set(ids)].sort(), null);
  const plan = (subject: Subject, check: string, on: CheckRun['tree'], command: string | null, round: number) => ({
    run: { check, tree: on, attempt: { kind: command === null ? ('again' as const) : ('selected' as const), round } },
    subject,
    command: command ?? test.command,
  });
  const next: PlannedCapture[] = [];
  const add = (made: ReturnType<typeof plan>, reason: string, more: Partial<PlannedCapture>) =>
    next.push(planned(planning, made.subject, made.run, reason, { command: made.command, ...more }));
  if (comparison.repeated.length > 0) return [];
  const conditions = { is_reordered: false, dependencies };
  const [there, here] = [await select(commit, lost), await select(decidingCommit(leader), lost)];
  // Tests that can be selected are few, and a random one must not look dependent on its checkout.
  const rounds = there === null ? 1 : REPETITIONS;
  for (let round = 1; round <= rounds; round += 1) {
    const elsewhere = plan(subjectOf(leader), INDEPENDENT_CHECK, tree, there, round);
    add(elsewhere, 'tests differ in the independent run; flaky?', { commit, independent: conditions });
    if (lost.length === 0) continue;
    const first = plan(subjectOf(leader), 'test', tree, here, 0).run;
    const again = plan(subjectOf(leader), 'test', tree, here, roundsOf(leader, first) + round);
    add(again, 'the same tests in the first checkout', {});
  }
  const needsBase = lost.length === 0 || comparison.passingOnBase.length > 0;
  if (needsBase && comparison.onBase.length === 0 && reading.baseline.independentSetup === undefined) {
    const onBase = plan(BASELINE, INDEPENDENT_CHECK, 'own', await select(base, comparison.passingOnBase), 1);
    add(onBase, 'do they differ on the base too?', { commit: base, independent: { is_reordered: false, dependencies: 'base' } });
  }
  return next;
}

function roundsOf({ testRuns }: SubjectReading, { check, tree, attempt }: CheckRun): number {
  const same = testRuns.filter(({ run }) => run.check === check && run.tree === tree && run.attempt?.kind === attempt?.kind);
  return Math.max(0, ...same.map(({ run }) => run.attempt?.round ?? 0));
}
