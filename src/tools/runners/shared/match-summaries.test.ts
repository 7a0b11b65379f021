import { describe, expect, test } from 'vitest';
import type { TestStatus } from '../../../contract/index.ts';
import { acceptRuns, type CandidateRun, countBack, matchSummaries } from './match-summaries.ts';

/** Results are p(assed) or s(kipped); a number is a summary that counts so many passed tests. */
function match(output: (string | number)[]): string[] {
  const listed: { status: TestStatus }[] = [];
  const summaries: { listedBefore: number; passed: number }[] = [];
  for (const entry of output) {
    if (typeof entry === 'number') summaries.push({ listedBefore: listed.length, passed: entry });
    else for (const letter of entry) listed.push({ status: letter === 'p' ? 'passed' : 'skipped' });
  }
  const runs = matchSummaries(summaries, listed.length, ({ listedBefore, passed }, from) =>
    countBack(listed, from, listedBefore, { passed, failed: 0, skipped: 0 }),
  );
  return runs.map(
    ({ summary, from, to, confidence, hasDecoys }) =>
      `${summary?.passed ?? 'none'} ${confidence} ${from}-${to}${hasDecoys ? ' with decoys' : ''}`,
  );
}

describe('matchSummaries', () => {
  test.each<[string, (string | number)[], string[]]>([
    ['confirms a summary that matches the results', ['pp', 2], ['2 confirmed 0-2']],
    ['separates two runs', ['pp', 2, 'p', 1], ['2 confirmed 0-2', '1 confirmed 2-3']],
    ['ignores a decoy between the results', ['p', 99, 'p', 2], ['2 confirmed 0-2 with decoys']],
    ['is ambiguous after another summary before all results', [99, 'pp', 2], ['2 ambiguous 0-2 with decoys']],
    ['is ambiguous for a summary after the last result', ['pp', 2, 99], ['2 confirmed 0-2', '99 ambiguous 2-2']],
    ['accepts the only summary of a reporter that lists no results', [7], ['7 only 0-0']],
    ['is ambiguous for two summaries without results', [7, 8], ['7 ambiguous 0-0', '8 ambiguous 0-0']],
    ['is ambiguous for results without a summary', ['pp', 2, 'p'], ['2 confirmed 0-2', 'none ambiguous 2-3']],
    ['does not confirm a run after a truncated one', ['p', 'pp', 2], ['2 only 0-3']],
    ['ignores lines with a dash before the run', ['ss', 'pp', 2], ['2 confirmed 2-4']],
  ])('%s', (_name, output, expected) => {
    expect(match(output)).toEqual(expected);
  });

  test('returns one ambiguous run for thousands of decoys', () => {
    const decoys = Array.from({ length: 5000 }, () => 99);
    expect(match([...decoys, 'pp', 2])).toEqual(['2 ambiguous 0-2']);
  });
});

class Run implements CandidateRun<Run> {
  problem: string | null = null;
  readonly total: number;
  readonly listed: number;

  constructor(total: number, listed: number) {
    this.total = total;
    this.listed = listed;
  }

  get isConfirmed(): boolean {
    return this.total === this.listed;
  }

  get hasTooFewResults(): boolean {
    return this.listed < this.total / 2;
  }

  joinedTo(earlier: Run): Run {
    return new Run(this.total, this.listed + earlier.listed);
  }
}

/** Each run as "total/listed"; the accepted totals, with a question mark where there is a problem. */
function accept(runs: string): string {
  const parsed = runs.split(' ').map((run) => new Run(...(run.split('/').map(Number) as [number, number])));
  return acceptRuns(parsed)
    .map(({ total, problem }) => (problem === null ? `${total}` : `${total}?`))
    .join(' ');
}

describe('acceptRuns', () => {
  test.each([
    ['accepts one run', '3/3', '3'],
    ['accepts the only run without a complete list', '3/2', '3'],
    ['accepts two confirmed runs', '3/3 4/4', '3 4'],
    ['joins a decoy that does not match the results before it', '99/2 5/3', '5'],
    ['joins a decoy that matches the results before it', '2/2 5/3', '5'],
    ['joins a decoy before the first result', '99/0 5/5', '5'],
    ['joins several decoys', '1/1 99/1 5/3', '5'],
    ['flags an unconfirmed run before a confirmed one', '4/3 5/5', '4? 5'],
    ['flags two unconfirmed runs', '4/3 5/4', '4? 5?'],
  ])('%s', (_name, runs, expected) => {
    expect(accept(runs)).toBe(expected);
  });
});
