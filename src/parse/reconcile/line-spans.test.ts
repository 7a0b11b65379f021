// The quick answers are held against the plain definition, on every small arrangement that chance finds.

import { expect, test } from 'vitest';
import fc from '../../../test/seeded-properties.ts';
import { ClaimedLineRanges, nestedSections } from './line-spans.ts';

const lines = fc
  .record({
    parser: fc.constantFrom('a', 'b', 'c'),
    hasHeader: fc.boolean(),
    firstLine: fc.integer({ min: 1, max: 12 }),
    length: fc.integer({ min: 0, max: 8 }),
  })
  .map(({ length, ...rest }) => ({ ...rest, lastLine: rest.firstLine + length }));
type Lines = typeof lines extends fc.Arbitrary<infer Value> ? Value : never;

function quotes(outer: Lines, inner: Lines): boolean {
  const contains = outer.firstLine <= inner.firstLine && inner.lastLine <= outer.lastLine;
  const same = outer.firstLine === inner.firstLine && inner.lastLine === outer.lastLine;
  return outer.hasHeader && outer.parser !== inner.parser && contains && !same;
}

function overlap(one: Lines, other: Lines): boolean {
  return one.parser !== other.parser && one.firstLine <= other.lastLine && other.firstLine <= one.lastLine;
}

test('finds sections inside a run of another parser with a header', () => {
  fc.assert(
    fc.property(fc.array(lines, { maxLength: 8 }), (sections) => {
      const plain = sections.filter((inner) => sections.some((outer) => quotes(outer, inner)));
      expect(nestedSections(sections)).toEqual(new Set(plain));
    }),
    { numRuns: 2000 },
  );
});

test('detects lines that overlap a section of another parser', () => {
  fc.assert(
    fc.property(fc.array(lines, { maxLength: 8 }), lines, (sections, asked) => {
      const taken = new ClaimedLineRanges();
      for (const section of sections) taken.take(section);
      expect(taken.isTakenByOther(asked)).toBe(sections.some((section) => overlap(section, asked)));
    }),
    { numRuns: 2000 },
  );
});
