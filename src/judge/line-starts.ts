// Where lines begin in a text that joins them, so that one search of the text replaces a search of each line.

export function startsOf(lines: readonly string[]): number[] {
  const starts: number[] = [];
  let length = 0;
  for (const line of lines) {
    starts.push(length);
    length += line.length + 1;
  }
  return starts;
}

/** The last line that begins at or before a place. */
export function lineAt(starts: readonly number[], place: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}
