import { expect, test } from 'vitest';
import { evidenceOf } from '../../../test/evidence-builder.ts';
import { findIntegrity } from '../integrity/index.ts';

const fewer = { executed: { base: 9, own: 7 } };
const found = (lines: string[], more = {}) =>
  findIntegrity(evidenceOf({ 'test/a.c': lines }, { ...fewer, ...more })).map(
    ({ severity, message }) => `${severity}: ${message}`,
  );
const text = '7 tests run instead of 9 on the base, and the diff does not explain it';

test('reports an error if the diff removes no test', () => {
  expect(found(['+x'])).toEqual([`error: ${text}`]);
});

test('reports a warning if the diff removes some of the missing tests', () => {
  expect(found(['-TEST(a, b) {'])).toEqual([`warning: ${text}`]);
});

test('reports a warning if every other candidate runs as few tests', () => {
  expect(found(['+x'], { others: [evidenceOf({}, fewer)] })).toEqual([`warning: ${text}`]);
});

test('accepts fewer tests if the diff removes as many', () => {
  expect(found(['-TEST(a, b) {', '-TEST(a, c) {'])).toEqual([]);
});

test('accepts as many tests as on the base', () => {
  expect(found(['+x'], { executed: { base: 9, own: 9 } })).toEqual([]);
});
