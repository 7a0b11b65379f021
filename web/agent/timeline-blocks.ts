// Joins the entries of a story into blocks: consecutive lines of plain output are one block.
import type { AgentStory, StoryEntry } from '../../src/contract/index.ts';

export type TimelineBlock = { type: 'entry'; entry: StoryEntry; lines: number } | { type: 'left_out'; count: number };

export function timelineBlocks({ entries, left_out: leftOut }: Pick<AgentStory, 'entries' | 'left_out'>): TimelineBlock[] {
  const blocks: TimelineBlock[] = [];
  for (const [index, entry] of entries.entries()) {
    if (leftOut !== null && index === leftOut.after) blocks.push({ type: 'left_out', count: leftOut.count });
    const last = blocks.at(-1);
    if (entry.kind === 'output' && last?.type === 'entry' && last.entry.kind === 'output') {
      last.entry = { ...last.entry, text: `${last.entry.text}\n${entry.text}`, tokens: entry.tokens, cost_usd: entry.cost_usd };
      last.lines += 1;
    } else blocks.push({ type: 'entry', entry, lines: entry.text.split('\n').length });
  }
  return blocks;
}

/** Where the usage changes, the timeline shows it; anywhere else it would repeat the line above. */
export function usageChanges(blocks: readonly TimelineBlock[]): ReadonlySet<TimelineBlock> {
  const changes = new Set<TimelineBlock>();
  let before = JSON.stringify([null, null]);
  for (const block of blocks) {
    if (block.type !== 'entry') continue;
    const now = JSON.stringify([block.entry.tokens, block.entry.cost_usd]);
    if (now !== before) changes.add(block);
    before = now;
  }
  return changes;
}
