// The colors and marks of one line of a diff, worked out when it comes into sight and then remembered.
import type { ColoredSpan } from '../format/text-runs.ts';
import type { ShownHunk, ShownLine } from './diff-lines.ts';
import { compareWords } from './word-changes.ts';

type HighlightCode = (language: string, lines: readonly string[]) => ColoredSpan[][];

/** Lines that are coloured together: enough for most comments, few enough to keep scrolling smooth. */
const BLOCK = 200;

/** A reader of colors; each line is read with the lines around it on its own side. */
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
    const block = side.slice(at - (at % BLOCK), at - (at % BLOCK) + BLOCK);
    const spans = highlightCode(
      hunk.language,
      block.map(({ text }) => text),
    );
    // An unchanged line belongs to the new side.
    for (const [index, one] of block.entries())
      if (one.kind === line.kind || line.kind !== 'removed') known.set(one, spans[index] ?? []);
    return known.get(line) ?? [];
  };
}

const words = new WeakMap<ShownLine, readonly ColoredSpan[]>();

/** What changed inside a line that has a counterpart. */
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
