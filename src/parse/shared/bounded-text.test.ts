import { expect, test } from 'vitest';
import { appendBounded } from './bounded-text.ts';

test('appends until the text is 20,000 characters long', () => {
  expect(appendBounded('one', '\n', 'two')).toBe('one\ntwo');
  expect(appendBounded('x'.repeat(19_999), ' ', 'y')).toBe(`${'x'.repeat(19_999)} y`);
  expect(appendBounded('x'.repeat(20_000), ' ', 'y')).toBe('x'.repeat(20_000));
});
