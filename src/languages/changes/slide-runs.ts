// Moves runs of unmatched lines to one of several equal places. A removed function may be matched with the closing brace of the
// function before it; slid down, it is unmatched as a whole, and so is the same function where it was added.

/**
 * Slides each run as far down as possible. `own` has for each line the equal line of the other version, or -1, and `other` the
 * reverse; both are changed. The position only goes forward, so the time is linear.
 */
export function slideRuns(lines: Int32Array, own: Int32Array, other: Int32Array): void {
  let start = 0;
  while (start < lines.length) {
    if (own[start] !== -1) {
      start += 1;
      continue;
    }
    let end = endOfRun(own, start);
    // Only if the other version has no unmatched lines at the same place.
    while (end < lines.length && own[end] === (own[start - 1] ?? -1) + 1 && lines[start] === lines[end]) {
      const match = own[end] ?? 0;
      own[start] = match;
      other[match] = start;
      own[end] = -1;
      start += 1;
      end = endOfRun(own, end);
    }
    start = end;
  }
}

/** The next line that is matched. */
function endOfRun(own: Int32Array, from: number): number {
  let end = from;
  while (end < own.length && own[end] === -1) end += 1;
  return end;
}
