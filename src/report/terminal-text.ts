// Makes untrusted text safe for a terminal, and measures it in terminal columns.
// Names, paths and messages are untrusted because the author of a diff chooses them.
export { visibleText } from '../text/index.ts';

/** The maximum width of every printed line. */
export const LINE_WIDTH = 80;

/** First and last code point of the blocks that terminals show two columns wide (East Asian Wide and Fullwidth). */
const WIDE_RANGES: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2329, 0x232a],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18dff],
  [0x1aff0, 0x1b2ff],
  [0x1f200, 0x1f265],
  [0x20000, 0x3fffd],
];
/** Combining marks, and Korean letters that join the character before them. */
const NO_COLUMN = /[\p{Mn}\p{Me}\u1160-\u11ff\ud7b0-\ud7fb]/u;
const EMOJI = /(?![\u{1f1e6}-\u{1f1ff}])\p{Emoji_Presentation}/u;

/** The width in terminal columns. The text must already be visible text without escapes. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

export function widestOf(texts: readonly string[]): number {
  return texts.reduce((widest, text) => Math.max(widest, displayWidth(text)), 0);
}

function characterWidth(character: string): number {
  const codePoint = character.codePointAt(0) ?? 0;
  if (codePoint < 0x300) return 1;
  if (NO_COLUMN.test(character)) return 0;
  const isWide = EMOJI.test(character) || WIDE_RANGES.some(([first, last]) => codePoint >= first && codePoint <= last);
  return isWide ? 2 : 1;
}

/** The text, or as much of its start as fits before an ellipsis. */
export function cutEnd(text: string, width: number): string {
  return displayWidth(text) <= width ? text : `${takeWidth([...text], width - 1).join('')}…`;
}

/** The text, or its start and end around an ellipsis: names often differ only at the end. */
export function cutMiddle(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  const characters = [...text];
  const tailWidth = Math.floor((width - 1) / 2);
  const tail = takeWidth(characters.toReversed(), tailWidth).toReversed().join('');
  const head = takeWidth(characters, width - 1 - displayWidth(tail)).join('');
  return `${head}…${tail}`;
}

function takeWidth(characters: readonly string[], width: number): string[] {
  let used = 0;
  const end = characters.findIndex((character) => {
    used += characterWidth(character);
    return used > width;
  });
  return end === -1 ? [...characters] : characters.slice(0, end);
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}

export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - displayWidth(text))) + text;
}

/**
 * Lines of at most LINE_WIDTH columns, broken between words where possible.
 * The first line starts with `first`, the others are indented to the same column, or by `indent`.
 */
export function wrapText(first: string, text: string, indent = displayWidth(first)): string[] {
  const lines: string[] = [];
  let line = first;
  let isEmpty = true;
  for (const word of text.split(' ').flatMap((part) => breakWord(part, LINE_WIDTH - Math.max(indent, displayWidth(first))))) {
    const next = isEmpty ? line + word : `${line} ${word}`;
    if (isEmpty || displayWidth(next) <= LINE_WIDTH) {
      line = next;
    } else {
      lines.push(line);
      line = ' '.repeat(indent) + word;
    }
    isEmpty = false;
  }
  return [...lines, line];
}

function breakWord(word: string, width: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  let used = 0;
  for (const character of word) {
    const columns = characterWidth(character);
    if (used + columns > width) {
      pieces.push(piece);
      piece = '';
      used = 0;
    }
    piece += character;
    used += columns;
  }
  return [...pieces, piece];
}

/** Blocks of lines separated by an empty line; omits empty blocks. */
export function joinBlocks(blocks: readonly (readonly string[])[]): string {
  const filled = blocks.filter((lines) => lines.length > 0);
  return `${filled.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}
