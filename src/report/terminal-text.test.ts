import { describe, expect, test } from 'vitest';
import fc from '../../test/seeded-properties.ts';
import { cutEnd, cutMiddle, displayWidth, LINE_WIDTH, padEnd, padStart, visibleText, wrapText } from './terminal-text.ts';

describe('visibleText', () => {
  test.each([
    ['plain text', 'plain text', 'plain text'],
    ['letters with marks', 'e\u0301 \u00fc', 'e\u0301 \u00fc'],
    ['other scripts', '候補 кандидат', '候補 кандидат'],
    ['a newline', 'a\nb', 'a\\nb'],
    ['a carriage return that would overwrite the line', 'bad\rgood', 'bad\\rgood'],
    ['a tab', 'a\tb', 'a\\tb'],
    ['an escape sequence', '\u001b[32mok\u001b[0m', '\\u001b[32mok\\u001b[0m'],
    ['an escape sequence of the C1 range', '\u009b31m', '\\u009b31m'],
    ['a window title', '\u001b]0;title\u0007', '\\u001b]0;title\\u0007'],
    ['NUL, backspace and DEL', '\u0000\b\u007f', '\\u0000\\u0008\\u007f'],
    ['a right-to-left override', 'txt.\u202eexe', 'txt.\\u202eexe'],
    ['isolates and marks of direction', '\u2066\u2069\u200e\u200f\u061c', '\\u2066\\u2069\\u200e\\u200f\\u061c'],
    ['zero-width characters', 'a\u200bb\u200cc\u200dd\u2060e\ufefff', 'a\\u200bb\\u200cc\\u200dd\\u2060e\\ufefff'],
    ['annotation marks', 'a\ufff9b', 'a\\ufff9b'],
    ['a soft hyphen', 'a\u00adb', 'a\\u00adb'],
    ['line and paragraph separators', '\u2028\u2029', '\\u2028\\u2029'],
    ['tag characters', 'a\u{e0041}', 'a\\u{e0041}'],
    ['a variation selector', '\u2764\ufe0f', '\u2764\\ufe0f'],
    ['invisible letters', '\u3164\u115f\u2800', '\\u3164\\u115f\\u2800'],
    ['spaces that are not the space', '\u00a0\u3000\u2003', '\\u00a0\\u3000\\u2003'],
    ['half a surrogate pair', 'a\ud800b', 'a\\ud800b'],
    ['a tower of marks', `a${'\u0301'.repeat(6)}`, `a${'\u0301'.repeat(4)}\\u0301\\u0301`],
  ])('%s', (_what, text, expected) => {
    expect(visibleText(text)).toBe(expected);
  });

  test('the output never contains terminal control characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(visibleText(text)).not.toMatch(/[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u);
      }),
    );
  });
});

describe('displayWidth', () => {
  test.each([
    ['', 0],
    ['steady', 6],
    ['候補', 4],
    ['한국', 4],
    ['ｆｕｌｌ', 8],
    ['ﾊﾝ', 2],
    ['e\u0301', 1],
    ['😀', 2],
    ['✅', 2],
    ['…', 1],
    ['☃', 1],
    ['🇪🇺', 2],
    ['ü', 1],
  ])('%j takes %i columns', (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });
});

describe('cutting and padding', () => {
  test.each([
    ['fits', 'steady', 6, 'steady', 'steady'],
    ['too long', 'feature/attempt-1', 9, 'feature/…', 'feat…pt-1'],
    ['a wide character never stands half in', '候補候補', 6, '候補…', '候…補'],
    ['one column', 'steady', 1, '…', '…'],
  ])('%s', (_what, text, width, end, middle) => {
    expect(cutEnd(text, width)).toBe(end);
    expect(cutMiddle(text, width)).toBe(middle);
  });

  test('pads by columns', () => {
    expect(padEnd('候', 4)).toBe('候  ');
    expect(padStart('候', 4)).toBe('  候');
    expect(padEnd('steady', 4)).toBe('steady');
  });

  test('cut text fits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 30 }), (text, width) => {
        expect(displayWidth(cutEnd(text, width))).toBeLessThanOrEqual(width);
        expect(displayWidth(cutMiddle(text, width))).toBeLessThanOrEqual(width);
      }),
    );
  });
});

describe('wrapText', () => {
  test('breaks between words and indents to the column of the first', () => {
    const text = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen';
    expect(wrapText('  why: ', text)).toEqual([
      '  why: one two three four five six seven eight nine ten eleven twelve thirteen',
      '       fourteen',
    ]);
    expect(wrapText('  why: ', text, 2)[1]).toBe('  fourteen');
  });

  test('breaks a word that is wider than a line', () => {
    expect(wrapText('', `${'a'.repeat(100)} b`)).toEqual(['a'.repeat(80), `${'a'.repeat(20)} b`]);
  });

  test('keeps every line within the width and every word', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.integer({ min: 0, max: 40 }), (raw, indent) => {
        const text = visibleText(raw);
        const lines = wrapText(' '.repeat(indent), text);
        for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(LINE_WIDTH);
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      }),
    );
  });
});
