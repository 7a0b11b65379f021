import { expect, test } from 'vitest';
import fc from '../../../../test/seeded-properties.ts';
import { Page } from './page.ts';
import { cleanLine } from './strip-decorations.ts';

function mayStartTimestamp(line: string): boolean {
  const bytes = Buffer.from(`${line}\n`);
  return new Page(bytes.toString('latin1'), bytes, 0).mayStartTimestamp(0, bytes.length - 1);
}

const stamp = fc.tuple(
  fc.constantFrom('', '['),
  fc.constantFrom('2024-05-01T10:00:00', '2024-05-01 10:00:00', '202-05-01T10:00:00', '2024-05-01T'),
  fc.constantFrom('', 'Z', '.123Z', '+02:00', 'Z 01O '),
  fc.constantFrom('', ']', '] ', ' '),
  fc.string({ unit: 'grapheme-ascii', maxLength: 12 }),
);

test('no line is taken for one without a timestamp from which cleaning would take something away', () => {
  fc.assert(
    fc.property(stamp, (parts) => {
      const line = parts.join('');
      return cleanLine(line, true) === line || mayStartTimestamp(line);
    }),
  );
  expect(mayStartTimestamp('2024-05-01T10:00:00Z text')).toBe(true);
  expect(mayStartTimestamp('[2024-05-01T10:00:00Z] text')).toBe(true);
  expect(mayStartTimestamp('\ufefftext')).toBe(true);
  expect(mayStartTimestamp('2024-05-01 10:00:00 text')).toBe(false);
  expect(mayStartTimestamp('text')).toBe(false);
  expect(mayStartTimestamp('')).toBe(false);
});
