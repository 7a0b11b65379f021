import { describe, expect, test } from 'vitest';
import fc from '../../../test/seeded-properties.ts';
import { compilePattern } from '../../contract/index.ts';
import { findMatches } from './search-pattern.ts';

const groupsIn = (pattern: string, text: string) => findMatches(compilePattern(pattern), text, 10).map(({ group }) => group);

test.each<[string, string, (string | null)[]]>([
  ['size: ([0-9.]+)', 'gzip size: 12.5 kB', ['12.5']],
  ['(\\d+) ms', 'a 3 ms, b 40 ms', ['3', '40']],
  ['^total (\\d+)$', 'subtotal 1\ntotal 2\ntotal 3 files', ['2']],
  ['(\\d+?)\\d', '1234', ['1', '3']],
  ['a(?:b|bc)(c?)', 'abc', ['c']],
  ['x(1)|y', 'y', [null]],
  ['\\bp(\\d{2})\\b', 'xp50 p95 p999', ['95']],
  ['([^,\\s]+),', 'a b, c', ['b']],
  ['(-?\\d+(?:\\.\\d+)?)%', 'from -3.5% to 4%', ['-3.5', '4']],
  ['.(.).', 'a\nb', []],
  ['()', 'a', ['', '']],
])('finds %j in %j', (pattern, text, groups) => {
  expect(groupsIn(pattern, text)).toEqual(groups);
});

test('stops at the limit', () => {
  expect(findMatches(compilePattern('(a)'), 'a'.repeat(100), 2)).toEqual([
    { start: 0, end: 1, group: 'a' },
    { start: 1, end: 2, group: 'a' },
  ]);
});

// With backtracking, the first of these takes longer than the age of the universe.
test.each(['(?:(?:a|aa)+)+(b)', '(?:a|a|a|a)*(b)', '[^b]*a[^b]*a[^b]*a[^b]*a(b)', '(?:.{0,20}a){10}(b)'])(
  'reads a long text without backtracking: %s',
  (pattern) => {
    expect(groupsIn(pattern, `${'a'.repeat(20_000)}c`)).toEqual([]);
  },
);

describe('means the same as the regular expressions of JavaScript', () => {
  const atom = fc.constantFrom('a', 'b', '.', '\\d', '\\W', '\\s', '[ab]', '[^a]', '[0-9-]', '\\.', '1', '\\n');
  const assertion = fc.constantFrom('\\b', '\\B', '^', '$');
  const quantifier = fc.constantFrom('', '', '*', '+', '?', '*?', '+?', '??', '{2}', '{1,2}', '{1,}?');
  const { pattern } = fc.letrec<{ pattern: string; part: string; solid: string }>((tie) => ({
    pattern: fc
      .array(fc.array(tie('part'), { maxLength: 3 }), { minLength: 1, maxLength: 3 })
      .map((options) => options.map((parts) => parts.join('')).join('|')),
    part: fc.oneof(
      { weight: 4, arbitrary: fc.tuple(tie('solid'), quantifier).map(([inner, repeat]) => inner + repeat) },
      { weight: 1, arbitrary: assertion },
      { weight: 1, arbitrary: tie('pattern').map((inner) => `(?:${inner})`) },
    ),
    // Never empty, so that it can be repeated.
    solid: fc.oneof(
      { weight: 3, arbitrary: atom },
      { weight: 1, arbitrary: fc.tuple(atom, tie('part'), atom).map(([first, part, other]) => `(?:${first}${part}|${other})`) },
    ),
  }));
  const texts = fc.string({ unit: fc.constantFrom('a', 'b', '1', '.', '-', ' ', '\n'), maxLength: 12 });
  const compiled = (source: string) => {
    try {
      return compilePattern(source);
    } catch {
      return null;
    }
  };

  test('the same matches with the same groups', () => {
    let tried = 0;
    fc.assert(
      fc.property(pattern, pattern, pattern, texts, (before, group, after, text) => {
        const source = `(?:${before})(${group})(?:${after})`;
        const program = compiled(source);
        if (program === null) return;
        tried += 1;
        const expected = [...text.matchAll(new RegExp(source, 'gm'))].map((match) => ({
          start: match.index,
          end: match.index + match[0].length,
          group: match[1] ?? null,
        }));
        expect(findMatches(program, text, 100)).toEqual(expected);
      }),
      { numRuns: 3000 },
    );
    expect(tried).toBeGreaterThan(2900);
  });
});
