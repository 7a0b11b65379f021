import { expect, test } from 'vitest';
import type { RunEntry } from '../../src/contract/index.ts';
import { filterRuns } from './filter-runs.ts';
import { trendLines } from './trend-lines.ts';

function entry(id: string, totals: Record<string, number | null>, more: Partial<RunEntry> = {}): RunEntry {
  const candidates = Object.entries(totals).map(([name, total]) => ({ name, total, mergeable: true }));
  return {
    ...{
      id,
      state: 'finished',
      problem: null,
      task: null,
      base: 'main',
      started_at: null,
      winner: null,
      verdict: null,
      firmness: null,
      merge_of: null,
    },
    candidates,
    ...more,
  };
}

const DECIDED: Partial<RunEntry> = {
  verdict: { class: 'decided_by_tests', leaders: ['claude'], reason: '', next: null },
  firmness: { verdict: 'firm', reasons: [] },
};

test('filters runs by every word, in any field and case-insensitively', () => {
  const runs = [
    entry('1', { claude: 90 }, { task: 'Mend the cart', winner: 'claude', ...DECIDED }),
    entry('2', { codex: 80 }, { task: 'mend the list', verdict: { class: 'none', leaders: [], reason: '', next: null } }),
  ];
  expect(filterRuns(runs, 'MEND').map(({ id }) => id)).toEqual(['1', '2']);
  expect(filterRuns(runs, ' claude  cart firm ').map(({ id }) => id)).toEqual(['1']);
  expect(filterRuns(runs, 'no winner').map(({ id }) => id)).toEqual(['2']);
  expect(filterRuns(runs, 'claude list')).toEqual([]);
});

test('lists the totals of finished runs, oldest first, without merge checks', () => {
  const runs = [
    entry('3', { a: 95, b: null }),
    entry('2', { a: 99 }, { merge_of: { run_id: '1', candidate: 'a' } }),
    entry('1', { a: 75, b: 85 }),
    entry('0', { a: 1 }, { state: 'interrupted' }),
  ];
  expect(trendLines(runs)).toEqual({
    runs: 2,
    lowest: 60,
    lines: [
      {
        name: 'a',
        points: [
          { at: 0, total: 75 },
          { at: 1, total: 95 },
        ],
      },
      { name: 'b', points: [{ at: 0, total: 85 }] },
    ],
  });
});
