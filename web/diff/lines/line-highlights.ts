// The syntax colors and changed words of one line, computed when the line becomes visible and then cached.
import type { ColoredSpan } from '../../format/text-runs.ts';
import type { ShownHunk, ShownLine } from './shown-line.ts';
import { compareWords } from './word-changes.ts';

type HighlightCode = (language: string, lines: readonly string[]) => ColoredSpan[][];

/** Lines that are highlighted together: enough for most comments, few enough to scroll smoothly. */
const BLOCK_LINES = 200;

/** Highlights a line together with the lines around it on the same side. */
export function makeHighlighter(highlightCode: HighlightCode): (line: ShownLine) => readonly ColoredSpan[] {
  const known = new Map<ShownLine, readonly ColoredSpan[]>();
  const sides = new WeakMap<ShownHunk, Record<'old' | 'new', ShownLine[]>>();
  return (line) => {
    const found = known.get(line);
    const { hunk } = line;
    if (found !== undefined || hunk.language === null) return found ?? [];
    const both = sides.get(hunk) ?? {
      old: hunk.lines.filter(({ kind }) => kind !== 'added'),
      new: hunk.lines.filter(({ kind }) => kind !== 'removed'),
    };
    sides.set(hunk, both);
    const side = line.kind === 'removed' ? both.old : both.new;
    const at = side.indexOf(line);
    const block = side.slice(at - (at % BLOCK_LINES), at - (at % BLOCK_LINES) + BLOCK_LINES);
    const spans = highlightCode(
      hunk.language,
      block.map(({ text }) => text),
    );
    // A context line is highlighted with the new side.
    for (const [index, one] of block.entries())
      if (one.kind === line.kind || line.kind !== 'removed') known.set(one, spans[index] ?? []);
    return known.get(line) ?? [];
  };
}

const words = new WeakMap<ShownLine, readonly ColoredSpan[]>();

/** The changed words of a line that replaces another one. */
export function wordSpans(line: ShownLine): readonly ColoredSpan[] {
  const found = words.get(line);
  if (found !== undefined || line.partner === null) return found ?? [];
  const [removed, added] = line.kind === 'removed' ? [line, line.partner] : [line.partner, line];
  const changes = compareWords(removed.text, added.text);
  const mark = ([start, end]: readonly [number, number]) => ({ start, end, className: 'word' });
  words.set(removed, (changes?.removed ?? []).map(mark));
  words.set(added, (changes?.added ?? []).map(mark));
  return words.get(line) ?? [];
}
