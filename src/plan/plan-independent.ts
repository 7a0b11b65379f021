// Plans the independent runs of the leaders: its tests in another checkout under other conditions, and, if results differ,
// the repetitions that exclude flaky tests and properties of the suite.

import {
  BASELINE,
  type CanaryFile,
  type CheckRun,
  INDEPENDENT_CANARY_CHECK,
  INDEPENDENT_CHECK,
  type PlainCheck,
  type PlannedCapture,
  type ResolvedCommit,
} from '../contract/index.ts';
import {
  type CandidateCaptures,
  compareIndependent,
  countedTests,
  decidingTree,
  restoredParts,
  type SubjectReading,
  statusesOf,
} from '../judge/index.ts';
import { canariesElsewhere, planBaseSuite, planCanarySuite } from './plan-canaries.ts';
import { canReorder } from './plan-order.ts';
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
  return isOn(planning) ? [...next, ...(await planOnBase(planning, verified))] : next;
}

/** With the runs of the added failing test: the independent run has it too if that proves as much. */
async function planLeader(planning: Planning, leader: CandidateCaptures): Promise<PlannedCapture[]> {
  if (!isOn(planning)) return planCanarySuite(planning, leader);
  const canaries = canariesElsewhere(planning, leader);
  const own = canaries.length > 0 ? planBaseSuite(planning, leader, canaries) : planCanarySuite(planning, leader);
  return [...own, ...(await planIndependent(planning, leader, canaries))];
}

/** A merge repeats the checks of a candidate that was scored before. */
function isOn({ reading, policy: { scoring } }: Planning): boolean {
  const { integrity } = scoring;
  if (reading.run.merge_of !== null) return false;
  return integrity.enabled && integrity.independent && integrity.severity.differs_in_independent_run !== 'off';
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
  const shuffled = canReorder(planning) ? selector.shuffled(seedOf(leader.entry.tree, 0)) : null;
  const check = canaries.length > 0 ? INDEPENDENT_CANARY_CHECK : INDEPENDENT_CHECK;
  const run: CheckRun = { check, tree: decidingTree(leader), attempt: null };
  const independent = { is_reordered: shuffled !== null, dependencies };
  const command = shuffled ?? test.command;
  return [planned(planning, subjectOf(leader), run, REASON, { command, canaries, commit, independent })];
}

/**
 * The tests that differ: there again, without added tests and in the usual order, and in the first checkout. All at once:
 * each is needed for a conclusion. The whole suite if a run does not list its tests or they cannot be selected.
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
  if (comparison.repeated.length > 0) return [];
  const [there, here] = [await select(commit, lost), await select(decidingCommit(leader), lost)];
  const again = (check: PlainCheck, command: string | null, round: number): CheckRun => ({
    check,
    tree,
    attempt: { kind: command === null ? 'again' : 'selected', round },
  });
  const next: PlannedCapture[] = [];
  const add = (run: CheckRun, command: string | null, reason: string, more: Partial<PlannedCapture>) =>
    next.push(planned(planning, subjectOf(leader), run, reason, { command: command ?? test.command, ...more }));
  const conditions = { is_reordered: false, dependencies };
  // Tests that can be selected are few, and a random one must not look dependent on its checkout.
  const rounds = there === null ? 1 : REPETITIONS;
  for (let round = 1; round <= rounds; round += 1) {
    const why = 'tests differ in the independent run; flaky?';
    add(again(INDEPENDENT_CHECK, there, round), there, why, { commit, independent: conditions });
    if (lost.length === 0) continue;
    const made = roundsOf(leader, again('test', here, 0));
    add(again('test', here, made + round), here, 'the same tests in the first checkout', {});
  }
  return next;
}

/**
 * One run of the base in such a checkout, for the tests that differ on any of the leaders: whether they differ there too.
 * Another one only for tests that a leader of a later round lost.
 */
async function planOnBase(planning: Planning, leaders: readonly CandidateCaptures[]): Promise<PlannedCapture[]> {
  const { reading, selector, test } = planning;
  if (reading.baseline.independentSetup !== undefined) return [];
  const compared = leaders.map((leader) => compareIndependent(reading.baseline, leader));
  const differing = compared.filter(({ first, isWorse, setupFailure }) => first !== null && isWorse && setupFailure === null);
  const known = new Set((compared[0]?.onBase ?? []).flatMap((run) => [...statusesOf(run).keys()]));
  const ids = [...new Set(differing.flatMap(({ passingOnBase }) => passingOnBase))].filter((id) => !known.has(id)).sort();
  const needsWhole = differing.some(({ lost }) => lost.length === 0);
  if (ids.length === 0 && !needsWhole) return [];
  const base = { commit: reading.run.base.commit, tree: reading.run.base.tree };
  const selected = needsWhole ? null : await selector.tests(base, ids, null);
  const command = selected ?? test.command;
  const ran = (compared[0]?.onBase ?? []).flatMap((run) => (run.state === 'read' ? [run.reading.capture.command] : []));
  // The same command again would not list them either.
  if (ran.includes(command)) return [];
  const attempt = { kind: selected === null ? ('again' as const) : ('selected' as const), round: ran.length + 1 };
  const run: CheckRun = { check: INDEPENDENT_CHECK, tree: 'own', attempt };
  const independent = { is_reordered: false, dependencies: 'base' as const };
  return [planned(planning, BASELINE, run, 'do they differ on the base too?', { command, commit: base, independent })];
}

function roundsOf({ testRuns }: SubjectReading, { check, tree, attempt }: CheckRun): number {
  const same = testRuns.filter(({ run }) => run.check === check && run.tree === tree && run.attempt?.kind === attempt?.kind);
  return Math.max(0, ...same.map(({ run }) => run.attempt?.round ?? 0));
}
