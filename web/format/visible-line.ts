// Shows one line of untrusted text completely: escapes characters that hide or reorder text, and wraps it into rows of
// equal height.
import { visibleText } from '../../src/contract/index.ts';

export const TAB_COLUMNS = 4;

const PLAIN_ASCII = /^[\x20-\x7e]*$/;
/** Characters that take one column in a monospaced font; all others may take two. */
const ONE_COLUMN = /[\u0020-\u058f\u1e00-\u2e7f]/;
const MARK = /^\p{M}$/u;

/** Tabs are kept, because a diff must show a change from tabs to spaces. */
export function visibleLine(raw: string): string {
  return PLAIN_ASCII.test(raw) ? raw : raw.split('\t').map(visibleText).join('\t');
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
