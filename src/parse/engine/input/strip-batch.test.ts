import { expect, test } from 'vitest';
import fc from '../../../../test/seeded-properties.ts';

import { cleanLine, stripBatch } from './strip-decorations.ts';

const STAMP = '2024-05-01T10:00:00.1234567Z ';

test.each<[string, string, string | null]>([
  ['nothing to take away', 'a\n\nb\n', 'a\n\nb\n'],
  ['ends of lines as on Windows', 'a\r\n\r\nb\r\n', 'a\n\nb\n'],
  ['some ends of lines as on Windows', 'a\nb\r\n', 'a\nb\n'],
  ['a recorded terminal', 'a\r\r\n', null],
  ['a progress bar', '1%\r2%\n', null],
  ['colours', '\u001b[1;31mred\u001b[0m \u001b[mplain\n', 'red plain\n'],
  ['other escape sequences', '\u001b[2Kdone\n', null],
  ['a link', '\u001b]8;;https://example.org\u0007text\n', null],
  ['tabs', 'ok  \texample.org/a\t0.012s\n\tat A.b\n', 'ok  \texample.org/a\t0.012s\n\tat A.b\n'],
  ['columns before a timestamp', `job\tstep\t${STAMP}text\n`, null],
])('%s', (_name, text, expected) => {
  expect(stripBatch(text)).toEqual(expected === null ? null : { text: expected, hadTimestamps: false });
});

test('removes one timestamp from every line', () => {
  const lines = ['ok 1', '', '  text', `${STAMP}by the tool itself`];
  const text = lines.map((line) => `${STAMP}${line}\n`).join('');
  expect(stripBatch(text)).toEqual({ text: `${lines.join('\n')}\n`, hadTimestamps: true });
});

test.each([
  ['a line without one', 'text'],
  ['another kind of timestamp', '2024-05-01T10:00:00Z text'],
  ['a marker behind it', `${STAMP}##[error]text`],
  ['what GitLab adds', `${STAMP}01O text`],
  ['no blank behind it', STAMP.trimEnd()],
])('where lines have timestamps, %s takes a closer look', (_name, line) => {
  expect(stripBatch(`${STAMP}first\n${line}\n${STAMP}last\n`)).toBeNull();
});

test('keeps a timestamp after a Unicode line separator', () => {
  const text = `${STAMP}a\u2028${STAMP}b\nc\n`;
  expect(stripBatch(text)).toEqual({ text, hadTimestamps: false });
  expect(stripBatch('\u001b[0m\ufefftext\n')).toBeNull();
});

test('strips a batch like its single lines', () => {
  const piece = fc.constantFrom(
    'a',
    ' ',
    '\u001b[31m',
    '\u001b[0m',
    '\r',
    '\t',
    STAMP,
    '✓',
    '##[error]',
    '01O ',
    '{',
    ':',
    '\u2028',
    '\ufeff',
  );
  const lines = fc.array(
    fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join('')),
    { minLength: 1, maxLength: 4 },
  );
  fc.assert(
    fc.property(lines, fc.constantFrom('', STAMP), (texts, prefix) => {
      const stamped = texts.map((text) => prefix + text);
      const plain = stripBatch(stamped.map((text) => `${text}\n`).join(''));
      if (plain === null) return true;
      const together = plain.text.slice(0, -1).split('\n');
      const clean = plain.hadTimestamps ? together : together.map((text) => cleanLine(text, true));
      const alone = stamped.map((text) => cleanLine(text.endsWith('\r') ? text.slice(0, -1) : text));
      return JSON.stringify(clean) === JSON.stringify(alone);
    }),
    { numRuns: 2000 },
  );
});
