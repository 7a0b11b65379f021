// Whether a lead rests on new tests that only two candidates agree with: another one that does something else, and not what the base
// does, is one opinion against two. Such a leader is often wrong.
import type { CrossTestRow } from '../contract/index.ts';
import { examplesBetween, isBehindInBaseTests, isLower } from './behind.ts';
import { testsBetween } from './cross-tests.ts';
import { decidedCalls } from './known-answers.ts';
import type { Compared, ScoredCandidate } from './scored-candidate.ts';
import { countIndependent } from './votes.ts';

/** Independent candidates that pass a test, its author among them: with more, it decides against any other behavior. */
const MIN_PASSES = 3;

interface Judged extends Compared {
  ranked: readonly ScoredCandidate[];
}

/** `other` is behind in tests. */
export function isDisputed(leader: ScoredCandidate, other: ScoredCandidate, run: Judged): boolean {
  if (isLower('build', other, leader) || isLower('acceptance', other, leader)) return false;
  if (isBehindInBaseTests(leader, other) || examplesBetween(leader, other, run).length > 0) return false;
  if (decidedCalls(leader.name, run.answers).right !== decidedCalls(other.name, run.answers).right) return false;
  const between = testsBetween(leader.name, other.name, run.distinct);
  return between.length > 0 && between.every((row) => isOpinion(row, other.name, run));
}

/** Without the message of a failure, nothing is known about what the candidate does instead. */
function isOpinion(row: CrossTestRow, failing: string, run: Judged): boolean {
  const { kind, failures, like_base: alike = [] } = row;
  if (kind !== 'candidate' || failures[failing] === undefined || alike.includes(failing)) return false;
  return countPasses(row, run) < MIN_PASSES;
}

function countPasses({ outcomes }: CrossTestRow, { ranked, facts }: Judged): number {
  const passing = ranked.filter(({ name, errors }) => errors === 0 && outcomes[name] === 'pass');
  return countIndependent(passing, facts);
}
