import { expect, test } from 'vitest';
import { KeptLines } from './line-buffer.ts';

test('returns every line unchanged', () => {
  const lines = Array.from(
    { length: 600 },
    (_, index) => ['', 'a', 'ü✓', '\ud800', `line ${index}`, 'x'.repeat(index)][index % 6] ?? '',
  );
  const kept = new KeptLines();
  expect(kept.lines()).toEqual([]);
  for (const line of lines) kept.add(line);
  expect(kept.lines()).toEqual(lines);
  expect(kept.text()).toBe(lines.join('\n'));
});
