import { expect, test } from 'vitest';
import { assess, built, makeCandidate, makeFacts, makePolicy, scoreBy } from '../../../test/facts-builder.ts';
import { cost } from './cost.ts';

const paid = (name: string, cost_usd: number | null, passes = true) =>
  makeCandidate({ name, agent: { cost_usd }, build: built(passes) });

test('compares 0.40 USD with a cheapest of 0.10 USD', () => {
  const facts = makeFacts({ candidates: [paid('dear', 0.4), paid('cheap', 0.1)] });
  expect(scoreBy(cost, facts, makePolicy(), 'dear')).toBe(25);
  expect(scoreBy(cost, facts, makePolicy(), 'cheap')).toBe(100);
});

test('only successful agents can be the cheapest, but failed ones are compared too, whatever speed does', () => {
  const facts = makeFacts({ candidates: [paid('failed', 0.1, false), paid('good', 0.2), paid('failed-dear', 0.8, false)] });
  const policy = makePolicy({ speed: { count_failed: false } });
  expect(facts.candidates.map(({ name }) => scoreBy(cost, facts, policy, name))).toEqual([100, 100, 25]);
});

test('an unknown cost is never 0', () => {
  const facts = makeFacts({ candidates: [paid('a', 0.1), paid('b', null)] });
  expect(assess(cost, facts)).toEqual({ state: 'not_applicable', why: 'the cost is not known for b' });
});

test('scores 100 for an agent that costs nothing', () => {
  const facts = makeFacts({ candidates: [paid('a', 0), paid('b', 0), paid('c', 0.01)] });
  expect(facts.candidates.map(({ name }) => scoreBy(cost, facts, makePolicy(), name))).toEqual([100, 100, 0]);
});
