// The order of level candidates: those that add scored tests come first. It changes neither scores nor which ones are level.
import type { CrossTestRow, Facts } from '../contract/index.ts';
import { scoredTestsOf } from './cross-tests.ts';

interface Leader {
  name: string;
  warnings: number;
}

/** `leaders` in the order of their totals. A candidate with more warnings than another keeps its place. */
export function testAuthorsFirst<Entry extends Leader>(
  leaders: readonly Entry[],
  rows: readonly CrossTestRow[],
  { cross_tests: crossTests }: Pick<Facts, 'cross_tests'>,
): { leaders: Entry[]; authors: Entry[] } {
  const fewest = Math.min(...leaders.map(({ warnings }) => warnings));
  const isAuthor = ({ name, warnings }: Entry) => warnings === fewest && scoredTestsOf(name, rows, crossTests).length > 0;
  const authors = leaders.filter(isAuthor);
  return { leaders: [...authors, ...leaders.filter((leader) => !isAuthor(leader))], authors };
}

/** The candidates with these names exchange places; all others keep theirs. */
export function withOrder<Entry extends { name: string }>(candidates: readonly Entry[], names: readonly string[]): Entry[] {
  const isNamed = ({ name }: Entry) => names.includes(name);
  const inOrder = candidates.filter(isNamed).sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
  let next = 0;
  return candidates.map((candidate) => (isNamed(candidate) ? (inOrder[next++] ?? candidate) : candidate));
}
