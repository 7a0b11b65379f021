// The verdict of a run: what decided it, or why nothing is decided.
import {
  type CandidateFacts,
  type CrossTestRow,
  type DimensionId,
  dimensionName,
  type Facts,
  type Gate,
  type IntegrityFinding,
  isDimensionId,
  joinNames,
  type ScoreId,
  type Verdict,
  type Weights,
} from '../contract/index.ts';
import { haveOtherDimensions, isAheadByOtherDimensions, leadOver } from './composite.ts';
import { distinctRows, passedByOthers, scoredTestsOf, testsBetween, uncorroboratedAgainst } from './cross-tests.ts';
import { scoreOf } from './dimension.ts';
import { testAuthorsFirst } from './level-order.ts';
import { missingEvidence } from './missing-evidence.ts';
import { type Contender, TIE_BREAKERS } from './rank.ts';
import { summarizeList } from './summarize-list.ts';
import { CHANGE_NOT_TESTED } from './untested-change.ts';

export interface ScoredCandidate extends Contender {
  gates: Gate[];
  findings: IntegrityFinding[];
  /** Contested tests that need a decision. */
  pending: string[];
  facts: CandidateFacts;
}

/** The values by which two candidates are compared. */
interface Compared {
  facts: Facts;
  /** Tests about the task by all authors, including all authors with equal trees. */
  rows: readonly CrossTestRow[];
  active: readonly ScoreId[];
  weights: Weights;
}

