// The tests of the base that a candidate breaks. Every sentence about their number uses this function; the number is the
// one that the score and the gate of the scorecard use, so that no two views disagree.

import type { Ranking } from '../contract/index.ts';
import { type CandidateFacts, isDecidable } from '../contract/index.ts';
import { counted } from './words.ts';

/** A count and what it is out of. */
export interface Share {
  count: number;
  of: number;
}

/** Of the tests that pass on the base; null if tests were not compared. Contested tests count as far as they are not excused. */
export function brokenShare({ dimensions }: Pick<Ranking, 'dimensions'>): Share | null {
  const result = dimensions.find(({ id }) => id === 'tests')?.result;
  const inputs = result?.state === 'scored' ? result.steps.find(({ name }) => name === 'reg_penalty')?.inputs : undefined;
  const { regression, B_pass: passed } = inputs ?? {};
  return typeof regression === 'number' && typeof passed === 'number' ? { count: regression, of: passed } : null;
}

/**
 * The names of the broken tests. The scorecard has the number of excused tests and not their names: where some deleted tests are
 * excused and others are not, the list is shorter than the count.
 */
export function brokenNames(ranking: Pick<Ranking, 'dimensions'>, { tests }: Pick<CandidateFacts, 'tests'>): string[] {
  const { count } = brokenShare(ranking) ?? { count: 0 };
  if (tests.state !== 'measured' || tests.compared_by !== 'identity' || count === 0) return [];
  const contested = new Set(tests.contested.map(({ id }) => id));
  const rejected = new Set(tests.rejected);
  // A test that passes as the candidate changed it is excused unless it was rejected.
  const excused = new Set(tests.contested.filter((test) => isDecidable(test) && !rejected.has(test.id)).map(({ id }) => id));
  const uncontested = tests.regressed.filter((id) => !contested.has(id));
  const possible = tests.regressed.filter((id) => !excused.has(id));
  if (possible.length === count) return possible;
  // Compared by count, other tests that pass now make up for some of them.
  return uncontested.length <= count ? uncontested : [];
}

/** "breaks none of 11 passing tests". */
export function breaksText({ count, of }: Share): string {
  return `breaks ${count === 0 ? 'none' : count} of ${counted(of, 'passing test')}`;
}

/** "fixes 4 of 4 failing tests". */
export function fixesText({ count, of }: Share): string {
  return `fixes ${count} of ${counted(of, 'failing test')}`;
}
