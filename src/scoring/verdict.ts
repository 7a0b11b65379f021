// The verdict of a run: what decided it, or why nothing is decided.
import {
  type CrossTestRow,
  type DimensionId,
  endingOf,
  type Facts,
  isDimensionId,
  type ScoreId,
  type Verdict,
} from '../contract/index.ts';
import { dimensionName, endingText, joinNames } from '../text/index.ts';
import { countTestsBehind, isBehindInBaseTests, isBehindInTests, isLower } from './behind.ts';
import { haveOtherDimensions, leadOver } from './composite.ts';
import { givenUpText } from './contested-tests.ts';
import { passedByOthers, scoredTestsOf, testsBetween, uncorroboratedAgainst } from './cross-tests.ts';
import { testAuthorsFirst } from './level-order.ts';
import { missingEvidence } from './missing-evidence.ts';
import { arranged, failsLikeBase, haveSameSource, precedenceIn } from './precedence.ts';
import { type Contender, contendersAmong } from './rank.ts';
import type { Compared, ScoredCandidate } from './scored-candidate.ts';
import { summarizeList } from './summarize-list.ts';
import { isKnownUntested, whyNothingIsShown, whyUntested } from './unproven.ts';

interface Judged extends Compared {
  ranked: readonly ScoredCandidate[];
  /** The mergeable candidates in order, if the contested tests of one more were accepted. */
  accept(name: string): readonly ScoredCandidate[];
}

export function judgeRun(run: Judged): Verdict {
  const { facts, ranked } = run;
  const mergeable = contendersAmong(ranked);
  const waiting = ranked.filter(({ needsReview }) => needsReview);
  const [leader] = mergeable;
  if (leader === undefined && waiting.length === 0) return noneMergeable(ranked.length, facts);
  const missing = missingEvidence(facts.baseline);
  if (missing !== null) return { class: 'unproven', leaders: [], ...missing };
  const contested = waiting
    .filter(({ name }) => leadersAmong(run.accept(name), run).some((each) => each.name === name))
    .filter((candidate) => leader === undefined || !fixesAsMuch(leader, candidate, run));
  if (contested.length > 0 || leader === undefined) return decisionNeeded(run, contested, leader);
  const leaders = leadersAmong(mergeable, run);
  const untested = whyUntested(leaders, facts);
  if (untested !== null) return untested;
  const verdict = leaders.length > 1 ? levelVerdict(leaders, run) : decidedVerdict(leader, run);
  const shown = verdict.class === 'decided_by_tests' ? verdict : (whyNothingIsShown(leaders, facts) ?? verdict);
  return withEndings(shown, leaders);
}

/** Failed attempts lead only if no agent with a mergeable result finished. */
function withEndings(verdict: Verdict, leaders: readonly ScoredCandidate[]): Verdict {
  const texts = leaders.flatMap(({ name, isFailedAttempt, facts }) => {
    const ending = endingOf(facts.agent);
    return isFailedAttempt && ending !== null ? [`the agent of ${name} ${endingText({ ...ending, cause: null })}`] : [];
  });
  return texts.length === 0 ? verdict : { ...verdict, reason: `${verdict.reason}; ${texts.join('; ')}` };
}

/**
 * A leader that passes what failed on the base shows that the task needs no change of existing tests. It does not if it fails a
 * changed test of the other one as the base does.
 */
function fixesAsMuch(leader: ScoredCandidate, other: ScoredCandidate, run: Judged): boolean {
  const fixed = ({ facts }: ScoredCandidate) => (facts.tests.state === 'measured' ? facts.tests.fixed : []);
  const own = new Set(fixed(leader));
  const asBefore = failsLikeBase(leader, other, run).some(
    ({ author, id }) => author === other.name && other.pending.includes(id),
  );
  return own.size > 0 && fixed(other).every((id) => own.has(id)) && !asBefore;
}

function noneMergeable(count: number, { acceptance }: Facts): Verdict {
  const reason = count === 1 ? 'the only candidate cannot be merged' : `none of the ${count} candidates can be merged`;
  const hasAcceptance = acceptance === undefined || acceptance.incomplete === null;
  return { class: 'none', leaders: [], reason, next: hasAcceptance ? null : ACCEPTANCE_NOT_RUN };
}

