import { describe, expect, test } from 'vitest';
import fc from '../../../test/seeded-properties.ts';
import { matchSequences } from './match-sequences.ts';

const match = (a: readonly number[], b: readonly number[]) => matchSequences(Int32Array.from(a), Int32Array.from(b));
const matched = (a: readonly number[], b: readonly number[]) => match(a, b).filter((at) => at !== -1).length;
const repeat = (element: number, times: number) => new Array<number>(times).fill(element);

/** The length of the longest common subsequence, by definition. */
function longest(a: readonly number[], b: readonly number[]): number {
  let row = repeat(0, b.length + 1);
  for (const element of a) {
    const next = [0];
    for (const [at, other] of b.entries()) {
      next.push(element === other ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

test('matches equal elements in their order', () => {
  expect([...match([1, 2, 3, 4], [1, 9, 3, 4])]).toEqual([0, -1, 2, 3]);
  expect([...match([1, 2], [3, 4])]).toEqual([-1, -1]);
  expect([...match([], [1])]).toEqual([]);
});

test('finds a longest common subsequence of short sequences', () => {
  const sequence = fc.array(fc.nat(4), { maxLength: 30 });
  fc.assert(
    fc.property(sequence, sequence, (a, b) => {
      expect(matched(a, b)).toBe(longest(a, b));
    }),
  );
});

test('matches only equal elements, each at most once and in order', () => {
  const sequence = fc.array(fc.nat(60), { maxLength: 3000 });
  fc.assert(
    fc.property(sequence, sequence, (a, b) => {
      const pairs = [...match(a, b).entries()].filter(([, other]) => other !== -1);
      expect(pairs.every(([at, other]) => a[at] === b[other])).toBe(true);
      expect(pairs.every(([, other], index) => index === 0 || other > (pairs[index - 1]?.[1] ?? 0))).toBe(true);
    }),
    { numRuns: 20 },
  );
});

describe('is exact where it must be', () => {
  test('two changes among 50,000 equal elements', () => {
    const a = repeat(1, 50_000);
    const b = [...repeat(1, 10_000), 2, ...repeat(1, 30_000), 3, ...repeat(1, 9_998)];
    expect(matched(a, b)).toBe(49_998);
  });

  test('many changes between elements that occur once', () => {
    const a = Array.from({ length: 60_000 }, (_, at) => at);
    const b = a.map((element) => (element % 3 === 0 ? 1_000_000 + element : element));
    expect(matched(a, b)).toBe(40_000);
  });

  test('a block that moves past 30,000 elements', () => {
    const [block, others] = [repeat(0, 50).map((_, at) => at), Array.from({ length: 30_000 }, (_, at) => 100 + at)];
    expect(matched([...block, ...others], [...others, ...block])).toBe(30_000);
  });
});

test('takes what is too long to compare for a change', () => {
  const a = Array.from({ length: 100_000 }, (_, at) => at % 2);
  const b = Array.from({ length: 100_000 }, (_, at) => (at % 5 < 2 ? 1 : 0));
  expect(matched([7, ...a, 8], [7, ...b, 8])).toBe(2);
});
