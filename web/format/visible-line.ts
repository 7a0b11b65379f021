// Shows one line of untrusted text completely: escapes characters that hide or reorder text, and wraps it into rows of
// equal height.
import { pageText } from './page-text.ts';

export const TAB_COLUMNS = 4;

const PLAIN_ASCII = /^[\x20-\x7e]*$/;
/** Characters that take one column in a monospaced font; all others may take two. */
const ONE_COLUMN = /[\u0020-\u058f\u1e00-\u2e7f]/;
const MARK = /^\p{M}$/u;

/** Tabs are kept, because a diff must show a change from tabs to spaces. */
export function visibleLine(raw: string): string {
  return PLAIN_ASCII.test(raw) ? raw : raw.split('\t').map(pageText).join('\t');
}

/** The end index of each row of at most `columns`. The last one is the length; an empty line has one row. */
export function rowEnds(text: string, columns: number): number[] {
  const most = Math.max(1, columns);
  if (PLAIN_ASCII.test(text)) {
    const ends: number[] = [];
    for (let end = most; end < text.length; end += most) ends.push(end);
    ends.push(text.length);
    return ends;
  }
  return endsOfWideText(text, most);
}

/** As rowEnds, but breaks after a space where there is one. */
export function sentenceEnds(text: string, columns: number): number[] {
  const ends: number[] = [];
  let start = 0;
  while (start < text.length) {
    const [fitting = text.length - start] = rowEnds(text.slice(start), columns);
    const blank = text.lastIndexOf(' ', start + fitting - 1);
    const isLast = start + fitting >= text.length;
    start = isLast || blank < start ? start + fitting : blank + 1;
    ends.push(start);
  }
  return ends.length === 0 ? [0] : ends;
}

/** As rowEnds, but breaks code after a space, else between two tokens, if that leaves the row at least half full. */
export function codeEnds(text: string, columns: number): number[] {
  const ends: number[] = [];
  const isPlain = PLAIN_ASCII.test(text);
  let start = 0;
  while (start < text.length) {
    const fitting = isPlain ? start + Math.max(1, columns) : start + (rowEnds(text.slice(start), columns)[0] ?? 1);
    start = fitting >= text.length ? text.length : breakBefore(text, start, fitting);
    ends.push(start);
  }
  return ends.length === 0 ? [0] : ends;
}

const INSIDE_TOKEN = /[\p{L}\p{M}\p{N}\p{Join_Control}_$]/u;

function breakBefore(text: string, start: number, end: number): number {
  const least = start + Math.ceil((end - start) / 2);
  const blank = text.lastIndexOf(' ', end);
  // A space after the last column stays on its row, where it is not visible.
  if (blank >= least) return blank + 1;
  for (let at = end; at > least; at--) if (!INSIDE_TOKEN.test(text[at - 1] ?? '') && INSIDE_TOKEN.test(text[at] ?? '')) return at;
  return end;
}

function endsOfWideText(text: string, most: number): number[] {
  const ends: number[] = [];
  let column = 0;
  let at = 0;
  for (const character of text) {
    const width = columnsOf(character, column);
    if (column > 0 && column + width > most && !MARK.test(character)) {
      ends.push(at);
      column = 0;
    }
    column += columnsOf(character, column);
    at += character.length;
  }
  ends.push(text.length);
  return ends;
}

function columnsOf(character: string, column: number): number {
  if (character === '\t') return TAB_COLUMNS - (column % TAB_COLUMNS);
  return ONE_COLUMN.test(character) ? 1 : 2;
}
