import { expect, test } from 'vitest';
import { assess, built, makeCandidate, makeFacts, makePolicy, scoreBy } from '../../../test/facts-builder.ts';
import { scoreOf } from '../dimension.ts';
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

test('a candidate that cannot be merged does not set the price', () => {
  const facts = makeFacts({ candidates: [paid('shortcut', 0.1), paid('good', 0.2), paid('dear', 0.4)] });
  const scores = (mergeable: string[]) => {
    const assessment = cost.assess(facts, makePolicy(), new Set(mergeable));
    return facts.candidates.map((each) => (assessment.state === 'applies' ? scoreOf(assessment.score(each)) : null));
  };
  expect(scores(['good', 'dear'])).toEqual([100, 100, 50]);
  expect(scores(['shortcut', 'good', 'dear'])).toEqual([100, 50, 25]);
  expect(scores([])).toEqual([100, 50, 25]);
});

test('says so if reported and estimated costs are compared', () => {
  const from = (name: string, cost_source: 'reported' | 'prices') => makeCandidate({ name, agent: { cost_usd: 1, cost_source } });
  const mixed = makeFacts({ candidates: [from('b', 'reported'), from('a', 'prices'), from('c', 'reported')] });
  expect(assess(cost, mixed)).toMatchObject({
    note: 'compares costs that agents reported (b, c) with costs estimated from tokens (a)',
  });
  const equal = makeFacts({ candidates: [from('b', 'prices'), from('a', 'prices')] });
  expect(assess(cost, equal)).not.toHaveProperty('note');
});
