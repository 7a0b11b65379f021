import { expect, test } from 'vitest';
import { MAX_MESSAGE_LENGTH } from '../../contract/index.ts';
import { MemoryBudget } from './memory-budget.ts';
import { DetailsReader, shortMessage } from './test-details.ts';

test('keeps the lines of a message without colors, control characters, blank lines and common indent', () => {
  expect(shortMessage('\n  \u001b[31mexpected 1\u001b[0m  \r\n\n    got\u0000 2\n')).toBe('expected 1\n  got 2');
});

test('shortens a long message and cuts no character in two', () => {
  expect(shortMessage(Array.from({ length: 20 }, (_, index) => `line ${index}`).join('\n'))).toMatch(/\nline 11…$/);
  const cut = shortMessage(`${'x'.repeat(MAX_MESSAGE_LENGTH - 2)}\u{1F600}!`);
  expect(cut).toBe(`${'x'.repeat(MAX_MESSAGE_LENGTH - 2)}…`);
});

test('keeps only numbers that can be, and a line only with its file', () => {
  const reader = new DetailsReader(new MemoryBudget());
  expect(reader.read({ file: './a.ts', line: 3, duration_ms: 1.6 })).toEqual({ file: 'a.ts', line: 3, duration_ms: 2 });
  expect(reader.read({ file: 'file:///a.ts', line: 0, duration_ms: Number.NaN })).toEqual({ file: '/a.ts' });
  expect(reader.read({ line: 3, duration_ms: -1, message: ' \n' })).toEqual({});
  expect(reader.read({ file: 'a\nb.ts', message: null })).toEqual({});
});

test('drops messages beyond the share of the memory budget, and no result', () => {
  const budget = new MemoryBudget(150);
  const reader = new DetailsReader(budget);
  expect(reader.read({ message: '12345678' })).toEqual({ message: '12345678' });
  expect(reader.read({ message: '12345678', duration_ms: 1 })).toEqual({ duration_ms: 1 });
  expect(budget.isExceeded).toBe(false);
});
