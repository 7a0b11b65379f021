import { expect, test } from 'vitest';
import { type Attempt, agentStatistics, median, wilson } from './agent-statistics.ts';

const attempt = (changes: Partial<Attempt> = {}): Attempt => ({
  ...{ run: 'r1', agent: 'codex', model: null, task: null, isWinner: false, isMergeable: true, isCaught: false },
  ...{ total: 90, durationMs: 60_000, costUsd: 1, costSource: 'reported' as const },
  ...changes,
});
const times = (count: number, changes: Partial<Attempt> = {}) =>
  Array.from({ length: count }, (_, index) => attempt({ run: `r${index}`, ...changes }));
const only = (attempts: Attempt[]) => agentStatistics(attempts)[0];

test('the Wilson interval has the published values, and stays within 0 and 1', () => {
  const rounded = (successes: number, attempts: number) =>
    Object.values(wilson(successes, attempts)).map((value) => Math.round(value * 1000) / 1000);
  expect(rounded(8, 10)).toEqual([0.8, 0.49, 0.943]);
  expect(rounded(0, 10)).toEqual([0, 0, 0.278]);
  expect(rounded(10, 10)).toEqual([1, 0.722, 1]);
  expect(rounded(0, 0)).toEqual([0, 0, 1]);
});

test('the median of an even number is the middle of two', () => {
  expect([median([]), median([3]), median([9, 1, 5]), median([1, 2, 3, 10])]).toEqual([null, 3, 5, 2.5]);
});

test('counts runs, attempts, wins, mergeable results and integrity errors', () => {
  const attempts = [
    attempt({ isWinner: true }),
    attempt({ isMergeable: false, isCaught: true }),
    attempt({ run: 'r2', total: null, durationMs: null }),
  ];
  expect(only(attempts)).toMatchObject({
    ...{ runs: 2, attempts: 3, wins: 1, mergeable: 2, caught: 1, too_few_runs: true },
    ...{ median_total: 90, median_duration_ms: 60_000, repeated: null },
  });
  expect(only(times(10))?.too_few_runs).toBe(false);
});

test('separates models, most attempts first', () => {
  const attempts = [...times(1, { agent: 'amp' }), ...times(2, { model: 'gpt-5' }), ...times(2)];
  expect(agentStatistics(attempts).map(({ agent, model, attempts: count }) => [agent, model, count])).toEqual([
    ['codex', null, 2],
    ['codex', 'gpt-5', 2],
    ['amp', null, 1],
  ]);
});

test('the cost of failed attempts counts for the successes; an unknown cost counts for nothing', () => {
  const attempts = [
    attempt({ isWinner: true, costUsd: 2 }),
    attempt({ isMergeable: false, costUsd: 4, costSource: 'prices' }),
    attempt({ isWinner: true, costUsd: null, costSource: null }),
  ];
  expect(only(attempts)?.cost).toEqual({
    ...{ reported: 1, estimated: 1, unknown: 1, total_usd: 6, per_mergeable_usd: 6, per_win_usd: 6 },
  });
  expect(only([attempt({ isMergeable: false })])?.cost).toMatchObject({ per_mergeable_usd: null, total_usd: 1 });
  expect(only([attempt({ costUsd: null })])?.cost).toMatchObject({ unknown: 1, total_usd: null, per_mergeable_usd: null });
});

test('pass^k draws k of the attempts at a task; a task with one attempt says nothing', () => {
  const task = (name: string, ...results: boolean[]) => results.map((isMergeable) => attempt({ task: name, isMergeable }));
  const attempts = [...task('a', true, true, false), ...task('b', true, true), ...task('c', false, false), ...task('d', true)];
  expect(only(attempts)?.repeated).toEqual({
    tasks: 3,
    flips: 1,
    pass: [
      { k: 2, tasks: 3, value: (1 / 3 + 1 + 0) / 3 },
      { k: 3, tasks: 1, value: 0 },
    ],
  });
});
