import { expect, test } from 'vitest';
import type { RunEntry } from '../../src/contract/index.ts';
import type { RunsRoute } from '../route.ts';
import { agentNames, filterRuns, groupByTask, outcomeOf } from './filter-runs.ts';
import { firstLine } from './run-row.tsx';

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

function shown(runs: readonly RunEntry[], route: Partial<RunsRoute>): string[] {
  return filterRuns(runs, { view: 'runs', filter: '', ...route }).map(({ id }) => id);
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
  expect(shown(runs, { filter: 'MEND' })).toEqual(['1', '2']);
  expect(shown(runs, { filter: ' claude  cart tests ' })).toEqual(['1']);
  expect(shown(runs, { filter: 'no winner' })).toEqual(['2']);
  expect(shown(runs, { filter: 'claude list' })).toEqual([]);
});

const NONE: RunEntry['verdict'] = { class: 'none', leaders: [], reason: '', next: null };

test('filters runs by candidate, outcome and merge, and all of them together', () => {
  const merged = { candidate: 'claude', branch: 'main' };
  const runs = [
    entry('1', { claude: 90, amp: 80 }, { ...DECIDED, merged }),
    entry('2', { codex: 80 }, { verdict: NONE }),
    entry('3', { claude: null }, { state: 'running' }),
    entry('4', { claude: 90 }, { ...DECIDED, firmness: { verdict: 'too_close_to_call', reasons: [] } }),
  ];
  expect(shown(runs, { agent: 'claude' })).toEqual(['1', '3', '4']);
  expect(runs.map(outcomeOf)).toEqual(['winner', 'none', 'unfinished', 'close']);
  expect(shown(runs, { outcome: 'close' })).toEqual(['4']);
  expect(shown(runs, { merged: 'yes' })).toEqual(['1']);
  expect(shown(runs, { merged: 'no', agent: 'claude', outcome: 'unfinished' })).toEqual(['3']);
  expect(agentNames(runs)).toEqual(['amp', 'claude', 'codex']);
});

test('does not offer the letters of a blind run as candidates', () => {
  expect(agentNames([entry('1', { A: null }, { blind: true }), entry('2', { amp: 1 })])).toEqual(['amp']);
});

test('groups runs by task in the order of the newest run', () => {
  const runs = [entry('3', {}, { task: 'b' }), entry('2', {}), entry('1', {}, { task: 'b' })];
  expect(groupByTask(runs).map(({ task, entries }) => [task, entries.map(({ id }) => id)])).toEqual([
    ['b', ['3', '1']],
    [null, ['2']],
  ]);
});

test('shortens a task to its first line', () => {
  expect(firstLine('\n mend it \r\n\nIn detail')).toBe('mend it …');
  expect(firstLine('mend it\n\n')).toBe('mend it');
});
