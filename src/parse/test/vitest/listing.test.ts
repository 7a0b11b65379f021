import { expect, test } from 'vitest';
import { Shelf } from '../../engine/shelf.ts';
import { VitestListing } from './listing.ts';

function idsOf(lines: readonly string[]): string[] {
  const listing = new VitestListing(3, new Shelf());
  for (const line of lines) listing.line(line);
  return listing.tests().map(({ id }) => id);
}

test.each([
  [' ✓ a.test.ts > adds 12ms', 'a.test.ts > adds'],
  [' ✓ a.test.ts > adds  12ms', 'a.test.ts > adds'],
  [' ✓ a.test.ts > adds 12ms (retry x2) (repeat x1) 30 MB heap used', 'a.test.ts > adds'],
  [' ✓ a.test.ts > waits 5ms 12ms', 'a.test.ts > waits 5ms'],
  [' ✓ a.test.ts > 12ms', 'a.test.ts > 12ms'],
  [' ✓ a.test.ts > in items 12ms', 'a.test.ts > in items'],
  [' ↓ a.test.ts > later [not yet]', 'a.test.ts > later'],
  [' ✓ |unit| a.test.ts:3:4 > adds 1ms', 'unit a.test.ts > adds'],
])('%j lists %j', (line, id) => {
  expect(idsOf([line])).toEqual([id]);
});

test('tests stand with their file, in whatever order the files report', () => {
  const lines = [' ✓ a.ts > one 1ms', ' ✓ b.ts > two 1ms', ' ✓ b.ts > three 1ms', ' ✓ a.ts > four 1ms'];
  expect(idsOf(lines)).toEqual(['a.ts > one', 'a.ts > four', 'b.ts > two', 'b.ts > three']);
});

test('a test below the line of its own file is held against what that line announces', () => {
  const lines = [' ✓ a.ts > one 1ms', ' ✓ a.ts (1 test) 5ms', ' ✓ a.ts > two 1ms', ' ✓ b.ts > three 1ms'];
  expect(idsOf(lines)).toEqual(['a.ts > two', 'b.ts > three']);
});
