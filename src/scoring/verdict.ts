// The verdict of a run: what decided it, or why nothing is decided.
import { type DimensionId, endingOf, type Facts, isDimensionId, type ScoreId, type Verdict } from '../contract/index.ts';
import { counted, dimensionName, endingText, joinNames, shellCommand } from '../text/index.ts';
import { countTestsBehind, isBehindInBaseTests, isBehindInTests, isLower } from './behind.ts';
import { givenUpText } from './contested-tests.ts';
import { passedByOthers, testsBetween } from './cross-tests.ts';
import { isDisputed } from './disputed.ts';
import { hasNoEffect } from './effect-findings.ts';
import { countPassed, scoredExamples } from './examples.ts';
import { countAnswered, decidedCalls, haveEqualAnswers } from './known-answers.ts';
import { leadersAmong, peersOf, qualityLead } from './leaders.ts';
import { countText, levelVerdict, levelWithQuestion } from './level-verdict.ts';
import { type Behavior, behaviorOf } from './likeliest.ts';
import { missingEvidence } from './missing-evidence.ts';
import { failsLikeBase } from './precedence.ts';
import { contendersAmong } from './rank.ts';
import type { Compared, ScoredCandidate } from './scored-candidate.ts';
import { summarizeList } from './summarize-list.ts';
import { SCORE_WITH_TEST, whyNothingChanges, whyNothingIsKnown, whyNothingIsShown, whyUntested } from './unproven.ts';

interface Judged extends Compared {
  ranked: readonly ScoredCandidate[];
  /** The mergeable candidates in order, if the contested tests of one more were accepted. */
  accept(name: string): readonly ScoredCandidate[];
}

export interface Judgment {
  verdict: Verdict;
  /** The candidates that no test and no quality separates, in order; the verdict may name only some of them, or none. */
  leaders: string[];
  /** Of the leaders; null if there are none. */
  behavior: Behavior | null;
}

export function judgeRun(run: Judged): Judgment {
  const { facts, ranked } = run;
  const undecided = (verdict: Verdict): Judgment => ({ verdict, leaders: [], behavior: null });
  const mergeable = contendersAmong(ranked);
  const waiting = ranked.filter(({ needsReview }) => needsReview);
  const [leader] = mergeable;
  if (leader === undefined && waiting.length === 0) return undecided(noneMergeable(ranked.length, facts));
  const missing = missingEvidence(facts.baseline);
  if (missing !== null) return undecided({ class: 'unproven', leaders: [], ...missing });
  const contested = waiting
    .filter(({ name }) => leadersAmong(run.accept(name), run).some((each) => each.name === name))
    .filter((candidate) => leader === undefined || !fixesAsMuch(leader, candidate, run));
  if (contested.length > 0 || leader === undefined) return undecided(decisionNeeded(run, contested, leader));
  return judgeLeaders(leader, mergeable, run);
}

function judgeLeaders(leader: ScoredCandidate, mergeable: readonly ScoredCandidate[], run: Judged): Judgment {
  const { facts } = run;
  const byTotal = leadersAmong(mergeable, run);
  const behavior = behaviorOf(
    byTotal.map(({ name }) => name),
    peersOf(byTotal, mergeable, run),
    run,
  );
  const ordered =
    byTotal.length > 1 ? levelVerdict(byTotal, behavior, run) : { verdict: decidedVerdict(leader, run), leaders: byTotal };
  const judged = (verdict: Verdict): Judgment => ({ verdict, leaders: ordered.leaders.map(({ name }) => name), behavior });
  const unproven =
    whyNothingChanges(byTotal, run.answers) ??
    whyUntested(byTotal, facts) ??
    (ordered.verdict.class === 'level' ? whyNothingIsKnown(byTotal, behavior, facts) : null);
  if (unproven !== null) return judged(unproven);
  const nothing = ordered.verdict.class === 'decided_by_tests' ? null : whyNothingIsShown(byTotal, facts);
  if (nothing === null) return judged(withEndings(ordered.verdict, byTotal));
  // Where answers separate them, a question can show what no test does. A majority is not evidence there.
  return judged(behavior.differing.length === 0 ? nothing : withEndings(levelWithQuestion(byTotal, behavior, run), byTotal));
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
  const command = shellCommand(['hydra', 'accept', run.facts.run_id, first?.name ?? '']);
  return {
    class: 'contested',
    leaders: [],
    reason: `${changes.join('; ')}${otherwise}`,
    next: `\`${command}\` accepts the change, \`${command} --reject\` counts it as a regression.`,
  };
}

/** The task may change what these tests use: that is the user's decision, and the other tests decide after it. */
function givenUpVerdict({ facts }: Judged, reason: string, first: ScoredCandidate | undefined): Verdict {
  const command = shellCommand(['hydra', 'accept', facts.run_id, first?.name ?? '']);
  const next = `If the task changes what they use, \`${command}\` accepts it for one candidate, and \`may_change\` under [scoring.tests] with their file for all; \`${command} --reject\` counts it as a regression.`;
  return { class: 'contested', leaders: [], reason, next };
}

/** Whether candidates with a different diff also pass the changed tests. */
function corroboration(author: string, pending: readonly string[], { rows, ranked, facts }: Judged): string {
  const withoutErrors = new Set(ranked.filter(({ errors }) => errors === 0).map(({ name }) => name));
  const others = passedByOthers(author, pending, rows, facts).filter((name) => withoutErrors.has(name));
  return others.length === 0 ? '' : `, and ${joinNames(others)} ${others.length === 1 ? 'passes' : 'pass'} the changed tests too`;
}

