// One line of hostile text, so that everything in it is seen: what hides or reorders becomes an escape, and
// what does not fit is cut into rows of one height instead of running out of sight.
import { visibleText } from '../../src/contract/index.ts';

export const TAB_COLUMNS = 4;

const PLAIN_ASCII = /^[\x20-\x7e]*$/;
/** Alphabets and signs that a fixed-width font has one column for; anything else may take two. */
const ONE_COLUMN = /[\u0020-\u058f\u1e00-\u2e7f]/;
const MARK = /^\p{M}$/u;

/** Tabs stay, because a change from tabs to spaces is a change. */
export function visibleLine(raw: string): string {
  return PLAIN_ASCII.test(raw) ? raw : raw.split('\t').map(visibleText).join('\t');
}

/** Where each row of at most `columns` ends. The last end is the length; an empty line has one row. */
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

/** The same for sentences: a row ends behind a blank where there is one. */
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
