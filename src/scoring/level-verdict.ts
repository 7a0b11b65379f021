// The verdict about several leaders, and the texts that say why none of them wins.
import type { Verdict } from '../contract/index.ts';
import { counted, joinNames, shellCommand } from '../text/index.ts';
import { haveOtherDimensions } from './composite.ts';
import { scoredTestsOf, uncorroboratedAgainst } from './cross-tests.ts';
import { compareAnswers, countAnswered } from './known-answers.ts';
import { MIN_LEAD, qualityLead } from './leaders.ts';
import { type LevelOrder, orderLevel } from './level-order.ts';
import { type Behavior, type Likeliest, likeliestOf } from './likeliest.ts';
import { arranged, precedenceIn } from './precedence.ts';
import type { Contender } from './rank.ts';
import type { Compared, ScoredCandidate } from './scored-candidate.ts';
import { groupSolutions } from './solutions.ts';
import { summarizeList } from './summarize-list.ts';
import { isKnownUntested } from './unproven.ts';

/** `byTotal`: the leaders in the order of their totals. Returns them in order, the likelier ones first. */
export function levelVerdict(
  byTotal: readonly ScoredCandidate[],
  behavior: Behavior,
  run: Compared,
): { verdict: Verdict; leaders: ScoredCandidate[] } {
  const { leaders: sorted, order } = orderLevel(byTotal, behavior, run);
  const inOrder = arranged(sorted, precedenceIn(run));
  const likeliest = likeliestOf(inOrder, behavior, run);
  const leaders = likeliest === null ? inOrder : [...new Set([...likeliest.leaders, ...inOrder])];
  const verdict = likeliest === null ? level(leaders, order, behavior, run) : likely(likeliest, leaders, behavior, run);
  return { verdict, leaders };
}

/** The same without a likeliest candidate, where nothing about the task was shown. */
export function levelWithQuestion(byTotal: readonly ScoredCandidate[], behavior: Behavior, run: Compared): Verdict {
  const { leaders, order } = orderLevel(byTotal, behavior, run);
  return level(arranged(leaders, precedenceIn(run)), order, behavior, run);
}

function level(leaders: readonly ScoredCandidate[], order: LevelOrder, behavior: Behavior, run: Compared): Verdict {
  const names = leaders.map(({ name }) => name);
  const parts = [
    levelReason(leaders, behavior, run),
    behaviorText(names, behavior, run),
    orderText(leaders, order, run),
    openTests(names, run),
    ownFailuresText(leaders),
    untestedText(leaders),
  ];
  const merge = shellCommand(['hydra', 'merge', run.facts.run_id, names[0] ?? '']);
  // While a question is open, the first of the list is not a proposal.
  const next = isAnswerable(behavior, run) ? `${askText(run)}.` : `Choose one: \`${merge}\`.`;
  return { class: 'level', leaders: names, reason: parts.join(''), next };
}

function likely(
  { leaders: own, support }: Likeliest,
  leaders: readonly ScoredCandidate[],
  behavior: Behavior,
  run: Compared,
): Verdict {
  const [first] = own;
  const { answers } = run;
  const others = leaders.filter((each) => !own.includes(each));
  const differ = others.flatMap(({ name }) => {
    const { different } = compareAnswers(answers.of(first?.name ?? ''), answers.of(name));
    return different.length === 0 ? [] : [`${name} gives other answers to ${different.length}`];
  });
  const names = own.map(({ name }) => name);
  const same = `${support} of ${behavior.votes.size} independent solutions give the same answers to all ${countAnswered(names, answers)} inputs`;
  return {
    class: 'likely',
    leaders: names,
    reason: [same, ...(differ.length === 0 ? [] : [summarizeList(differ)])].join('; '),
    next: isAnswerable(behavior, run) ? `${askText(run)}.` : null,
  };
}

/** Whether a call that nobody decided separates the leaders. */
function isAnswerable({ differing }: Behavior, { answers }: Compared): boolean {
  return differing.some((index) => answers.probes[index]?.right === undefined);
}

function askText({ facts }: Compared): string {
  return `\`${shellCommand(['hydra', 'ask', facts.run_id])}\` shows the input that separates them`;
}

/** Why none of them wins. */
function levelReason(leaders: readonly ScoredCandidate[], { differing }: Behavior, run: Compared): string {
  const { active } = run;
  if (haveEqualTotals(leaders)) return differing.length > 0 ? 'no test separates them' : 'equal on everything that was measured';
  const [first, ...others] = leaders;
  if (first !== undefined && others.some((other) => haveOtherDimensions(first, other, active)))
    return 'no test separates them, and their totals are not comparable: not every dimension applies to all of them';
  const best = leaders.map((leader) => Math.max(...leaders.map((other) => qualityLead(other, leader, run))));
  if (Math.max(...best) >= MIN_LEAD) return 'no test separates them, and quality does not decide';
  return differing.length > 0
    ? 'no test separates them, and they are less than 1 point apart'
    : 'equal in every check and less than 1 point apart';
}

/** Empty if nothing was asked. */
function behaviorText(names: readonly string[], { differing }: Behavior, { facts, answers }: Compared): string {
  const asked = counted(countAnswered(names, answers), 'input');
  if (differing.length > 0) return `; they differ on ${differing.length} of ${asked}`;
  const [solution, ...others] = groupSolutions(names, facts, answers);
  const areSame = solution?.why === 'same_answers' && others.length === 0;
  return areSame ? `; the same answers to all ${asked}` : '';
}

function haveEqualTotals(leaders: readonly ScoredCandidate[]): boolean {
  return leaders.every(({ total }) => total === leaders[0]?.total);
}

/** Why the candidates with scored tests come first. */
function authorsText(authors: readonly ScoredCandidate[], { rows, facts }: Compared): string {
  const names = authors.map(({ name }) => name);
  const [name] = names;
  if (name === undefined || names.length > 1)
    return `; ${joinNames(names)} are listed first because they add tests about the task`;
  const { length } = scoredTestsOf(name, rows, facts.cross_tests);
  return `; ${name} is listed first because it adds ${length === 1 ? '1 test' : `${length} tests`} about the task`;
}

/** What the order is by, so that it does not look like a win. Empty if it is by totals. */
function orderText(leaders: readonly ScoredCandidate[], order: LevelOrder, run: Compared): string {
  const differ = (places: ReadonlyMap<string, number>) => new Set(places.values()).size > 1;
  if (differ(order.agreement)) return '; listed by the share of others that give the same answers';
  const authors = leaders.filter(({ name }) => order.addsTests.get(name) === 0);
  const areFirst = authors.length < leaders.length && authors.every((author, index) => author === leaders[index]);
  if (authors.length > 0 && areFirst) return authorsText(authors, run);
  if (differ(order.contradicted)) return '; listed by the new tests of others that they fail, fewest first';
  if (!haveEqualTotals(leaders)) return '';
  const differBy = (read: (each: Contender) => number) => new Set(leaders.map(read)).size > 1;
  if (differBy(({ lintResolved }) => lintResolved)) return '; listed by lint findings resolved';
  return differBy(({ churn }) => churn) ? '; listed by diff size, smallest first' : '; listed by name';
}

/** New tests that only their author passes: they do not count, but a reader can judge them. */
function openTests(leaders: readonly string[], { distinct }: Compared): string {
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

export function countText(count: number): string {
  return count === 1 ? '1 new test' : `${count} new tests`;
}
