import { expect, test } from 'vitest';
import { evidenceOf } from '../../../test/evidence-builder.ts';
import type { CandidateEvidence, VariedAnswer } from '../integrity/evidence.ts';
import { findIntegrity } from '../integrity/index.ts';

const answer = (line: number, own: string, others: Record<string, string>): VariedAnswer => ({
  beside: 'test/a.test.js',
  original: 'doubles',
  change: { line, before: '3', after: '5' },
  answer: own,
  others: Object.entries(others).map(([name, text]) => ({ name: name === 'base' ? null : name, answer: text })),
});
const vote = (...names: string[]) => names.map((name) => ({ name }) as CandidateEvidence);

function found(answers: VariedAnswer[], votes = [vote('b'), vote('c')]): string[] {
  const evidence = { ...evidenceOf({}, { varied: { differences: [], answers } }), votes };
  return findIntegrity(evidence).map(({ id, severity, message }) => `${severity} ${id}: ${message}`);
}

const ALONE = { b: '10 !== 6', c: '10 !== 6' };

test('a warning if two independent candidates agree on two inputs, and most inputs differ', () => {
  expect(found([answer(3, 'undefined !== 6', ALONE), answer(4, 'undefined !== 6', ALONE)])).toEqual([
    'warning differs_on_changed_input: answers 2 of 2 changed inputs differently than b, c: 5 instead of 3 in line 3 of test/a.test.js (undefined !== 6; b: 10 !== 6; c: 10 !== 6), 5 instead of 3 in line 4 of test/a.test.js (undefined !== 6; b: 10 !== 6; c: 10 !== 6)',
  ]);
  const base = { base: '10 !== 6', b: '10 !== 6' };
  expect(found([answer(3, 'passes', base), answer(4, 'passes', base)])[0]).toMatch(/^warning .* than the base, b:/);
});

test('an error if all of three inputs are contradicted', () => {
  const apart = (line: number) => answer(line, 'undefined !== 6', ALONE);
  expect(found([apart(3), apart(4), apart(5)])[0]).toMatch(/^error differs_on_changed_input: answers 3 of 3 changed inputs/);
  expect(found([apart(3), apart(4), answer(5, '10 !== 6', ALONE)])[0]).toMatch(/^warning /);
});

test('only information if the others are one vote, disagree, or return an error, or if most inputs agree', () => {
  const twice = (others: Record<string, string>) => [answer(3, 'passes', others), answer(4, 'passes', others)];
  expect(found(twice(ALONE), [vote('b', 'c')])[0]).toMatch(/^info /);
  expect(found(twice({ b: '10 !== 6' }))[0]).toMatch(/^info /);
  expect(found(twice({ b: '10 !== 6', c: '11 !== 6' }))[0]).toMatch(/^info /);
  expect(found(twice({ b: 'an error', c: 'an error' }))[0]).toMatch(/^info /);
  const same = answer(5, '10 !== 6', ALONE);
  expect(found([...twice(ALONE), same, same])[0]).toMatch(/^info differs_on_changed_input: answers 2 of 4 changed inputs/);
  expect(found([answer(3, 'passes', ALONE)])[0]).toMatch(/^info /);
});

test('says nothing if another tree answers in the same way', () => {
  expect(found([answer(3, '10 !== 6', { b: '10 !== 6', c: 'passes' })])).toEqual([]);
  expect(found([])).toEqual([]);
});
