import { describe, expect, test } from 'vitest';
import type { TestStatus } from '../../../contract/index.ts';
import { countBack, separateRuns } from './match-summaries.ts';

/** Results are p(assed), f(ailed) or s(kipped); a number is a summary that claims so many passed tests. */
function runs(output: (string | number)[]): string[] {
  const listed: { status: TestStatus }[] = [];
  const claims: { listedBefore: number; passed: number }[] = [];
  for (const entry of output) {
    if (typeof entry === 'number') claims.push({ listedBefore: listed.length, passed: entry });
    else for (const letter of entry) listed.push({ status: letter === 'p' ? 'passed' : 'skipped' });
  }
  const found = separateRuns(claims, listed.length, ({ listedBefore, passed }, from) =>
    countBack(listed, from, listedBefore, { passed, failed: 0, skipped: 0 }),
  );
  return found.map(({ claim, from, to, belief }) => `${claim?.passed ?? 'none'} ${belief} ${from}-${to}`);
}

describe('which summaries are real', () => {
  test.each<[string, (string | number)[], string[]]>([
    ['one that the results bear out', ['pp', 2], ['2 proved 0-2']],
    ['two runs, one after the other', ['pp', 2, 'p', 1], ['2 proved 0-2', '1 proved 2-3']],
    ['one printed by a test between the results', ['p', 99, 'p', 2], ['2 proved 0-2']],
    ['one before all results may be a run of its own', [99, 'pp', 2], ['2 doubtful 0-2']],
    ['one behind the real one may be a run of its own', ['pp', 2, 99], ['2 proved 0-2', '99 doubtful 2-2']],
    ['only one, and no results: some reporters list none', [7], ['7 alone 0-0']],
    ['two without results', [7, 8], ['7 doubtful 0-0', '8 doubtful 0-0']],
    ['results that no summary follows', ['pp', 2, 'p'], ['2 proved 0-2', 'none doubtful 2-3']],
    ['a run that broke off before another', ['p', 'pp', 2], ['2 alone 0-3']],
    ['lines with a dash before the run', ['ss', 'pp', 2], ['2 proved 2-4']],
  ])('%s', (_name, output, expected) => {
    expect(runs(output)).toEqual(expected);
  });

  test('a flood of summaries ends in one doubtful answer', () => {
    const flood = Array.from({ length: 5000 }, () => 99);
    expect(runs([...flood, 'pp', 2])).toEqual(['2 doubtful 0-2']);
  });
});