function decidedVerdict(leader: ScoredCandidate, run: Judged): Verdict {
  const { ranked } = run;
  const others = ranked.filter((candidate) => candidate !== leader);
  const rivals = contendersAmong(ranked).filter((candidate) => candidate !== leader);
  const leaders = [leader.name];
  const next = null;
  const byQuality = (reason: string): Verdict => ({ class: 'decided_by_quality', leaders, reason, next });
  const byTests = (reason: string): Verdict => ({ class: 'decided_by_tests', leaders, reason, next });
  const equals = rivals.filter((rival) => !isBehindInTests(leader, rival, run));
  const equal = equals.find((rival) => !hasNoEffect(rival)) ?? equals[0];
  if (equal !== undefined) return byQuality(qualityReason(leader, equal, run));
  const [rival] = rivals;
  const disputed = rivals.find((each) => isDisputed(leader, each, run));
  if (disputed !== undefined) return likelyByTests(leader, disputed, run);
  if (rival !== undefined) return byTests(testsReason(leader, rival, run));
  const failing = others.filter((other) => isRefusedForTests(other) || (isHonest(other) && isBehindInTests(leader, other, run)));
  const [refused] = failing;
  if (refused === undefined)
    return byQuality(
      others.some(({ mergeable }) => mergeable)
        ? 'the only mergeable candidate whose agent finished'
        : 'the only candidate that can be merged',
    );
  return byTests(testsReason(leader, refused, run));
}

function likelyByTests(leader: ScoredCandidate, other: ScoredCandidate, run: Judged): Verdict {
  const reason = `${testsReason(leader, other, run)}, and one other candidate passes; ${other.name} fails in another way than the base`;
  return { class: 'likely', leaders: [leader.name], reason, next: SCORE_WITH_TEST };
}

const TEST_GATES: ReadonlySet<string> = new Set([
  'build_passes',
  'build_measured',
  'test_regression',
  'test_drop',
  'tests_measured',
  'acceptance',
  'examples',
]);

function isRefusedForTests({ gates }: ScoredCandidate): boolean {
  return gates.some(({ id, passed }) => passed === false && TEST_GATES.has(id));
}

/** Fails neither the integrity gate nor the gates against empty changes. */
function isHonest({ gates }: ScoredCandidate): boolean {
  const others: ReadonlySet<string> = new Set(['integrity', 'diff_not_empty', 'changes_code']);
  return !gates.some(({ id, passed }) => passed === false && others.has(id));
}

function testsReason(leader: ScoredCandidate, other: ScoredCandidate, run: Compared): string {
  const { name } = other;
  if (isLower('build', other, leader)) return `builds, and ${name} does not`;
  if (isLower('acceptance', other, leader)) return `passes more acceptance tests than ${name}`;
  const between = testsBetween(leader.name, name, run.distinct);
  const count = countTestsBehind(leader.facts, other.facts);
  if (count > 0 && (between.length === 0 || isBehindInBaseTests(leader, other)))
    return `passes ${counted(count, 'test')} that ${name} fails`;
  const said = userReason(leader.name, name, run);
  if (said !== null) return said;
  if (between.length > 0)
    return `passes ${countText(between.length)} that ${name} fails (${summarizeList(between.map(({ id }) => id))})`;
  const gate = other.gates.find(({ id, passed }) => passed === false && TEST_GATES.has(id));
  return gate === undefined ? `a better test result than ${name}` : `${name}: ${gate.reason}`;
}

/** What the user says: answers to questions, and examples in the task's text. Null if it does not decide. */
function userReason(leader: string, other: string, { answers, distinct }: Compared): string | null {
  const [ours, theirs] = [decidedCalls(leader, answers), decidedCalls(other, answers)];
  if (ours.right > theirs.right)
    return `answers ${ours.right} of ${counted(ours.asked, 'question')} as you did, ${other} ${theirs.right}`;
  const examples = scoredExamples(distinct);
  const [passed, passedByOther] = [countPassed(leader, examples), countPassed(other, examples)];
  if (passed <= passedByOther || testsBetween(leader, other, examples).length === 0) return null;
  return `passes ${passed} of ${counted(examples.length, 'example')} of the task, ${other} passes ${passedByOther}`;
}

function qualityReason(leader: ScoredCandidate, other: ScoredCandidate, run: Judged): string {
  const { active, answers } = run;
  if (hasNoEffect(other)) {
    const asked = counted(countAnswered([other.name], answers), 'input');
    return `${other.name} gives the answers of the base to ${asked}, and the task asks for other behavior`;
  }
  const ids = [...QUALITY.filter((id) => active.includes(id)), ...active.filter(isMetric)];
  const where = ids.filter((id) => isLower(id, other, leader)).map(dimensionName);
  return `better than ${other.name} in ${joinNames(where)} (${pointsText(qualityLead(leader, other, run))})${sameAnswersText(leader.name, other.name, run)}`;
}

/** Quality decides only where behavior does not. */
function sameAnswersText(leader: string, other: string, { answers }: Compared): string {
  if (!haveEqualAnswers(answers.of(leader), answers.of(other))) return '';
  return `; the same answers to all ${counted(countAnswered([leader, other], answers), 'input')}`;
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
