// Candidates with nearly equal diffs, or equal trees, have one vote.
import type { Facts } from '../contract/index.ts';

export type VoteGroups = Pick<Facts, 'near_equal' | 'cross_tests'>;

/** The candidates that share a vote with this one, and itself. */
export function sameVote({ near_equal: near = [], cross_tests: crossTests }: VoteGroups, name: string): ReadonlySet<string> {
  const groups = [...near, ...(crossTests?.equal_trees ?? [])].filter((group) => group.includes(name));
  return new Set([name, ...groups.flat()]);
}

/** The same text for candidates that share a vote, and only for them. */
export function voteOf(facts: VoteGroups, name: string): string {
  const [first = name] = [...sameVote(facts, name)].sort();
  return first;
}
