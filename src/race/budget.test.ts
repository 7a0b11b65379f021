// Which agents must stop, and why.
import { expect, test } from 'vitest';
import { DEFAULT_POLICY, UNKNOWN_USAGE } from '../contract/index.ts';
import { openBudget, usdLimitOf } from './budget.ts';

const none = DEFAULT_POLICY.race;
const used = (input: number | null, output: number | null) => ({ ...UNKNOWN_USAGE, input_tokens: input, output_tokens: output });

test('without limits no agent stops', () => {
  expect(openBudget(['a'], none).report('a', used(1e12, 1e12), 1e12)).toEqual([]);
});

test.each([
  [{ agent_budget_tokens: 100 }, used(60, 40), null, null],
  [{ agent_budget_tokens: 100 }, used(60, 41), null, 'agent_budget_tokens'],
  [{ agent_budget_tokens: 100 }, used(null, 101), null, 'agent_budget_tokens'],
  [{ agent_budget_tokens: 100 }, used(null, null), null, null],
  [{ agent_budget_usd: 1 }, used(1, 1), 1, null],
  [{ agent_budget_usd: 1 }, used(1, 1), 1.01, 'agent_budget_usd'],
  [{ agent_budget_usd: 1 }, used(1e9, 1), null, null],
  [{ budget_usd: 1, agent_budget_usd: 1 }, used(1, 1), 2, 'budget_usd'],
])('usage %j with limits %j and %s USD: %s', (limits, usage, usd, reason) => {
  const stopped = openBudget(['a'], { ...none, ...limits }).report('a', usage, usd);
  expect(stopped).toEqual(reason === null ? [] : [{ name: 'a', reason }]);
});

test('a common limit stops all running agents, and counts finished ones', () => {
  const budget = openBudget(['a', 'b', 'c'], { ...none, budget_tokens: 100 });
  expect(budget.report('a', used(50, 0), null)).toEqual([]);
  budget.ended('a');
  expect(budget.report('b', used(50, 0), null)).toEqual([]);
  expect(budget.report('b', used(51, 0), null)).toEqual([
    { name: 'b', reason: 'budget_tokens' },
    { name: 'c', reason: 'budget_tokens' },
  ]);
});

test('passes the smaller limit to an agent that enforces its own budget', () => {
  expect(usdLimitOf(none)).toBeNull();
  expect(usdLimitOf({ ...none, budget_usd: 3 })).toBe(3);
  expect(usdLimitOf({ ...none, budget_usd: 3, agent_budget_usd: 2 })).toBe(2);
});
