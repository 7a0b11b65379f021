import { expect, test } from 'vitest';
import { cleanLine } from './strip-decorations.ts';

test.each([
  ['plain text', 'plain text'],
  ['\u001b[32m✓\u001b[39m ok', '✓ ok'],
  ['\u001b[1;38;5;10mbold\u001b[0m', 'bold'],
  ['\u001b]8;;https://example.org\u0007link\u001b]8;;\u0007', 'link'],
  ['\u001b]0;title\u001b\\text', 'text'],
  ['\u001b[2K\u001b[1Gtext', 'text'],
  ['\u001b[1m\u001b[31merror:\u001b(B\u001b[m text', 'error: text'],
  ['working...\u001b[2K\u001b[1G[\u001b[33mwarn\u001b[39m] a.js', '[warn] a.js'],
  ['last words\u001b[2K\u001b[1G', 'last words'],
  ['\u001b]never closed', ''],
  ['a\u001b', 'a\u001b'],
  ['\ufefffirst line', 'first line'],
  ['2024-05-01T10:00:00.1234567Z ok 1 - a', 'ok 1 - a'],
  ['2024-05-01T10:00:00Z ok', 'ok'],
  ['2024-05-01T10:00:00.123+02:00 ok', 'ok'],
  ['[2024-05-01T10:00:00.123Z] ok', 'ok'],
  ['2024-05-01T10:00:00.1234567Z ##[error]boom', 'boom'],
  ['2024-05-01T10:00:00.1234567Z \u001b[31mred\u001b[0m', 'red'],
  ['2024-05-01T10:00:00.1234567Z', ''],
  ['2024-05-01T10:00:00.1234567Z     indented', '    indented'],
  ['2024-05-01T10:00:00.123456Z 01O ok 1 - a', 'ok 1 - a'],
  ['2024-05-01T10:00:00.123456Z 00E   indented', '  indented'],
  ['2024-05-01T10:00:00.123456Z 01O+goes on', 'goes on'],
  ['2024-05-01T10:00:00.123456Z 01O', ''],
  ['2024-05-01T10:00:00.123456Z 01Other', '01Other'],
  ['build\tRun tests\t2024-05-01T10:00:00.1234567Z ok', 'ok'],
  ['2024-05-01 was a Wednesday', '2024-05-01 was a Wednesday'],
  ['ok\tpkg/name\t0.1s', 'ok\tpkg/name\t0.1s'],
])('%j -> %j', (raw, clean) => {
  expect(cleanLine(raw)).toBe(clean);
});
