// Compares two lines word by word, and gives the parts that differ.

/** Start and end index in the line; the character at the end index is not part of the span. */
export type Span = readonly [number, number];

export interface WordChanges {
  removed: Span[];
  added: Span[];
}

/** Lines with a smaller common part are treated as different lines, not as one changed line. */
const MIN_COMMON = 0.35;
/** With more comparisons only the common start and end are found. */
const MAX_COMPARISONS = 40_000;

export function compareWords(before: string, after: string): WordChanges | null {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const start = commonStart(old, now);
  const end = commonEnd(old, now, start);
  const middleOld = old.slice(start, old.length - end);
  const middleNow = now.slice(start, now.length - end);
  const kept = commonWords(middleOld, middleNow);
  const removed = spansWithout(old, start, middleOld.length, kept.old);
  const added = spansWithout(now, start, middleNow.length, kept.now);
  const longer = Math.max(before.trim().length, after.trim().length);
  const changed = Math.max(lengthOf(removed, before), lengthOf(added, after));
  return longer > 0 && (longer - changed) / longer < MIN_COMMON ? null : { removed, added };
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+|\s+|./gsu) ?? [];
}

function commonStart(a: readonly string[], b: readonly string[]): number {
  let count = 0;
  while (count < a.length && count < b.length && a[count] === b[count]) count++;
  return count;
}

function commonEnd(a: readonly string[], b: readonly string[], start: number): number {
  let count = 0;
  while (start + count < Math.min(a.length, b.length) && a[a.length - 1 - count] === b[b.length - 1 - count]) count++;
  return count;
}

/** The longest common subsequence of words, as indexes in each line. */
function commonWords(old: readonly string[], now: readonly string[]): { old: Set<number>; now: Set<number> } {
  const kept = { old: new Set<number>(), now: new Set<number>() };
  if (old.length * now.length > MAX_COMPARISONS) return kept;
  const width = now.length + 1;
  const longest = new Uint16Array((old.length + 1) * width);
  const at = (i: number, j: number) => longest[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      longest[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  let [i, j] = [0, 0];
  while (i < old.length && j < now.length) {
    if (old[i] === now[j]) {
      kept.old.add(i++);
      kept.now.add(j++);
    } else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return kept;
}

function spansWithout(words: readonly string[], start: number, count: number, kept: ReadonlySet<number>): Span[] {
  const spans: [number, number][] = [];
  let at = words.slice(0, start).join('').length;
  for (let index = 0; index < count; index++) {
    const end = at + (words[start + index]?.length ?? 0);
    const last = spans.at(-1);
    if (!kept.has(index)) {
      if (last !== undefined && last[1] === at) last[1] = end;
      else spans.push([at, end]);
    }
    at = end;
  }
  return spans;
}

/** Without surrounding whitespace, which says nothing about how similar two lines are. */
function lengthOf(spans: readonly Span[], text: string): number {
  return spans.reduce((sum, [from, to]) => sum + text.slice(from, to).trim().length, 0);
}
