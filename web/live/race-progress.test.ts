import { expect, test } from 'vitest';
import { DEFAULT_POLICY, type Run } from '../../src/contract/index.ts';
import type { Lane } from './lanes.ts';
import { headline, raceProgress } from './race-progress.ts';

function runOf(kinds: readonly ('agent' | 'ref')[], budget: number | null): Run {
  const candidates = kinds.map((kind, index) => ({ name: `c${index}`, source: { kind, value: '' } }));
  const policy = { ...DEFAULT_POLICY, race: { ...DEFAULT_POLICY.race, budget_usd: budget } };
  return { candidates, policy, started_at: '2026-01-01T00:00:00.000Z' } as unknown as Run;
}

function lane(candidate: string, state: 'working' | 'done', costUsd: number | null): Lane {
  return { candidate, checks: [], agent: { state, costUsd } as Lane['agent'] };
}

const NOW = Date.parse('2026-01-01T00:00:27.400Z');

test('counts the agents that ended, and adds the cost of all, the test author included', () => {
  const lanes = [lane('c0', 'done', 0.5), lane('c1', 'working', null), lane('test-author', 'done', 0.53)];
  const progress = raceProgress(runOf(['agent', 'agent', 'ref'], 5), lanes, NOW);
  expect(progress).toEqual({ finished: 1, agents: 2, elapsedMs: 27_400, spentUsd: 1.03, budgetUsd: 5 });
  expect(progress === null ? '' : headline(progress)).toBe('1 of 2 finished · 0:27 · $1.03 of $5');
});

test('leaves out a cost that is unknown', () => {
  const text = (budget: number | null, cost: number | null) => {
    const progress = raceProgress(runOf(['agent'], budget), [lane('c0', 'working', cost)], NOW);
    return progress === null ? null : headline(progress);
  };
  expect(text(null, null)).toBe('0 of 1 finished · 0:27');
  expect(text(null, 0.2)).toBe('0 of 1 finished · 0:27 · $0.20');
  expect(text(5, null)).toBe('0 of 1 finished · 0:27 · budget $5');
});

test('says that the checks go on after the last agent', () => {
  const progress = raceProgress(runOf(['agent'], null), [lane('c0', 'done', null)], NOW);
  expect(progress === null ? '' : headline(progress)).toBe('1 of 1 finished, checking · 0:27');
});

test('a run of existing branches is not a race', () => {
  expect(raceProgress(runOf(['ref'], null), [], NOW)).toBeNull();
});
