// The order of level candidates: those that add scored tests come first. It changes neither scores nor which ones are level.
import type { CrossTestRow, Facts } from '../contract/index.ts';
import { scoredTestsOf } from './cross-tests.ts';

interface Leader {
  name: string;
  warnings: number;
}

/** `leaders` in the order of their totals. A candidate with more warnings than another comes after it. */
export function testAuthorsFirst<Entry extends Leader>(
  leaders: readonly Entry[],
  rows: readonly CrossTestRow[],
  { cross_tests: crossTests }: Pick<Facts, 'cross_tests'>,
): Entry[] {
  const place = ({ name, warnings }: Entry) => warnings * 2 + (scoredTestsOf(name, rows, crossTests).length > 0 ? 0 : 1);
  const places = new Map(leaders.map((leader) => [leader, place(leader)]));
  return [...leaders].sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
}

/** The candidates with these names exchange places; all others keep theirs. */
export function withOrder<Entry extends { name: string }>(candidates: readonly Entry[], names: readonly string[]): Entry[] {
  const isNamed = ({ name }: Entry) => names.includes(name);
  const inOrder = candidates.filter(isNamed).sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
  let next = 0;
  return candidates.map((candidate) => (isNamed(candidate) ? (inOrder[next++] ?? candidate) : candidate));
}
