// What speaks for one candidate over another, in measured facts instead of points.
import { type CandidateFacts, type Facts, isFailedAttempt, type Ranking, type Scorecard } from '../contract/index.ts';
import { endingWords } from './agent-ending.ts';
import { brokenShare, type Share } from './broken-tests.ts';
import { foldFindings } from './finding-cause.ts';
import { type MeasuredFacts, measuredFacts } from './measured-facts.ts';
import { usdText } from './usd-text.ts';
import { FAILED_GATE_WORDS } from './words.ts';

export const SAME_RESULTS = 'the same test results';

/** "the same test results, 60 fewer lines, 10 s faster": the first candidate measured against the second. */
export function compareFacts({ rankings }: Pick<Scorecard, 'rankings'>, facts: Facts, first: string, second: string): string[] {
  const one = facts.candidates.find(({ name }) => name === first);
  const other = facts.candidates.find(({ name }) => name === second);
  const [oneRanking, otherRanking] = [first, second].map((name) => rankings.find(({ agent }) => agent === name));
  if (one === undefined || other === undefined || oneRanking === undefined || otherRanking === undefined) return [];
  const [a, b] = [measuredFacts(facts, one, oneRanking), measuredFacts(facts, other, otherRanking)];
  return [
    ...testTexts(one, other, a, b),
    ...countText(a.lint, b.lint, 'lint finding'),
    ...countText(a.lines, b.lines, 'line'),
    ...quantityText(a.durationMs, b.durationMs, 'faster', 'slower', secondsText),
    ...quantityText(a.costUsd, b.costUsd, 'cheaper', 'more expensive', dollarsText),
  ];
}

function testTexts(one: CandidateFacts, other: CandidateFacts, a: MeasuredFacts, b: MeasuredFacts): string[] {
  if (a.fixed === null || b.fixed === null || a.broken === null || b.broken === null) return [];
  if (changedTests(one) === changedTests(other)) return [SAME_RESULTS];
  const fixed = a.fixed.count - b.fixed.count;
  const broken = a.broken.count - b.broken.count;
  if (fixed === 0 && broken === 0) return ['as many tests pass, but other ones'];
  return [
    ...(fixed === 0 ? [] : [`fixes ${Math.abs(fixed)} ${fixed > 0 ? 'more' : 'fewer'}`]),
    ...(broken === 0 ? [] : [`breaks ${Math.abs(broken)} ${broken > 0 ? 'more' : 'fewer'}`]),
  ];
}

/** Equal for candidates on which the tests of the base have the same results. */
function changedTests({ tests }: CandidateFacts): string {
  if (tests.state !== 'measured') return tests.state;
  return JSON.stringify([tests.fixed.toSorted(), tests.regressed.toSorted(), tests.dropped.toSorted()]);
}

function countText(first: number | null, second: number | null, one: string): string[] {
  if (first === null || second === null || first === second) return [];
  const apart = Math.abs(first - second);
  return [`${apart} ${first < second ? 'fewer' : 'more'} ${one}${apart === 1 ? '' : 's'}`];
}

/** Nothing when the difference disappears in the text. */
function quantityText(
  first: number | null,
  second: number | null,
  less: string,
  more: string,
  show: (amount: number) => string | null,
): string[] {
  if (first === null || second === null) return [];
  const amount = show(Math.abs(first - second));
  return amount === null ? [] : [`${amount} ${first < second ? less : more}`];
}

function secondsText(ms: number): string | null {
  const seconds = Math.round(ms / 1000);
  return seconds === 0 ? null : `${seconds} s`;
}

function dollarsText(usd: number): string | null {
  return usd < 0.0005 ? null : usdText(usd);
}

/** Why a candidate cannot be merged, in a few plain words; null if it can. */
export function whyOut(ranking: Ranking): string | null {
  if (ranking.mergeable) return null;
  if (ranking.needs_review) return 'changes what tests expect';
  const [cause] = foldFindings(ranking.findings.filter(({ severity }) => severity === 'error'));
  if (cause !== undefined) return cause.cause;
  const failed = ranking.gates.filter(({ passed }) => passed === false).map(({ id }) => id);
  const [gate] = failed.filter((id) => id !== 'contested_tests');
  if (gate === 'test_regression') return brokenText(brokenShare(ranking));
  if (gate === 'diff_not_empty' && ranking.ending !== undefined && isFailedAttempt(ranking.ending))
    return endingWords(ranking.ending);
  if (gate === 'diff_not_empty' || gate === 'changes_code') return 'changes no code';
  return OUT_WORDS.get(gate ?? '') ?? FAILED_GATE_WORDS.get(gate ?? '') ?? 'not mergeable';
}

const OUT_WORDS: ReadonlyMap<string, string> = new Map([
  ['build_passes', 'does not build'],
  ['test_drop', 'drops tests'],
  ['acceptance', 'fails acceptance tests'],
  ['security_clean', 'adds vulnerable dependencies'],
]);

function brokenText(broken: Share | null): string {
  const count = broken?.count ?? 0;
  return count === 0 ? 'breaks tests' : `breaks ${count} test${count === 1 ? '' : 's'}`;
}

/**
 * Mergeable candidates by rank, then those that need a decision, then honest failures, then those with integrity errors;
 * failed attempts after all of them, in the same order.
 */
export function displayOrder(rankings: readonly Ranking[]): Ranking[] {
  return rankings.toSorted((a, b) => groupOf(a) - groupOf(b));
}

function groupOf({ mergeable, needs_review: needsReview, findings, ending }: Ranking): number {
  const first = isFailedAttempt(ending) ? 4 : 0;
  if (mergeable) return first;
  if (needsReview) return first + 1;
  return first + (findings.some(({ severity }) => severity === 'error') ? 3 : 2);
}

/** The candidate without an integrity error that fixes most and breaks least, if none can be merged; null if all changed nothing. */
export function closestCandidate(rankings: readonly Ranking[], facts: Facts): string | null {
  const honest = displayOrder(rankings).filter((ranking) => !ranking.mergeable && groupOf(ranking) % 4 < 3);
  const measured = honest.flatMap((ranking) => {
    const { agent } = ranking;
    const candidate = facts.candidates.find(({ name }) => name === agent);
    if (candidate === undefined || candidate.diff.files.length === 0) return [];
    return [{ agent, ...measuredFacts(facts, candidate, ranking) }];
  });
  const gain = ({ fixed, broken }: MeasuredFacts) => (fixed?.count ?? 0) - (broken?.count ?? 0);
  return measured.toSorted((a, b) => gain(b) - gain(a))[0]?.agent ?? null;
}
