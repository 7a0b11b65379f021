// Every step shows the expression it was computed from, and names all of its inputs.

import { describe, expect, test } from 'vitest';
import { arbitraryFacts, arbitraryPolicy, METRICS } from '../../test/arbitrary-facts.ts';
import fc from '../../test/seeded-properties.ts';
import type { Step } from '../contract/index.ts';
import { DIMENSIONS } from './dimensions/index.ts';
import { evaluate, unusedInputs } from './expression.ts';
import { scoreFacts } from './score-facts.ts';
import { recordSteps } from './steps.ts';

describe('evaluate', () => {
  test.each<[string, Step['inputs'], number | boolean]>([
    ['1 + 2 * 3', {}, 7],
    ['(1 + 2) * 3', {}, 9],
    ['10 - 4 - 3', {}, 3],
    ['100 / 10 / 5', {}, 2],
    ['0.1 + 0.2', {}, 0.30000000000000004],
    ['min(10, x * 0.5)', { x: 30 }, 10],
    ['max(0, a - b)', { a: 1, b: 3 }, 0],
    ['clamp(x, 0, 100)', { x: 104 }, 100],
    ['clamp(x, 0, 100)', { x: -4 }, 0],
    ['if x == 0 then 1 else 2', { x: 0 }, 1],
    ['if passed then 100 else 0', { passed: false }, 0],
    ['if x <= 1 then 1 else if x < 3 then 2 else 3', { x: 2 }, 2],
    ['if x > 1 then 5 + 1 else 2', { x: 2 }, 6],
    ['x >= 2', { x: 2 }, true],
  ])('%s', (expression, inputs, value) => {
    expect(evaluate(expression, inputs)).toBe(value);
  });

  test.each([
    ['1 +', 'the expression ends too early'],
    ['x', 'there is no input x'],
    ['toString', 'there is no input toString'],
    ['sqrt(4)', 'there is no function sqrt'],
    ['1 2', 'unexpected 2'],
    ['if 1 then 2 else 3', 'the condition is not true or false'],
    ['1 % 2', 'cannot read  % 2'],
  ])('rejects %s', (expression, message) => {
    expect(() => evaluate(expression, {})).toThrow(message);
  });

  test('finds an unused input', () => {
    expect(unusedInputs('max(a, 1)', { a: 1, b: 2 })).toEqual(['b']);
  });
});

test('records steps in order and returns their values', () => {
  const { steps, add } = recordSteps();
  expect(add('double', '2 * x', { x: 4 })).toBe(8);
  expect(add('score', 'double + 1', { double: 8 })).toBe(9);
  expect(steps).toEqual([
    { name: 'double', expression: '2 * x', inputs: { x: 4 }, value: 8 },
    { name: 'score', expression: 'double + 1', inputs: { double: 8 }, value: 9 },
  ]);
});

function expectHonest(steps: readonly Step[]): void {
  const values = new Map<string, number>();
  for (const { name, expression, inputs, value } of steps) {
    expect(evaluate(expression, inputs), expression).toBe(value);
    expect(unusedInputs(expression, inputs)).toEqual([]);
    for (const [input, given] of Object.entries(inputs)) expect(given).toBe(values.get(input) ?? given);
    expect(values.has(name), `two steps are named ${name}`).toBe(false);
    values.set(name, value);
  }
}

test('every step computes its shown expression from earlier values, and the last one is the score', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(arbitraryFacts({ minCandidates: 1 }), arbitraryPolicy, (facts, policy) => {
      for (const { dimensions } of scoreFacts(facts, policy).rankings) {
        for (const { id, result } of dimensions) {
          if (result.state !== 'scored') continue;
          expectHonest(result.steps);
          expect(result.steps.at(-1)?.value).toBe(result.score);
          seen.add(id);
        }
      }
    }),
    { numRuns: 200 },
  );
  // Without a score of a dimension the property would prove nothing about it.
  expect([...seen].sort()).toEqual([...Object.keys(DIMENSIONS), ...METRICS].sort());
});

test.each(Object.entries(DIMENSIONS))('%s has a purpose and equations', (name, { id, title, purpose, equation }) => {
  expect(id).toBe(name);
  expect(title).toMatch(/^[A-Z]/);
  expect(purpose).toMatch(/\.$/);
  expect(equation.some((line) => line.includes('score'))).toBe(true);
});
