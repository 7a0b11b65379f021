// Which candidates share the first place.
import type { DimensionId, ScoreId } from '../contract/index.ts';
import { isBehindInTests, isLower } from './behind.ts';
import { leadOver } from './composite.ts';
import { hasNoEffect } from './effect-findings.ts';
import { giveDifferentAnswers } from './known-answers.ts';
import { failsLikeBase, haveSameSource } from './precedence.ts';
import type { Compared, ScoredCandidate } from './scored-candidate.ts';

/** The first mergeable candidate and those level with it, in order. */
export function leadersAmong(mergeable: readonly ScoredCandidate[], run: Compared): ScoredCandidate[] {
  const [leader] = mergeable;
  return mergeable.filter((candidate) => leader !== undefined && (candidate === leader || isLevel(leader, candidate, run)));
}

/** The leaders, and candidates that only quality puts below them. */
export function peersOf(
  leaders: readonly ScoredCandidate[],
  mergeable: readonly ScoredCandidate[],
  run: Compared,
): ScoredCandidate[] {
  const [leader] = leaders;
  if (leader === undefined) return [...mergeable];
  const isPeer = (other: ScoredCandidate) => !isBehindInTests(leader, other, run) && hasNoEffect(leader) === hasNoEffect(other);
  return mergeable.filter((candidate) => leaders.includes(candidate) || isPeer(candidate));
}

/** The smallest difference in one of these decides. */
const DECISIVE: readonly DimensionId[] = ['lint', 'security'];
/** A smaller lead in the total does not decide. */
export const MIN_LEAD = 1;
/** Speed and cost say nothing about the code. Cross-tests are compared test by test: their scores may be of different tests. */
const NO_QUALITY: ReadonlySet<ScoreId> = new Set(['speed', 'cost', 'cross_tests']);

function isLevel(leader: ScoredCandidate, other: ScoredCandidate, run: Compared): boolean {
  if (hasNoEffect(leader) !== hasNoEffect(other)) return false;
  if (isBehindInTests(leader, other, run) || isBehindInTests(other, leader, run)) return false;
  // Quality does not outweigh these doubts about the leader.
  if (haveSameSource(leader, other, run) || failsLikeBase(leader, other, run).length > 0) return true;
  if (leader.warnings > other.warnings || giveDifferentAnswers(leader.name, other.name, run.answers)) return true;
  const lead = qualityLead(leader, other, run);
  return lead < MIN_LEAD && !(lead > 0 && DECISIVE.some((id) => isLower(id, other, leader)));
}

export function qualityLead(leader: ScoredCandidate, other: ScoredCandidate, { active, weights }: Compared): number {
  const quality = active.filter((id) => !NO_QUALITY.has(id));
  return leadOver(leader, other, quality, weights);
}
