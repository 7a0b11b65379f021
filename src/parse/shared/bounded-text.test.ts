import { expect, test } from 'vitest';
import { extended } from './bounded-text.ts';

test('a text goes on, until it is longer than any is', () => {
  expect(extended('one', '\n', 'two')).toBe('one\ntwo');
  expect(extended('x'.repeat(19_999), ' ', 'y')).toBe(`${'x'.repeat(19_999)} y`);
  expect(extended('x'.repeat(20_000), ' ', 'y')).toBe('x'.repeat(20_000));
});
