// Scoring: the answer of a run: what decided it, or why nothing is decided.
import {
  type CandidateFacts,
  type CrossTestRow,
  type DimensionId,
  type Facts,
  type Gate,
  type IntegrityFinding,
  joinNames,
  type Verdict,
  type Weights,
} from '../contract/index.ts';
import { composite } from './composite.ts';
import { testsBetween, uncorroboratedAgainst } from './cross-tests.ts';
import { scoreOf } from './dimension.ts';
import { missingEvidence } from './missing-evidence.ts';
import { nameSome } from './name-some.ts';
import type { Contender } from './rank.ts';
import { CHANGE_NOT_TESTED } from './untested-change.ts';

export interface ScoredCandidate extends Contender {
  gates: Gate[];
  findings: IntegrityFinding[];
  /** Contested tests that wait for a decision. */
  pending: string[];
  facts: CandidateFacts;
}

/** What two candidates are compared by. */
interface Compared {
  /** Tests about the task by all authors. */
  rows: readonly CrossTestRow[];
  active: readonly DimensionId[];
  weights: Weights;
}

interface Judged extends Compared {
  facts: Facts;
  ranked: readonly ScoredCandidate[];
  /** The mergeable candidates in their order if the contested tests of one more were accepted. */
  accept(name: string): readonly ScoredCandidate[];
}

export function judgeRun(run: Judged): Verdict {
  const { facts, ranked } = run;
  const mergeable = ranked.filter((candidate) => candidate.mergeable);
  const waiting = ranked.filter(({ needsReview }) => needsReview);
  const [leader] = mergeable;
  if (leader === undefined && waiting.length === 0) return noneMergeable(ranked.length);
  const missing = missingEvidence(facts.baseline);
  if (missing !== null) return { class: 'unproven', leaders: [], ...missing };
  const contested = waiting
    .filter(({ name }) => leadersAmong(run.accept(name), run).some((each) => each.name === name))
    .filter((candidate) => leader === undefined || !fixesAsMuch(leader, candidate));
  if (contested.length > 0 || leader === undefined) return decisionNeeded(run, contested, leader);
  const leaders = leadersAmong(mergeable, run);
  const untested = leaders.filter(isUntested);
  if (untested.length === leaders.length) return untestedVerdict(leaders);
  return leaders.length > 1 ? levelVerdict(leaders, run) : decidedVerdict(leader, run);
}

/** A leader that passes what failed on the base has shown that the task needs no change of existing tests. */
function fixesAsMuch(leader: ScoredCandidate, other: ScoredCandidate): boolean {
  const fixed = ({ facts }: ScoredCandidate) => (facts.tests.state === 'measured' ? facts.tests.fixed : []);
  const own = new Set(fixed(leader));
  return own.size > 0 && fixed(other).every((id) => own.has(id));
}

function noneMergeable(count: number): Verdict {
  const reason = count === 1 ? 'the only candidate cannot be merged' : `none of the ${count} candidates can be merged`;
  return { class: 'none', leaders: [], reason, next: null };
}

/** As the policy sees it: whoever turns the finding off has other evidence. */
function isUntested({ findings }: ScoredCandidate): boolean {
  return findings.some(({ id }) => id === CHANGE_NOT_TESTED);
}

/** They pass every test, as the base does: no test executes what they changed. */
function untestedVerdict(leaders: readonly ScoredCandidate[]): Verdict {
  return {
    class: 'unproven',
    leaders: [],
    reason: `no test that ran executes the changed lines of ${joinNames(leaders.map(({ name }) => name))}`,
    next: 'Score again with a test of the change: `hydra score --acceptance PATH`.',
  };
}

function decisionNeeded(run: Judged, contested: readonly ScoredCandidate[], leader: ScoredCandidate | undefined): Verdict {
  const [first] = contested;
  const changes = contested.map(({ name, pending }) => {
    const what = pending.length === 1 ? '1 existing test expects' : `${pending.length} existing tests expect`;
    return `${name} changes what ${what} (${nameSome(pending)})${corroboration(name, pending, run)}`;
  });
  const otherwise = leader === undefined ? '' : `; without it ${leader.name} is first`;
  const command = `hydra accept ${shellWord(run.facts.run_id)} ${shellWord(first?.name ?? '')}`;
  return {
    class: 'contested',
    leaders: [],
    reason: `${changes.join('; ')}${otherwise}`,
    next: `\`${command}\` accepts the change, \`${command} --reject\` counts it as a regression.`,
  };
}

/** Whether candidates with a different diff pass the changed tests too. */
function corroboration(author: string, pending: readonly string[], { rows }: Judged): string {
  const changed = rows.filter((row) => row.author === author && row.standing === 'scored' && pending.includes(row.id));
  const names = changed.flatMap(({ outcomes }) => Object.keys(outcomes).filter((name) => outcomes[name] === 'pass'));
  const others = [...new Set(names)].filter((name) => name !== author).sort();
  return others.length === 0 ? '' : `, and ${joinNames(others)} ${others.length === 1 ? 'passes' : 'pass'} the changed tests too`;
}

