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

/** Groups that overlap become one: the members of the group of each name, sorted. */
export function connectedGroups(groups: Groups): ReadonlyMap<string, readonly string[]> {
  const joined = new Map<string, Set<string>>();
  for (const group of groups) {
    const all = new Set(group.flatMap((name) => [name, ...(joined.get(name) ?? [])]));
    for (const name of all) joined.set(name, all);
  }
  return new Map([...joined].map(([name, all]) => [name, [...all].sort()]));
}

/** Candidates that did not work independently: nearly equal diffs, equal trees, and the same change outside of tests. */
export function dependentGroups({ equal_sources: sources = [], ...facts }: Facts): ReadonlyMap<string, readonly string[]> {
  return connectedGroups([...voteGroups(facts), ...sources]);
}

/** The same name for all members of a connected group, and only for them. */
export function firstOf(groups: ReadonlyMap<string, readonly string[]>, name: string): string {
  return groups.get(name)?.[0] ?? name;
}

/** How many of the candidates worked independently. */
export function countIndependent(candidates: readonly { readonly name: string }[], facts: Facts): number {
  const groups = dependentGroups(facts);
  return new Set(candidates.map(({ name }) => firstOf(groups, name))).size;
}
