import { expect, test } from 'vitest';
import { MemoryBudget } from '../../../parse/engine/memory-budget.ts';
import { ResultBuilder } from '../../../parse/engine/result-builder.ts';
import { VitestListing } from './listing.ts';

function idsOf(lines: readonly string[]): string[] {
  const position = { firstLine: 1, lineNumber: 1, before: () => '' };
  const listing = new VitestListing(3, new ResultBuilder('test', 'vitest', new MemoryBudget(), position));
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

test('groups tests by file when the files report in any order', () => {
  const lines = [' ✓ a.ts > one 1ms', ' ✓ b.ts > two 1ms', ' ✓ b.ts > three 1ms', ' ✓ a.ts > four 1ms'];
  expect(idsOf(lines)).toEqual(['a.ts > one', 'a.ts > four', 'b.ts > two', 'b.ts > three']);
});

test('restarts the list of a file at the line of the file', () => {
  const lines = [' ✓ a.ts > one 1ms', ' ✓ a.ts (1 test) 5ms', ' ✓ a.ts > two 1ms', ' ✓ b.ts > three 1ms'];
  expect(idsOf(lines)).toEqual(['a.ts > two', 'b.ts > three']);
});
