// The order of level candidates: the likelier one first. It changes neither scores nor which ones are level.
import type { CrossTestRow, Facts } from '../contract/index.ts';
import { isLoaded, scoredTestsOf } from './cross-tests.ts';
import type { Behavior } from './likeliest.ts';
import type { Compared } from './scored-candidate.ts';
import { dependentGroups, firstOf } from './votes.ts';

interface Leader {
  name: string;
  warnings: number;
}

/** Why level candidates have their order, most important first. */
export interface LevelOrder {
  /** The share of others that give the same answers, highest first; one without answers comes last. */
  agreement: ReadonlyMap<string, number>;
  /** The new tests that only their authors pass and it fails, fewest first. */
  contradicted: ReadonlyMap<string, number>;
  /** Whether it adds scored tests. */
  addsTests: ReadonlyMap<string, number>;
}

/** `leaders` in the order of their totals. A candidate with more warnings than another comes after it. */
export function orderLevel<Entry extends Leader>(
  leaders: readonly Entry[],
  { agreementOf }: Behavior,
  { rows, distinct, facts }: Compared,
): { leaders: Entry[]; order: LevelOrder } {
  const placesOf = (place: (name: string) => number) => new Map(leaders.map(({ name }) => [name, place(name)]));
  const order: LevelOrder = {
    agreement: placesOf((name) => -(agreementOf(name) ?? 0)),
    contradicted: placesOf((name) => contradictions(name, distinct, facts)),
    addsTests: placesOf((name) => (scoredTestsOf(name, rows, facts.cross_tests).length > 0 ? 0 : 1)),
  };
  const keys = [order.agreement, order.contradicted, order.addsTests];
  const compare = (a: Entry, b: Entry) => {
    for (const places of keys) {
      const difference = (places.get(a.name) ?? 0) - (places.get(b.name) ?? 0);
      if (difference !== 0) return difference;
    }
    return 0;
  };
  return { leaders: [...leaders].sort((a, b) => a.warnings - b.warnings || compare(a, b)), order };
}

/**
 * CodeT's rule for tests that only their author passes: per other author, the share of such tests that the candidate fails. Own
 * tests do not count, so that adding tests never helps against a candidate on which they cannot run.
 */
function contradictions(candidate: string, rows: readonly CrossTestRow[], facts: Facts): number {
  const groups = dependentGroups(facts);
  const voteOf = (name: string) => firstOf(groups, name);
  const byAuthor = new Map<string, { failed: number; loaded: number }>();
  for (const { author, kind, standing, outcomes } of rows) {
    const outcome = outcomes[candidate];
    if (standing !== 'uncorroborated' || kind !== 'candidate' || voteOf(author) === voteOf(candidate)) continue;
    if (!isLoaded(outcome)) continue;
    const { failed, loaded } = byAuthor.get(voteOf(author)) ?? { failed: 0, loaded: 0 };
    byAuthor.set(voteOf(author), { failed: failed + (outcome === 'fail' ? 1 : 0), loaded: loaded + 1 });
  }
  const shares = [...byAuthor.values()].map(({ failed, loaded }) => failed / loaded).sort((a, b) => a - b);
  return shares.reduce((sum, share) => sum + share, 0);
}

/** The candidates with these names exchange places; all others keep theirs. */
export function withOrder<Entry extends { name: string }>(candidates: readonly Entry[], names: readonly string[]): Entry[] {
  const isNamed = ({ name }: Entry) => names.includes(name);
  const inOrder = candidates.filter(isNamed).sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
  let next = 0;
  return candidates.map((candidate) => (isNamed(candidate) ? (inOrder[next++] ?? candidate) : candidate));
}
