// Splits a line of text at the borders of its colors and marks, so that each piece can be a text node.

export interface ColoredSpan {
  start: number;
  end: number;
  className: string;
}

export interface TextRun {
  text: string;
  className: string;
}

/** Splits `text` from `start` to `end` into runs. Spans may overlap and be in any order. */
export function splitIntoRuns(text: string, start: number, end: number, spans: readonly ColoredSpan[]): TextRun[] {
  const inside = spans.filter((span) => span.end > start && span.start < end && span.end > span.start);
  const borders = new Set([start, end]);
  for (const span of inside) {
    borders.add(Math.max(start, span.start));
    borders.add(Math.min(end, span.end));
  }
  const cuts = [...borders].sort((a, b) => a - b);
  const runs: TextRun[] = [];
  for (const [index, from] of cuts.entries()) {
    const to = cuts[index + 1];
    if (to === undefined) break;
    const className = inside
      .filter((span) => span.start <= from && span.end >= to)
      .map((span) => span.className)
      .join(' ');
    runs.push({ text: text.slice(from, to), className });
  }
  return runs;
}

/** Every match of the query, case-insensitive. */
export function findSpans(text: string, query: string, className: string): ColoredSpan[] {
  const spans: ColoredSpan[] = [];
  const needle = query.toLowerCase();
  if (needle === '') return spans;
  const haystack = text.toLowerCase();
  // A letter whose lower case is longer would shift the index of every later match.
  if (haystack.length !== text.length) return spans;
  for (let at = haystack.indexOf(needle); at !== -1; at = haystack.indexOf(needle, at + needle.length))
    spans.push({ start: at, end: at + needle.length, className });
  return spans;
}
