// A line of text cut at every border of its colors and marks, so that it can be shown as plain text in pieces.

export interface ColoredSpan {
  start: number;
  end: number;
  className: string;
}

export interface Run {
  text: string;
  className: string;
}

/** The part of `text` from `start` up to `end`, cut into runs. Spans may overlap and be in any order. */
export function cutIntoRuns(text: string, start: number, end: number, spans: readonly ColoredSpan[]): Run[] {
  const inside = spans.filter((span) => span.end > start && span.start < end && span.end > span.start);
  const borders = new Set([start, end]);
  for (const span of inside) {
    borders.add(Math.max(start, span.start));
    borders.add(Math.min(end, span.end));
  }
  const places = [...borders].sort((a, b) => a - b);
  const runs: Run[] = [];
  for (const [index, from] of places.entries()) {
    const to = places[index + 1];
    if (to === undefined) break;
    const className = inside
      .filter((span) => span.start <= from && span.end >= to)
      .map((span) => span.className)
      .join(' ');
    runs.push({ text: text.slice(from, to), className });
  }
  return runs;
}

/** Every place where `wanted` stands, without regard to capitals. */
export function findSpans(text: string, wanted: string, className: string): ColoredSpan[] {
  const spans: ColoredSpan[] = [];
  const needle = wanted.toLowerCase();
  if (needle === '') return spans;
  const hay = text.toLowerCase();
  // A letter whose lower case is longer would move every place behind it.
  if (hay.length !== text.length) return spans;
  for (let at = hay.indexOf(needle); at !== -1; at = hay.indexOf(needle, at + needle.length))
    spans.push({ start: at, end: at + needle.length, className });
  return spans;
}
