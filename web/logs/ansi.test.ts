import { expect, it } from 'vitest';
import { PLAIN_STYLE, parseAnsi } from './ansi.ts';

/** The text, then each span as `class:text`. */
function runs(raw: string): string[] {
  const { text, spans } = parseAnsi(raw, PLAIN_STYLE);
  return [text, ...spans.map(({ start, end, className }) => `${className}:${text.slice(start, end)}`)];
}

it.each([
  ['plain <b>', ['plain <b>']],
  ['\u001b[31mred\u001b[0m no', ['red no', 'fore-1:red']],
  ['\u001b[1;92mok\u001b[22m go\u001b[m.', ['ok go.', 'fore-10 ansi-bold:ok', 'fore-10: go']],
  ['\u001b[38;5;208mwarm\u001b[39m', ['warm', 'fore-11:warm']],
  ['\u001b[38;5;1m1\u001b[38;5;240mgrey', ['1grey', 'fore-1:1', 'fore-8:grey']],
  ['\u001b[38;2;10;20;250mblue', ['blue', 'fore-12:blue']],
  ['\u001b[38:2::250:10:10mred\u001b[4:0m', ['red', 'fore-9:red']],
  ['\u001b[41;97m FAIL \u001b[0m', [' FAIL ', 'back-1: FAIL ']],
  ['\u001b[7minverse\u001b[27m', ['inverse', 'back-text:inverse']],
  ['\u001b[8mhidden', ['hidden']],
  ['\u001b[2J\u001b[10;10Hmoved\u001b[K', ['moved']],
  ['\u001b]0;title\u0007text\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\', ['textlink']],
  // Malformed and unterminated sequences stay visible.
  ['\u001b]0;never ends', ['\\u001b]0;never ends']],
  ['a\u001b', ['a\\u001b']],
  ['\u001bP1;2\u001b\\', ['\\u001bP1;2\\u001b\\']],
  ['\u009b31mnot', ['\\u009b31mnot']],
  ['\u001b[>4;2mtext', ['text']],
  ['bell\u0007 \u202egnp', ['bell\\u0007 \\u202egnp']],
])('parses %j', (raw, expected) => {
  expect(runs(raw)).toEqual(expected);
});

it('keeps a color for the next line', () => {
  const { style } = parseAnsi('\u001b[33mtwo', PLAIN_STYLE);
  expect(parseAnsi('lines', style).spans).toEqual([{ start: 0, end: 5, className: 'fore-3' }]);
});
