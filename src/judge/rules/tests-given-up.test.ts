import { expect, test } from 'vitest';
import { evidenceOf, WORK } from '../../../test/evidence-builder.ts';
import { findIntegrity } from '../integrity/index.ts';

const lostByAll = new Set(['a', 'b']);

test('names the tests that every candidate loses', () => {
  expect(findIntegrity(evidenceOf(WORK, { lostByAll })).map(({ severity, message }) => [severity, message])).toEqual([
    ['info', 'every candidate loses 2 tests of the base, probably because of the task: a, b'],
  ]);
});

test('says nothing about a candidate without a change', () => {
  expect(findIntegrity(evidenceOf({}, { lostByAll }))).toEqual([]);
});
