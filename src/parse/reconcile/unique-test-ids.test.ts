import { expect, test } from 'vitest';
import fc from '../../../test/seeded-properties.ts';
import { distinctTests } from './unique-test-ids.ts';

function ids(...sections: [prefix: string, names: string[]][]): string[] {
  const tests = (names: string[]) => names.map((id) => ({ id, status: 'passed' as const }));
  return distinctTests(sections.map(([prefix, names]) => ({ prefix, tests: tests(names) }))).map(({ id }) => id);
}

test('an id that comes again is numbered', () => {
  expect(ids(['', ['a', 'b', 'a', 'a']])).toEqual(['a', 'b', 'a #2', 'a #3']);
});

test('an id that looks like a numbered one is no other test\u2019s', () => {
  expect(ids(['', ['a', 'a', 'a #2', 'a']])).toEqual(['a', 'a #2', 'a #2 #2', 'a #3']);
  expect(ids(['', ['a #2', 'a', 'a']])).toEqual(['a #2', 'a', 'a #3']);
});

test('prefixes keep equal ids apart, and equal prefixes do not', () => {
  expect(ids(['x > ', ['a']], ['y > ', ['a']], ['x > ', ['a']])).toEqual(['x > a', 'y > a', 'x > a #2']);
});

test('an id that only looks as if it had a prefix is found', () => {
  expect(ids(['x > ', ['a']], ['', ['x > a']])).toEqual(['x > a', 'x > a #2']);
  expect(ids(['x > y > ', ['a']], ['x > ', ['y > a']])).toEqual(['x > y > a', 'x > y > a #2']);
});

test('whatever comes in, every id that comes out is another', () => {
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
