import { expect, test } from 'vitest';
import type { AgentStatistics } from '../contract/index.ts';
import { renderAgents } from './render-agents.ts';

const AGENT: AgentStatistics = {
  ...{ agent: 'codex', model: 'gpt-5', runs: 12, attempts: 14, wins: 6, mergeable: 12, caught: 1, too_few_runs: false },
  win_rate: { value: 6 / 14, low: 0.214, high: 0.674 },
  mergeable_rate: { value: 12 / 14, low: 0.6, high: 0.96 },
  ...{ median_total: 91.25, median_duration_ms: 192_400 },
  cost: { reported: 10, estimated: 3, unknown: 1, total_usd: 9, per_mergeable_usd: 0.75, per_win_usd: 1.5 },
  repeated: { tasks: 2, flips: 1, pass: [{ k: 2, tasks: 2, value: 0.5 }] },
};

test('shows rates with their intervals, and where costs come from', () => {
  expect(renderAgents([AGENT])).toBe(`codex (gpt-5): 12 runs, 14 attempts
  wins       6 of 14, 43% (95%: 21% to 67%)
  mergeable  12 of 14, 86% (95%: 60% to 96%)
  caught     1 with an integrity error
  median     total 91.3, time 3 min 12 s
  cost       $0.75 per mergeable result, $1.50 per win (10 reported, 3 estimated from tokens, 1 unknown and left out)
  repeated   2 tasks: pass^2 50% (2 tasks); the result differs between attempts in 1
`);
});

test('gives no rate for few runs, and no cost where none is known', () => {
  const cost = { reported: 0, estimated: 0, unknown: 3, total_usd: null, per_mergeable_usd: null, per_win_usd: null };
  const few = { ...AGENT, agent: 'a\u001b[2J', model: null, runs: 3, attempts: 3, wins: 1, mergeable: 3, too_few_runs: true };
  const text = renderAgents([{ ...few, cost, repeated: null, median_duration_ms: null }]);
  expect(text).toContain('wins       1 of 3, too few runs for a rate');
  expect(text).toContain('cost       unknown');
  expect(text).not.toContain('\u001b');
  expect(renderAgents([])).toBe('No finished runs yet. Create one with `hydra race "TASK" --agents a,b`.\n');
});
