// Elements that occur once in both sequences, in the same order: the anchors of a patience diff.
import type { Range } from './shortest-edit.ts';

type Pair = readonly [number, number];

/** Positions in both sequences. */
export function uniqueAnchors(a: Int32Array, b: Int32Array, range: Range): Pair[] {
  const inB = positions(b, range.b, range.bEnd);
  const pairs: Pair[] = [];
  for (const [element, at] of positions(a, range.a, range.aEnd)) {
    const other = inB.get(element) ?? REPEATED;
    if (at !== REPEATED && other !== REPEATED) pairs.push([at, other]);
  }
  return longestAscending(pairs);
}

const REPEATED = -1;

/** The position of each element, in the order of their first occurrence. */
function positions(sequence: Int32Array, from: number, end: number): Map<number, number> {
  const found = new Map<number, number>();
  for (let at = from; at < end; at += 1) {
    const element = sequence[at] ?? 0;
    found.set(element, found.has(element) ? REPEATED : at);
  }
  return found;
}

/** The longest subsequence whose second numbers ascend, by patience sorting. The first numbers ascend already. */
function longestAscending(pairs: readonly Pair[]): Pair[] {
  /** For each length, the index of the pair that ends a subsequence of that length with the smallest second number. */
  const tails: number[] = [];
  const previous = new Int32Array(pairs.length).fill(-1);
  for (const [index, [, other]] of pairs.entries()) {
    const length = firstNotBelow(pairs, tails, other);
    previous[index] = tails[length - 1] ?? -1;
    tails[length] = index;
  }
  const chosen: Pair[] = [];
  for (let at = tails.at(-1) ?? -1; at !== -1; at = previous[at] ?? -1) chosen.push(pairs[at] ?? [0, 0]);
  return chosen.reverse();
}

function firstNotBelow(pairs: readonly Pair[], tails: readonly number[], other: number): number {
  let [low, high] = [0, tails.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pairs[tails[middle] ?? 0]?.[1] ?? 0) < other) low = middle + 1;
    else high = middle;
  }
  return low;
}
