import { expect, test } from 'vitest';
import fc from '../../../test/seeded-properties.ts';
import { distinctTests } from './unique-test-ids.ts';

function ids(...sections: [prefix: string, names: string[]][]): string[] {
  const tests = (names: string[]) => names.map((id) => ({ id, status: 'passed' as const }));
  return distinctTests(sections.map(([prefix, names]) => ({ prefix, tests: tests(names) }))).map(({ id }) => id);
}

test('numbers repeated ids', () => {
  expect(ids(['', ['a', 'b', 'a', 'a']])).toEqual(['a', 'b', 'a #2', 'a #3']);
});

test('keeps ids that look numbered distinct', () => {
  expect(ids(['', ['a', 'a', 'a #2', 'a']])).toEqual(['a', 'a #2', 'a #2 #2', 'a #3']);
  expect(ids(['', ['a #2', 'a', 'a']])).toEqual(['a #2', 'a', 'a #3']);
});

test('distinguishes equal ids by their prefix', () => {
  expect(ids(['x > ', ['a']], ['y > ', ['a']], ['x > ', ['a']])).toEqual(['x > a', 'y > a', 'x > a #2']);
});

test('finds an id that looks like one with a prefix', () => {
  expect(ids(['x > ', ['a']], ['', ['x > a']])).toEqual(['x > a', 'x > a #2']);
  expect(ids(['x > y > ', ['a']], ['x > ', ['y > a']])).toEqual(['x > y > a', 'x > y > a #2']);
});

test('returns unique ids for any input', () => {
  const name = fc.constantFrom('a', 'a #2', 'a #3', 'x > a', 'b');
  const prefix = fc.constantFrom('', 'x > ', 'x > x > ', 'y > ');
  fc.assert(
    fc.property(fc.array(fc.tuple(prefix, fc.array(name))), (sections) => {
      const all = ids(...sections);
      expect(new Set(all).size).toBe(all.length);
      expect(all.length).toBe(sections.reduce((sum, [, names]) => sum + names.length, 0));
    }),
  );
});
