// Which tests one candidate passes and another one fails.
import type { CandidateFacts, CrossTestRow, DimensionId, Facts, ScoreId } from '../contract/index.ts';
import { isLoaded, sharesOf, testsBetween } from './cross-tests.ts';
import { scoreOf } from './dimension.ts';
import { countPassed, scoredExamples } from './examples.ts';
import { decidedCalls } from './known-answers.ts';
import type { Contender } from './rank.ts';
import type { Compared, ScoredCandidate } from './scored-candidate.ts';

const ALL_OR_NOTHING: readonly DimensionId[] = ['build', 'acceptance'];

/** Whether the leader passes tests that the other fails. A bonus for new tests is not such a test. */
export function isBehindInTests(leader: ScoredCandidate, other: ScoredCandidate, run: Compared): boolean {
  if (ALL_OR_NOTHING.some((id) => isLower(id, other, leader))) return true;
  return isBehindInBaseTests(leader, other) || isBehindInTestsOfTask(leader, other, run);
}

/** What the user says comes first: answers of the user, then examples of the task, then the tests of other authors. */
function isBehindInTestsOfTask(leader: Contender, other: Contender, run: Compared): boolean {
  const [ours, theirs] = [decidedCalls(leader.name, run.answers), decidedCalls(other.name, run.answers)];
  if (ours.right !== theirs.right) return ours.right > theirs.right && theirs.wrong > 0;
  const examples = scoredExamples(run.distinct);
  const [passed, passedByOther] = [leader, other].map(({ name }) => countPassed(name, examples));
  if (passed !== passedByOther) return (passed ?? 0) > (passedByOther ?? 0) && examplesBetween(leader, other, run).length > 0;
  return isBehindInCrossTests(leader, other, run);
}

/** The examples of the task that one candidate passes and the other fails. */
export function examplesBetween({ name: winner }: Contender, { name: loser }: Contender, { distinct }: Compared): CrossTestRow[] {
  return testsBetween(winner, loser, scoredExamples(distinct));
}

/** False if the dimension does not apply to both. */
export function isLower(id: ScoreId, a: Contender, b: Contender): boolean {
  const [score, other] = [scoreOf(a.results[id]), scoreOf(b.results[id])];
  return score !== null && other !== null && score < other;
}

export function isBehindInBaseTests(leader: ScoredCandidate, other: ScoredCandidate): boolean {
  const [ours, theirs] = [leader.facts.tests, other.facts.tests];
  const byName = ours.state === 'measured' && theirs.state === 'measured' && theirs.compared_by === 'identity';
  return isLower('tests', other, leader) && (!byName || countTestsBehind(leader.facts, other.facts) > 0);
}

/** If each passes tests that the other fails, the scores over the tests that run with both decide. */
function isBehindInCrossTests(leader: Contender, other: Contender, { distinct, facts }: Compared): boolean {
  const [ahead, behind] = [testsBetween(leader.name, other.name, distinct), testsBetween(other.name, leader.name, distinct)];
  if (ahead.length === 0 || behind.length === 0) return ahead.length > 0;
  const common = distinct.filter(({ outcomes }) => isLoaded(outcomes[leader.name]) && isLoaded(outcomes[other.name]));
  return meanShare(leader.name, common, facts) > meanShare(other.name, common, facts);
}

function meanShare(name: string, rows: readonly CrossTestRow[], facts: Facts): number {
  const shares = sharesOf(name, rows, facts);
  return shares.reduce((sum, { passed, loaded }) => sum + passed / loaded, 0) / shares.length;
}

/** Tests of the base that the leader passes and the other does not; 0 if the names are unknown. */
export function countTestsBehind({ tests: ours }: CandidateFacts, { tests: theirs }: CandidateFacts): number {
  if (ours.state !== 'measured' || theirs.state !== 'measured') return 0;
  const [lost, fixed] = [new Set(ours.regressed), new Set(theirs.fixed)];
  return theirs.regressed.filter((id) => !lost.has(id)).length + ours.fixed.filter((id) => !fixed.has(id)).length;
}
