// Marks the lines that contain a changed token, between the lines that both versions have.
import { matchSequences } from './match-sequences.ts';
import type { Side } from './side.ts';
import { slideRuns } from './slide-runs.ts';

export interface Comparison {
  before: Side;
  after: Side;
  /** For each line before, the equal line after, or -1; and the reverse. */
  matches: Int32Array;
  matchesAfter: Int32Array;
}

export function compareSides(before: Side, after: Side): Comparison {
  const matches = matchSequences(before.lines, after.lines);
  const matchesAfter = new Int32Array(after.lines.length).fill(-1);
  for (const [line, match] of matches.entries()) if (match !== -1) matchesAfter[match] = line;
  slideRuns(before.lines, matches, matchesAfter);
  slideRuns(after.lines, matchesAfter, matches);
  return { before, after, matches, matchesAfter };
}

export function markChangedLines({ before, after, matches }: Comparison): void {
  let [from, fromAfter] = [0, 0];
  for (let line = 0; line <= matches.length; line += 1) {
    const match = line === matches.length ? after.lines.length : (matches[line] ?? -1);
    if (match === -1) continue;
    markGap(before, [from, line], after, [fromAfter, match]);
    [from, fromAfter] = [line + 1, match + 1];
  }
}

/** Lines from the first number up to the second. */
type Lines = readonly [number, number];

function markGap(before: Side, lines: Lines, after: Side, linesAfter: Lines): void {
  const [old, own] = [looseTokens(before, lines), looseTokens(after, linesAfter)];
  const matches = matchSequences(old.tokens, own.tokens);
  const matched = new Uint8Array(own.tokens.length);
  for (const [at, other] of matches.entries()) {
    if (other === -1) before.changed[old.lineOf[at] ?? 0] = 1;
    else matched[other] = 1;
  }
  for (const [at, isMatched] of matched.entries()) if (!isMatched) after.changed[own.lineOf[at] ?? 0] = 1;
}

/** The tokens of lines that are not part of a moved block, with the line of each. */
function looseTokens({ tokens, starts, moved }: Side, [from, end]: Lines): { tokens: Int32Array; lineOf: number[] } {
  const loose: number[] = [];
  const lineOf: number[] = [];
  for (let line = from; line < end; line += 1) {
    if (moved[line]) continue;
    for (let at = starts[line] ?? 0; at < (starts[line + 1] ?? 0); at += 1) {
      loose.push(tokens[at] ?? 0);
      lineOf.push(line);
    }
  }
  return { tokens: Int32Array.from(loose), lineOf };
}