interface Judged extends Compared {
  ranked: readonly ScoredCandidate[];
  /** The mergeable candidates in order, if the contested tests of one more were accepted. */
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

/** A leader that passes what failed on the base shows that the task needs no change of existing tests. */
function fixesAsMuch(leader: ScoredCandidate, other: ScoredCandidate): boolean {
  const fixed = ({ facts }: ScoredCandidate) => (facts.tests.state === 'measured' ? facts.tests.fixed : []);
  const own = new Set(fixed(leader));
  return own.size > 0 && fixed(other).every((id) => own.has(id));
}

function noneMergeable(count: number): Verdict {
  const reason = count === 1 ? 'the only candidate cannot be merged' : `none of the ${count} candidates can be merged`;
  return { class: 'none', leaders: [], reason, next: null };
}

/** Uses the policy: a user who disables the finding has other evidence. */
function isUntested({ findings }: ScoredCandidate): boolean {
  return findings.some(({ id }) => id === CHANGE_NOT_TESTED);
}

/** They pass every test, as the base does: no test executes their change. */
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
    return `${name} changes what ${what} (${summarizeList(pending)})${corroboration(name, pending, run)}`;
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

/** Whether candidates with a different diff also pass the changed tests. */
function corroboration(author: string, pending: readonly string[], { rows, ranked, facts }: Judged): string {
  const withoutErrors = new Set(ranked.filter(({ errors }) => errors === 0).map(({ name }) => name));
  const others = passedByOthers(author, pending, rows, facts).filter((name) => withoutErrors.has(name));
  return others.length === 0 ? '' : `, and ${joinNames(others)} ${others.length === 1 ? 'passes' : 'pass'} the changed tests too`;
}

/** A word that a shell needs no quotes for. */
function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The first mergeable candidate and those level with it, in order. */
export function leadersAmong(mergeable: readonly ScoredCandidate[], run: Compared): ScoredCandidate[] {
  const [leader] = mergeable;
  return mergeable.filter((candidate) => leader !== undefined && (candidate === leader || isLevel(leader, candidate, run)));
}

/** Candidates with different results in these dimensions are never level. */
const MUST_BE_EQUAL: readonly DimensionId[] = ['build', 'acceptance', 'lint', 'security'];
/** A smaller lead in the total does not decide. */
const MIN_LEAD = 1;
/** Durations of the same work vary by this much between runs. */
const SPEED_NOISE = 0.2;

function isLevel(leader: ScoredCandidate, other: ScoredCandidate, run: Compared): boolean {
  const isEqual = (id: DimensionId) => scoreOf(leader.results[id]) === scoreOf(other.results[id]);
  const rows = distinctRows(run.rows, run.facts.cross_tests);
  if (isBehindInTests(leader, other, rows) || isBehindInTests(other, leader, rows)) return false;
  // Its total is higher only because other dimensions apply to it.
  if (isAheadByOtherDimensions(leader, other, run.active, run.weights) && leader.warnings >= other.warnings) return true;
  if (leader.warnings !== other.warnings) return false;
  if (!MUST_BE_EQUAL.every(isEqual)) return false;
  const withoutSpeed = run.active.filter((id) => id !== 'speed');
  if (leadOver(leader, other, withoutSpeed, run.weights) >= MIN_LEAD) return false;
  return !(leadOver(leader, other, run.active, run.weights) >= MIN_LEAD && differInSpeed(leader, other));
}

function differInSpeed(a: ScoredCandidate, b: ScoredCandidate): boolean {
  const [first, second] = [a.facts.agent?.duration_ms ?? null, b.facts.agent?.duration_ms ?? null];
  if (first === null || second === null) return false;
  return Math.abs(first - second) > SPEED_NOISE * Math.max(first, second);
}

function levelVerdict(byTotal: readonly ScoredCandidate[], run: Judged): Verdict {
  const { facts, rows } = run;
  const { leaders, authors } = testAuthorsFirst(byTotal, rows, facts);
  const names = leaders.map(({ name }) => name);
  const order = authors.length === 0 || authors.length === leaders.length ? orderText(leaders) : authorsText(authors, run);
  return {
    class: 'level',
    leaders: names,
    reason: `${levelReason(leaders, run)}${order}${openTests(names, run)}${untestedText(leaders)}`,
    next: `Choose one: \`hydra merge ${shellWord(facts.run_id)} ${shellWord(names[0] ?? '')}\`.`,
  };
}

/** Why none of them wins. */
function levelReason(leaders: readonly ScoredCandidate[], { active }: Judged): string {
  if (haveEqualTotals(leaders)) return 'equal on everything that was measured';
  const [first, ...others] = leaders;
  if (first !== undefined && others.some((other) => haveOtherDimensions(first, other, active)))
    return "no test separates them, and their totals are not comparable: a candidate's own new tests count only for the others";
  const totals = leaders.map(({ total }) => total ?? 0);
  return Math.max(...totals) - Math.min(...totals) < MIN_LEAD
    ? 'equal in every check and less than 1 point apart'
    : `equal in every check, with a difference in speed of less than ${SPEED_NOISE * 100}%`;
}

function haveEqualTotals(leaders: readonly ScoredCandidate[]): boolean {
  return leaders.every(({ total }) => total === leaders[0]?.total);
}

/** Why the candidates with scored tests come first. */
function authorsText(authors: readonly ScoredCandidate[], { rows, facts }: Judged): string {
  const names = authors.map(({ name }) => name);
  const [name] = names;
  if (name === undefined || names.length > 1)
    return `; ${joinNames(names)} are listed first because they add tests about the task`;
  const { length } = scoredTestsOf(name, rows, facts.cross_tests);
  return `; ${name} is listed first because it adds ${length === 1 ? '1 test' : `${length} tests`} about the task`;
}

/** The tie-break between equal totals, so that the order does not look like a win. Empty if the totals differ. */
function orderText(leaders: readonly ScoredCandidate[]): string {
  if (!haveEqualTotals(leaders)) return '';
  const differ = (read: (each: Contender) => number) => new Set(leaders.map(read)).size > 1;
  if (differ(({ newTests }) => newTests)) return '; listed by number of new tests';
  if (differ(({ lintResolved }) => lintResolved)) return '; listed by lint findings resolved';
  return differ(({ churn }) => churn) ? '; listed by diff size, smallest first' : '; listed by name';
}

/** New tests that only their author passes: they do not count, but a reader can judge them. */
function openTests(leaders: readonly string[], { rows, facts }: Judged): string {
  const distinct = distinctRows(rows, facts.cross_tests);
  const texts = leaders.flatMap((name) => {
    const failed = uncorroboratedAgainst(name, distinct).filter(({ author }) => leaders.includes(author));
    const authors = [...new Set(failed.map(({ author }) => author))];
    if (authors.length === 0) return [];
    const only = `only ${joinNames(authors)} ${authors.length === 1 ? 'passes' : 'pass'}`;
    return [`${name} fails ${countText(failed.length)} that ${only} (${summarizeList(failed.map(({ id }) => id))})`];
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

function decidedVerdict(leader: ScoredCandidate, run: Judged): Verdict {
  const { ranked, facts } = run;
  const rows = distinctRows(run.rows, facts.cross_tests);
  const others = ranked.filter((candidate) => candidate !== leader);
  const rivals = others.filter(({ mergeable }) => mergeable);
  const leaders = [leader.name];
  const next = null;
  const byQuality = (reason: string): Verdict => ({ class: 'decided_by_quality', leaders, reason, next });
  const byTests = (reason: string): Verdict => ({ class: 'decided_by_tests', leaders, reason, next });
  const equal = rivals.find((rival) => !isBehindInTests(leader, rival, rows));
  if (equal !== undefined) return byQuality(qualityReason(leader, equal, run));
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

/** Fails neither the integrity gate nor the gates against empty changes. */
function isHonest({ gates }: ScoredCandidate): boolean {
  const others: ReadonlySet<string> = new Set(['integrity', 'diff_not_empty', 'changes_code']);
  return !gates.some(({ id, passed }) => passed === false && others.has(id));
}

const ALL_OR_NOTHING: readonly DimensionId[] = ['build', 'acceptance'];

/** Whether the leader passes tests that the other fails. A bonus for new tests is not such a test. */
function isBehindInTests(leader: ScoredCandidate, other: ScoredCandidate, rows: readonly CrossTestRow[]): boolean {
  if (ALL_OR_NOTHING.some((id) => isLower(id, other, leader))) return true;
  return isBehindInBaseTests(leader, other) || isBehindInCrossTests(leader, other, rows);
}

/** False if the dimension does not apply to both. */
function isLower(id: ScoreId, a: Contender, b: Contender): boolean {
  const [score, other] = [scoreOf(a.results[id]), scoreOf(b.results[id])];
  return score !== null && other !== null && score < other;
}

function isBehindInBaseTests(leader: ScoredCandidate, other: ScoredCandidate): boolean {
  const [ours, theirs] = [leader.facts.tests, other.facts.tests];
  const byName = ours.state === 'measured' && theirs.state === 'measured' && theirs.compared_by === 'identity';
  return isLower('tests', other, leader) && (!byName || countTestsBehind(leader.facts, other.facts) > 0);
}

/** If each passes tests that the other fails, the score decides. */
function isBehindInCrossTests(leader: Contender, other: Contender, rows: readonly CrossTestRow[]): boolean {
  const [ahead, behind] = [testsBetween(leader.name, other.name, rows), testsBetween(other.name, leader.name, rows)];
  return ahead.length > 0 && (behind.length === 0 || isLower('cross_tests', other, leader));
}

function testsReason(leader: ScoredCandidate, other: ScoredCandidate, rows: readonly CrossTestRow[]): string {
  const { name } = other;
  if (isLower('build', other, leader)) return `builds, and ${name} does not`;
  if (isLower('acceptance', other, leader)) return `passes more acceptance tests than ${name}`;
  const between = testsBetween(leader.name, name, rows);
  const count = countTestsBehind(leader.facts, other.facts);
  if (count > 0 && (between.length === 0 || isBehindInBaseTests(leader, other)))
    return `passes ${count} ${count === 1 ? 'test' : 'tests'} that ${name} fails`;
  if (between.length > 0)
    return `passes ${countText(between.length)} that ${name} fails (${summarizeList(between.map(({ id }) => id))})`;
  const gate = other.gates.find(({ id, passed }) => passed === false && TEST_GATES.has(id));
  return gate === undefined ? `a better test result than ${name}` : `${name}: ${gate.reason}`;
}

/** Tests of the base that the leader passes and the other does not; 0 if the names are unknown. */
function countTestsBehind({ tests: ours }: CandidateFacts, { tests: theirs }: CandidateFacts): number {
  if (ours.state !== 'measured' || theirs.state !== 'measured') return 0;
  const [lost, fixed] = [new Set(ours.regressed), new Set(theirs.fixed)];
  return theirs.regressed.filter((id) => !lost.has(id)).length + ours.fixed.filter((id) => !fixed.has(id)).length;
}

function qualityReason(leader: ScoredCandidate, other: ScoredCandidate, { active, weights }: Judged): string {
  const lead = (leader.total ?? 0) - (other.total ?? 0);
  const counted = [...QUALITY.filter((id) => active.includes(id) || TIE_BREAKERS.includes(id)), ...active.filter(isMetric)];
  const where = counted.filter((id) => isLower(id, other, leader)).map(dimensionName);
  if (where.length > 0) return `better than ${other.name} in ${joinNames(where)} (${pointsText(lead)})`;
  if (isUntested(other) && !isUntested(leader)) return `tests execute its change, and none executes that of ${other.name}`;
  if (leader.warnings < other.warnings) return `fewer warnings than ${other.name}`;
  return isAheadByOtherDimensions(leader, other, active, weights)
    ? `a higher total than ${other.name} by dimensions that do not apply to both`
    : `the same total as ${other.name}, and first by the order for ties`;
}

function isMetric(id: ScoreId): boolean {
  return !isDimensionId(id);
}

/** In the order in which they are listed; metrics follow. */
const QUALITY: readonly DimensionId[] = [
  ...(['lint', 'security', 'diff_scope', 'cost', 'speed'] as const),
  ...(['coverage', 'cross_tests', 'tests', 'build'] as const),
];

function pointsText(points: number): string {
  const shown = Math.floor(Math.abs(points) * 10 + 0.5) / 10;
  if (shown === 0) return 'less than 0.1 points';
  return `${shown} ${shown === 1 ? 'point' : 'points'}`;
}
