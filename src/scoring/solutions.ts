// Groups candidates that do the same, and counts how many independent candidates give the same answers. Agreement orders level
// candidates and never decides: the majority of attempts is often wrong.
import type { Facts, Solution } from '../contract/index.ts';
import { differingProbes, haveEqualAnswers, type KnownAnswers } from './known-answers.ts';
import { connectedGroups, dependentGroups, firstOf } from './votes.ts';

/** Independent of the order of `names`. Candidates without answers are only grouped with the same source. */
export function groupSolutions(
  names: readonly string[],
  facts: Facts,
  { of }: KnownAnswers,
): Pick<Solution, 'candidates' | 'why'>[] {
  const sources = connectedGroups([...(facts.equal_sources ?? []), ...(facts.cross_tests?.equal_trees ?? [])]);
  const solutions: { members: string[]; sources: Set<string> }[] = [];
  for (const name of [...new Set(names)].sort()) {
    const source = firstOf(sources, name);
    // Each member, because calls that one of them does not answer may separate the others.
    const fits = solutions.find(
      (solution) => solution.sources.has(source) || solution.members.every((member) => haveEqualAnswers(of(member), of(name))),
    );
    if (fits === undefined) solutions.push({ members: [name], sources: new Set([source]) });
    else {
      fits.members.push(name);
      fits.sources.add(source);
    }
  }
  return solutions.map(({ members, sources: { size } }) => ({
    candidates: members,
    why: members.length === 1 ? 'single' : size === 1 ? 'same_source' : 'same_answers',
  }));
}

/** Whoever has a vote, by an id of the vote. */
export type Votes = ReadonlyMap<string, readonly string[]>;

/** Candidates with answers; those that did not work independently share a vote. */
export function votesOf(names: readonly string[], facts: Facts, { of }: KnownAnswers): Votes {
  const groups = dependentGroups(facts);
  const votes = new Map<string, string[]>();
  for (const name of names.filter((each) => of(each).size > 0).toSorted()) {
    const id = firstOf(groups, name);
    votes.set(id, [...(votes.get(id) ?? []), name]);
  }
  return votes;
}

/**
 * The mean share of other votes that give the same answer, over the calls to which not all votes give the same; null if there is no
 * such call that the candidate and another vote answer.
 */
export function agreementIn(votes: Votes, facts: Facts, answers: KnownAnswers): (name: string) => number | null {
  const groups = dependentGroups(facts);
  const contested = differingProbes([...votes.values()].flat(), answers);
  return (name) => {
    const own = firstOf(groups, name);
    const others = [...votes].filter(([id]) => id !== own).map(([, members]) => members);
    const shares = contested.flatMap((index) => shareOfOthers(index, name, others, answers) ?? []);
    if (shares.length === 0) return null;
    return rounded(shares.reduce((sum, share) => sum + share, 0) / shares.length);
  };
}

/** Nearly equal diffs may give different answers: then each gives a part of the vote. */
function shareOfOthers(index: number, name: string, others: readonly (readonly string[])[], { of }: KnownAnswers): number | null {
  const answer = of(name).get(index);
  if (answer === undefined) return null;
  let [voted, agreed] = [0, 0];
  for (const members of others) {
    const given = members.flatMap((member) => of(member).get(index) ?? []);
    if (given.length === 0) continue;
    voted += 1;
    agreed += given.filter((each) => each === answer).length / given.length;
  }
  return voted === 0 ? null : agreed / voted;
}

/** So that the order of a sum does not matter. */
function rounded(value: number): number {
  return Math.floor(value * 1e6 + 0.5) / 1e6;
}

/** The mean of the known agreements. */
export function meanAgreement(names: readonly string[], agreementOf: (name: string) => number | null): number | null {
  const known = names.flatMap((name) => agreementOf(name) ?? []).sort((a, b) => a - b);
  return known.length === 0 ? null : rounded(known.reduce((sum, each) => sum + each, 0) / known.length);
}
