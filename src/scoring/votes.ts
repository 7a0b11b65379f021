// Candidates with nearly equal diffs, or equal trees, have one vote.
import type { Facts } from '../contract/index.ts';

type Groups = readonly (readonly string[])[];

export type VoteGroups = Pick<Facts, 'near_equal' | 'cross_tests'>;

/** Facts of earlier versions list only equal trees, and those only with cross-tests. */
export function voteGroups({ near_equal: near = [], cross_tests: crossTests }: VoteGroups): Groups {
  return [...near, ...(crossTests?.equal_trees ?? [])];
}

/** The candidates that share a vote with this one, and itself. */
export function sameVote(groups: Groups, name: string): ReadonlySet<string> {
  return new Set([name, ...groups.filter((group) => group.includes(name)).flat()]);
}

/** The same text for candidates that share a vote, and only for them. */
export function voteOf(groups: Groups, name: string): string {
  const [first = name] = [...sameVote(groups, name)].sort();
  return first;
}