/** No fault of the candidates. */
const ACCEPTANCE_NOT_RUN =
  'The test command runs no test of the files of `--acceptance`. Pass tests where the test command finds them, or data that a test of the base reads, and score again.';

function decisionNeeded(run: Judged, contested: readonly ScoredCandidate[], leader: ScoredCandidate | undefined): Verdict {
  const [first] = contested;
  const givenUp = contested.map(({ facts, pending }) => givenUpText(facts, pending)).find((text) => text !== null);
  if (givenUp !== undefined) return givenUpVerdict(run, givenUp, first);
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

/** The task may change what these tests use: that is the user's decision, and the other tests decide after it. */
function givenUpVerdict({ facts }: Judged, reason: string, first: ScoredCandidate | undefined): Verdict {
  const command = `hydra accept ${shellWord(facts.run_id)} ${shellWord(first?.name ?? '')}`;
  const next = `If the task changes what they use, \`${command}\` accepts it for one candidate, and \`may_change\` under [scoring.tests] with their file for all; \`${command} --reject\` counts it as a regression.`;
  return { class: 'contested', leaders: [], reason, next };
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

/** The smallest difference in one of these decides. */
const DECISIVE: readonly DimensionId[] = ['lint', 'security'];
/** A smaller lead in the total does not decide. */
const MIN_LEAD = 1;
/** Speed and cost say nothing about the code. Cross-tests are compared test by test: their scores may be of different tests. */
const NO_QUALITY: ReadonlySet<ScoreId> = new Set(['speed', 'cost', 'cross_tests']);

function isLevel(leader: ScoredCandidate, other: ScoredCandidate, run: Compared): boolean {
  if (isBehindInTests(leader, other, run) || isBehindInTests(other, leader, run)) return false;
  // Quality does not outweigh these doubts about the leader.
  if (haveSameSource(leader, other, run) || failsLikeBase(leader, other, run).length > 0) return true;
  if (leader.warnings > other.warnings) return true;
  const lead = qualityLead(leader, other, run);
  return lead < MIN_LEAD && !(lead > 0 && DECISIVE.some((id) => isLower(id, other, leader)));
}

function qualityLead(leader: ScoredCandidate, other: ScoredCandidate, { active, weights }: Compared): number {
  const quality = active.filter((id) => !NO_QUALITY.has(id));
  return leadOver(leader, other, quality, weights);
}

function levelVerdict(byTotal: readonly ScoredCandidate[], run: Judged): Verdict {
  const { facts, rows } = run;
  const leaders = arranged(testAuthorsFirst(byTotal, rows, facts), precedenceIn(run));
  const names = leaders.map(({ name }) => name);
  const authors = leaders.filter(({ name }) => scoredTestsOf(name, rows, facts.cross_tests).length > 0);
  const areFirst = authors.length < leaders.length && authors.every((author, index) => author === leaders[index]);
  const order = authors.length > 0 && areFirst ? authorsText(authors, run) : orderText(leaders);
  return {
    class: 'level',
    leaders: names,
    reason: `${levelReason(leaders, run)}${order}${openTests(names, run)}${ownFailuresText(leaders)}${untestedText(leaders)}`,
    next: `Choose one: \`hydra merge ${shellWord(facts.run_id)} ${shellWord(names[0] ?? '')}\`.`,
  };
}

/** Why none of them wins. */
function levelReason(leaders: readonly ScoredCandidate[], run: Judged): string {
  const { active } = run;
  if (haveEqualTotals(leaders)) return 'equal on everything that was measured';
  const [first, ...others] = leaders;
  if (first !== undefined && others.some((other) => haveOtherDimensions(first, other, active)))
    return 'no test separates them, and their totals are not comparable: not every dimension applies to all of them';
  const best = leaders.map((leader) => Math.max(...leaders.map((other) => qualityLead(other, leader, run))));
  return Math.max(...best) < MIN_LEAD
    ? 'equal in every check and less than 1 point apart'
    : 'no test separates them, and quality does not decide';
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
  if (differ(({ lintResolved }) => lintResolved)) return '; listed by lint findings resolved';
  return differ(({ churn }) => churn) ? '; listed by diff size, smallest first' : '; listed by name';
}

/** New tests that only their author passes: they do not count, but a reader can judge them. */
function openTests(leaders: readonly string[], { distinct }: Judged): string {
  const texts = leaders.flatMap((name) => {
    const failed = uncorroboratedAgainst(name, distinct).filter(({ author }) => leaders.includes(author));
    const authors = [...new Set(failed.map(({ author }) => author))];
    if (authors.length === 0) return [];
    const isAlike = failed.every(({ like_base: alike = [] }) => alike.includes(name));
    const only = `only ${joinNames(authors)} ${authors.length === 1 ? 'passes' : 'pass'}${isAlike ? ', as the base does' : ''}`;
    return [`${name} fails ${countText(failed.length)} that ${only} (${summarizeList(failed.map(({ id }) => id))})`];
  });
  return texts.length === 0 ? '' : `; ${texts.join('; ')}`;
}

/** Merging one of these leaves the suite failing. */
function ownFailuresText(leaders: readonly ScoredCandidate[]): string {
  const texts = leaders.flatMap(({ name, facts }) => {
    const failed = facts.tests.state === 'measured' ? (facts.tests.added_failed ?? []) : [];
    return failed.length === 0 ? [] : [`${name} fails ${countText(failed.length)} of its own (${summarizeList(failed)})`];
  });
  return texts.length === 0 ? '' : `; ${texts.join('; ')}`;
}

function untestedText(leaders: readonly ScoredCandidate[]): string {
  const names = leaders.filter(isKnownUntested).map(({ name }) => name);
  return names.length === 0 ? '' : `; no test executes the changed lines of ${joinNames(names)}`;
}

function countText(count: number): string {
  return count === 1 ? '1 new test' : `${count} new tests`;
}

function decidedVerdict(leader: ScoredCandidate, run: Judged): Verdict {
  const { ranked, distinct: rows } = run;
  const others = ranked.filter((candidate) => candidate !== leader);
  const rivals = contendersAmong(ranked).filter((candidate) => candidate !== leader);
  const leaders = [leader.name];
  const next = null;
  const byQuality = (reason: string): Verdict => ({ class: 'decided_by_quality', leaders, reason, next });
  const byTests = (reason: string): Verdict => ({ class: 'decided_by_tests', leaders, reason, next });
  const equal = rivals.find((rival) => !isBehindInTests(leader, rival, run));
  if (equal !== undefined) return byQuality(qualityReason(leader, equal, run));
  const [rival] = rivals;
  if (rival !== undefined) return byTests(testsReason(leader, rival, rows));
  const failing = others.filter((other) => isRefusedForTests(other) || (isHonest(other) && isBehindInTests(leader, other, run)));
  const [refused] = failing;
  if (refused === undefined)
    return byQuality(
      others.some(({ mergeable }) => mergeable)
        ? 'the only mergeable candidate whose agent finished'
        : 'the only candidate that can be merged',
    );
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

function qualityReason(leader: ScoredCandidate, other: ScoredCandidate, run: Judged): string {
  const { active } = run;
  const counted = [...QUALITY.filter((id) => active.includes(id)), ...active.filter(isMetric)];
  const where = counted.filter((id) => isLower(id, other, leader)).map(dimensionName);
  return `better than ${other.name} in ${joinNames(where)} (${pointsText(qualityLead(leader, other, run))})`;
}

function isMetric(id: ScoreId): boolean {
  return !isDimensionId(id);
}

/** In the order in which they are listed; metrics follow. */
const QUALITY: readonly DimensionId[] = [...(['lint', 'security', 'diff_scope', 'coverage', 'tests', 'build'] as const)];

function pointsText(points: number): string {
  const shown = Math.floor(Math.abs(points) * 10 + 0.5) / 10;
  if (shown === 0) return 'less than 0.1 points';
  return `${shown} ${shown === 1 ? 'point' : 'points'}`;
}