/** A word that a shell takes as it is. */
function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The first of the mergeable candidates and those that are level with it, in their order. */
export function leadersAmong(mergeable: readonly ScoredCandidate[], run: Compared): ScoredCandidate[] {
  const [leader] = mergeable;
  return mergeable.filter((candidate) => leader !== undefined && (candidate === leader || isLevel(leader, candidate, run)));
}

/** Candidates with other results here are never level. */
const MUST_BE_EQUAL: readonly DimensionId[] = ['build', 'acceptance', 'lint', 'security'];
/** A smaller lead in the total decides nothing. */
const MIN_LEAD = 1;
/** Durations of the same work vary by this much from run to run. */
const SPEED_NOISE = 0.2;

function isLevel(leader: ScoredCandidate, other: ScoredCandidate, run: Compared): boolean {
  const isEqual = (id: DimensionId) => scoreOf(leader.results[id]) === scoreOf(other.results[id]);
  if (!MUST_BE_EQUAL.every(isEqual) || leader.warnings !== other.warnings) return false;
  if (isBehindInTests(leader, other, run.rows) || isBehindInTests(other, leader, run.rows)) return false;
  if (leadOver(leader, other, run, true) >= MIN_LEAD) return false;
  return !(leadOver(leader, other, run, false) >= MIN_LEAD && differInSpeed(leader, other));
}

function leadOver(leader: Contender, other: Contender, { active, weights }: Compared, withoutSpeed: boolean): number {
  const apply = (id: DimensionId) => scoreOf(leader.results[id]) !== null && scoreOf(other.results[id]) !== null;
  const counted = active.filter((id) => !(withoutSpeed && id === 'speed') && apply(id));
  const shares = counted.map((id) => weights[id]);
  const total = ({ results }: Contender) =>
    composite(
      counted.map((id) => scoreOf(results[id]) ?? 0),
      shares,
    ) ?? 0;
  return total(leader) - total(other);
}

function differInSpeed(a: ScoredCandidate, b: ScoredCandidate): boolean {
  const [first, second] = [a.facts.agent?.duration_ms ?? null, b.facts.agent?.duration_ms ?? null];
  if (first === null || second === null) return false;
  return Math.abs(first - second) > SPEED_NOISE * Math.max(first, second);
}

function levelVerdict([first, ...others]: readonly ScoredCandidate[], { facts, rows }: Judged): Verdict {
  const leaders = [first, ...others].flatMap((leader) => leader?.name ?? []);
  return {
    class: 'level',
    leaders,
    reason:
      first === undefined ? '' : `${levelReason(first, others)}${openTests(leaders, rows)}${untestedText([first, ...others])}`,
    next: `Choose one: \`hydra merge ${shellWord(facts.run_id)} ${shellWord(first?.name ?? '')}\`.`,
  };
}

/** What separates them in the table, so that nobody takes the order for a win. */
function levelReason(first: ScoredCandidate, others: readonly ScoredCandidate[]): string {
  if (others.some(({ total }) => total !== first.total)) return 'equal in every check and less than 1 point apart';
  const differ = (read: (each: Contender) => number) => others.some((other) => read(other) !== read(first));
  const order = [
    ...(differ(({ newTests }) => newTests) ? ['new tests'] : []),
    ...(differ(({ lintResolved }) => lintResolved) ? ['lint findings resolved'] : []),
    ...(differ(({ churn }) => churn) ? ['diff size'] : []),
  ];
  return `equal on everything that was measured; ordered by ${order[0] ?? 'name'}`;
}

/** New tests that only their author passes: they decide nothing, and a reader can. */
function openTests(leaders: readonly string[], rows: readonly CrossTestRow[]): string {
  const texts = leaders.flatMap((name) => {
    const failed = uncorroboratedAgainst(name, rows).filter(({ author }) => leaders.includes(author));
    const authors = [...new Set(failed.map(({ author }) => author))];
    return authors.length === 0
      ? []
      : [
          `${name} fails ${countText(failed.length)} that only ${joinNames(authors)} passes (${nameSome(failed.map(({ id }) => id))})`,
        ];
  });
  return texts.length === 0 ? '' : `; ${texts.join('; ')}`;
}

function untestedText(leaders: readonly ScoredCandidate[]): string {
  const names = leaders.filter(isUntested).map(({ name }) => name);
  return names.length === 0 ? '' : `; no test executes the changed lines of ${joinNames(names)}`;
}

function countText(count: number): string {
  return count === 1 ? '1 new test' : `${count} new tests`;
}

function decidedVerdict(leader: ScoredCandidate, { ranked, rows, active }: Judged): Verdict {
  const others = ranked.filter((candidate) => candidate !== leader);
  const rivals = others.filter(({ mergeable }) => mergeable);
  const leaders = [leader.name];
  const next = null;
  const byQuality = (reason: string): Verdict => ({ class: 'decided_by_quality', leaders, reason, next });
  const byTests = (reason: string): Verdict => ({ class: 'decided_by_tests', leaders, reason, next });
  const equal = rivals.find((rival) => !isBehindInTests(leader, rival, rows));
  if (equal !== undefined) return byQuality(qualityReason(leader, equal, active));
  const [rival] = rivals;
  if (rival !== undefined) return byTests(testsReason(leader, rival, rows));
  const failing = others.filter((other) => isRefusedForTests(other) || (isHonest(other) && isBehindInTests(leader, other, rows)));
  const [refused] = failing;
  if (refused === undefined) return byQuality('the only candidate that can be merged');
  return byTests(testsReason(leader, refused, rows));
}

