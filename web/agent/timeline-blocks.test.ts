import { expect, test } from 'vitest';
import type { StoryEntry } from '../../src/contract/index.ts';
import { timelineBlocks, usageChanges } from './timeline-blocks.ts';

function entry(kind: StoryEntry['kind'], text: string, cost: number | null = null): StoryEntry {
  return { at_ms: 0, kind, tool: null, text, tokens: null, cost_usd: cost };
}

test('joins consecutive lines of output, and marks where entries are missing', () => {
  const entries = [
    entry('output', 'a'),
    entry('output', 'b'),
    entry('message', 'm\nn'),
    entry('output', 'c'),
    entry('output', 'd'),
  ];
  const blocks = timelineBlocks({ entries, left_out: { after: 4, count: 9 } });
  expect(blocks.map((block) => (block.type === 'entry' ? [block.entry.text, block.lines] : block.count))).toEqual([
    ['a\nb', 2],
    ['m\nn', 2],
    ['c', 1],
    9,
    ['d', 1],
  ]);
});

test('reports where the usage changes', () => {
  const blocks = timelineBlocks({
    entries: [entry('message', 'a'), entry('message', 'b', 0.1), entry('message', 'c', 0.1), entry('message', 'd', 0.2)],
    left_out: null,
  });
  const changed = usageChanges(blocks);
  expect(blocks.map((block) => changed.has(block))).toEqual([false, true, false, true]);
});
