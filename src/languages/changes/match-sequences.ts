// Finds the common elements of two sequences, in time that grows with their length for any input.
//
// A small difference is found exactly. If that takes too long, elements that occur once on both sides split the sequences into
// parts. What is left after a number of splits counts as different, never as equal.
import { matchExactly, type Range } from './shortest-edit.ts';
import { uniqueAnchors } from './unique-anchors.ts';

/** Bounds the time: each level of parts goes over all elements once. */
const MAX_SPLITS = 12;

/** For each element of `a` the index of its equal in `b`, ascending; -1 for elements without one. */
export function matchSequences(a: Int32Array, b: Int32Array): Int32Array {
  const matches = new Int32Array(a.length).fill(-1);
  const parts: { range: Range; splits: number }[] = [{ range: { a: 0, aEnd: a.length, b: 0, bEnd: b.length }, splits: 0 }];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const rest = matchEnds(a, b, part.range, matches);
    const isDone = rest.a === rest.aEnd || rest.b === rest.bEnd || matchExactly(a, b, rest, matches);
    if (isDone || part.splits === MAX_SPLITS) continue;
    for (const range of split(rest, uniqueAnchors(a, b, rest), matches)) parts.push({ range, splits: part.splits + 1 });
  }
  return matches;
}

/** Matches equal elements at both ends. Returns what is between them. */
function matchEnds(a: Int32Array, b: Int32Array, range: Range, matches: Int32Array): Range {
  const rest = { ...range };
  while (rest.a < rest.aEnd && rest.b < rest.bEnd && a[rest.a] === b[rest.b]) matches[rest.a++] = rest.b++;
  while (rest.a < rest.aEnd && rest.b < rest.bEnd && a[rest.aEnd - 1] === b[rest.bEnd - 1]) matches[--rest.aEnd] = --rest.bEnd;
  return rest;
}

/** Matches the anchors. Returns the ranges between them; none if there are no anchors. */
function split(range: Range, anchors: readonly (readonly [number, number])[], matches: Int32Array): Range[] {
  const ranges: Range[] = [];
  let { a, b } = range;
  for (const [at, other] of anchors) {
    matches[at] = other;
    ranges.push({ a, aEnd: at, b, bEnd: other });
    [a, b] = [at + 1, other + 1];
  }
  if (anchors.length > 0) ranges.push({ ...range, a, b });
  return ranges;
}