const TEST_GATES: ReadonlySet<string> = new Set([
  'build_passes',
  'build_measured',
  'test_regression',
  'test_drop',
  'tests_measured',
  'acceptance',
]);

function isRefusedForTests({ gates }: ScoredCandidate): boolean {
  return gates.some(({ id, passed }) => passed === false && TEST_GATES.has(id));
}

/** Refused neither for integrity nor because it does nothing about the task. */
function isHonest({ gates }: ScoredCandidate): boolean {
  const others: ReadonlySet<string> = new Set(['integrity', 'diff_not_empty', 'changes_code']);
  return !gates.some(({ id, passed }) => passed === false && others.has(id));
}

const ALL_OR_NOTHING: readonly DimensionId[] = ['build', 'acceptance'];

/** Whether the leader passes tests that the other fails. A bonus for new tests is no such test. */
function isBehindInTests(leader: ScoredCandidate, other: ScoredCandidate, rows: readonly CrossTestRow[]): boolean {
  if (ALL_OR_NOTHING.some((id) => isLower(id, other, leader))) return true;
  return isBehindInBaseTests(leader, other) || isBehindInCrossTests(leader, other, rows);
}

function isLower(id: DimensionId, a: Contender, b: Contender): boolean {
  return (scoreOf(a.results[id]) ?? 0) < (scoreOf(b.results[id]) ?? 0);
}

function isBehindInBaseTests(leader: ScoredCandidate, other: ScoredCandidate): boolean {
  const [ours, theirs] = [leader.facts.tests, other.facts.tests];
  const byName = ours.state === 'measured' && theirs.state === 'measured' && theirs.compared_by === 'identity';
  return isLower('tests', other, leader) && (!byName || countTestsBehind(leader.facts, other.facts) > 0);
}

/** Where each passes tests that the other fails, the score decides. */
function isBehindInCrossTests(leader: Contender, other: Contender, rows: readonly CrossTestRow[]): boolean {
  const [ahead, behind] = [testsBetween(leader.name, other.name, rows), testsBetween(other.name, leader.name, rows)];
  return ahead.length > 0 && (behind.length === 0 || isLower('cross_tests', other, leader));
}

function testsReason(leader: ScoredCandidate, other: ScoredCandidate, rows: readonly CrossTestRow[]): string {
  const { name } = other;
  if (isLower('build', other, leader)) return `builds, and ${name} does not`;
  if (isLower('acceptance', other, leader)) return `passes more acceptance tests than ${name}`;
  const count = countTestsBehind(leader.facts, other.facts);
  if (count > 0) return `passes ${count} ${count === 1 ? 'test' : 'tests'} that ${name} fails`;
  const between = testsBetween(leader.name, name, rows);
  if (between.length > 0)
    return `passes ${countText(between.length)} that ${name} fails (${nameSome(between.map(({ id }) => id))})`;
  const gate = other.gates.find(({ id, passed }) => passed === false && TEST_GATES.has(id));
  return gate === undefined ? `a better test result than ${name}` : `${name}: ${gate.reason}`;
}

/** Tests of the base that the leader passes and the other does not; 0 where the names are not known. */
function countTestsBehind({ tests: ours }: CandidateFacts, { tests: theirs }: CandidateFacts): number {
  if (ours.state !== 'measured' || theirs.state !== 'measured') return 0;
  const [lost, fixed] = [new Set(ours.regressed), new Set(theirs.fixed)];
  return theirs.regressed.filter((id) => !lost.has(id)).length + ours.fixed.filter((id) => !fixed.has(id)).length;
}

function qualityReason(leader: ScoredCandidate, other: ScoredCandidate, active: readonly DimensionId[]): string {
  const lead = (leader.total ?? 0) - (other.total ?? 0);
  const ids: readonly DimensionId[] = ['lint', 'security', 'diff_scope', 'cost', 'speed', 'coverage', 'tests', 'build'];
  const better = ids.filter(
    (id) => active.includes(id) && (scoreOf(leader.results[id]) ?? 0) > (scoreOf(other.results[id]) ?? 0),
  );
  const where = better.map((id) => id.replace('_', ' '));
  if (where.length === 0 && isUntested(other)) return `tests execute its change, and none executes that of ${other.name}`;
  if (where.length === 0) return `fewer warnings than ${other.name}`;
  return `better than ${other.name} in ${joinNames(where)} (${pointsText(lead)})`;
}

function pointsText(points: number): string {
  const shown = Math.floor(Math.abs(points) * 10 + 0.5) / 10;
  if (shown === 0) return 'less than 0.1 points';
  return `${shown} ${shown === 1 ? 'point' : 'points'}`;
}
