import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import fc from '../../../test/seeded-properties.ts';
import { canonicalJson } from './canonical-json.ts';

describe('writes the same text for the same value', () => {
  test.each([
    ['null', null, 'null'],
    ['true', true, 'true'],
    ['an integer', 1, '1'],
    ['a fraction', 0.1, '0.1'],
    ['a large number', 1e21, '1e+21'],
    ['a small number', 1e-7, '1e-7'],
    ['minus zero', -0, '0'],
    ['white space is left out', { a: [1, 2], b: {} }, '{"a":[1,2],"b":{}}'],
    ['keys in order', { b: 1, a: 2, B: 3, _: 4 }, '{"B":3,"_":4,"a":2,"b":1}'],
    ['keys in order at every depth', { z: { b: 1, a: 2 }, a: [{ d: 1, c: 2 }] }, '{"a":[{"c":2,"d":1}],"z":{"a":2,"b":1}}'],
    ['keys that look like numbers are sorted as text', { 10: 'x', 9: 'y', a: 'z' }, '{"10":"x","9":"y","a":"z"}'],
    ['keys by UTF-16 units, not by code points', { '\ufb33': 1, '\u{1f600}': 2 }, '{"\u{1f600}":2,"\ufb33":1}'],
    ['lists keep their order', [3, 1, 2], '[3,1,2]'],
    [
      'a list of members in order, without a value and not in order',
      [
        { a: 1, b: undefined },
        { b: 1, a: [] },
      ],
      '[{"a":1},{"a":[],"b":1}]',
    ],
    ['a member without a value is left out', { a: undefined, b: 1 }, '{"b":1}'],
    ['letters of all scripts stay as they are', 'żółw 海 \u{1f600} \u2028', '"żółw 海 \u{1f600} \u2028"'],
    ['control signs are escaped', 'a\n\t"\\\u0001', '"a\\n\\t\\"\\\\\\u0001"'],
    ['half a surrogate pair is escaped, so that the text stays valid UTF-8', 'a\ud800b', '"a\\ud800b"'],
    ['an object without a prototype', Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
    ['an object of another realm', runInNewContext('({ b: [1], a: { c: 2 } })'), '{"a":{"c":2},"b":[1]}'],
  ])('%s', (_, value, text) => {
    expect(canonicalJson(value)).toBe(`${text}\n`);
  });

  test('keeps a member named __proto__', () => {
    expect(canonicalJson(JSON.parse('{"b":1,"__proto__":2}'))).toBe('{"__proto__":2,"b":1}\n');
  });
});

describe('rejects values that JSON cannot represent and names their path', () => {
  test.each([
    ['NaN', { a: [0, Number.NaN] }, '$.a[1] is NaN, which JSON cannot hold'],
    ['Infinity', Number.POSITIVE_INFINITY, '$ is Infinity, which JSON cannot hold'],
    ['minus Infinity', { a: { b: Number.NEGATIVE_INFINITY } }, '$.a.b is -Infinity, which JSON cannot hold'],
    ['undefined in a list', [1, undefined], '$[1] is undefined, which JSON cannot hold'],
    ['a hole in a list in a list', [new Array(1)], '$[0][0] is undefined, which JSON cannot hold'],
    ['a value that has a text of its own', [{ toJSON: () => 'x' }], '$[0].toJSON is function, which JSON cannot hold'],
    ['a hole in a list', new Array(2), '$[0] is undefined, which JSON cannot hold'],
    ['undefined alone', undefined, '$ is undefined, which JSON cannot hold'],
    ['a function', { run: () => 1 }, '$.run is function, which JSON cannot hold'],
    ['a symbol', [Symbol('s')], '$[0] is symbol, which JSON cannot hold'],
    ['a bigint', { n: 1n }, '$.n is bigint, which JSON cannot hold'],
    ['a date, which has no members', { at: new Date(0) }, '$.at is not a plain object, which JSON cannot hold'],
    ['a map, which has none either', [new Map([['a', 1]])], '$[0] is not a plain object, which JSON cannot hold'],
    ['a set', new Set([1]), '$ is not a plain object, which JSON cannot hold'],
  ])('%s', (_, value, message) => {
    expect(() => canonicalJson(value)).toThrow(new TypeError(message));
  });
});

function shuffleKeys(value: unknown, reverse: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => shuffleKeys(item, reverse));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, member]) => [key, shuffleKeys(member, reverse)] as const);
  return Object.fromEntries(reverse ? entries.reverse() : entries);
}

test('the order of members does not matter, and parsing the text restores the value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value);
      expect(canonicalJson(shuffleKeys(value, true))).toBe(text);
      expect(canonicalJson(JSON.parse(text))).toBe(text);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
