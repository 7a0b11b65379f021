// Messages, tool calls, edits and test runs of an agent in the order in which it reported them.
import type { AgentStory, StoryEntry } from '../../src/contract/index.ts';
import { usdText } from '../../src/text/index.ts';
import { SafeText } from '../components/safe-text.tsx';
import { clockText } from '../format/clock-text.ts';
import { countText } from '../format/numbers.ts';
import { TerminalText } from '../logs/terminal-text.tsx';
import { timelineBlocks, usageChanges } from './timeline-blocks.ts';

const KIND_LABELS: Record<StoryEntry['kind'], string> = {
  message: 'message',
  tool_call: 'tool',
  edit: 'edit',
  test_run: 'tests',
  output: 'output',
  warning: 'warning',
  completed: 'done',
  failed: 'failed',
};

export function Timeline({ story }: { story: AgentStory }) {
  const blocks = timelineBlocks(story);
  const changes = usageChanges(blocks);
  if (blocks.length === 0) return <p className="muted">The agent reported nothing.</p>;
  return (
    <ol className="timeline">
      {blocks.map((block, index) =>
        block.type === 'left_out' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a story do not change.
          <li key={index} className="timeline-gap small muted">
            {countText(block.count, 'entry', 'entries')} not shown; the output below has all of them
          </li>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a story do not change.
          <li key={index} className={`timeline-entry ${block.entry.kind}`}>
            <TimelineEntry entry={block.entry} lines={block.lines} showsUsage={changes.has(block)} />
          </li>
        ),
      )}
    </ol>
  );
}

function TimelineEntry({ entry, lines, showsUsage }: { entry: StoryEntry; lines: number; showsUsage: boolean }) {
  const { at_ms: at, kind, tool, text } = entry;
  return (
    <>
      <span className="timeline-time number muted">{clockText(at)}</span>
      <span className="timeline-kind">{KIND_LABELS[kind]}</span>
      <div className="timeline-text">
        {tool !== null && (
          <span className="timeline-tool">
            <SafeText text={tool} />{' '}
          </span>
        )}
        <EntryText kind={kind} text={text} lines={lines} />
      </div>
      <span className="timeline-usage number muted">{showsUsage && usageText(entry)}</span>
    </>
  );
}

const MAX_SHOWN_LINES = 8;
const MAX_SHOWN_LENGTH = 600;

/** A long text is folded: its first line is the summary. */
function EntryText({ kind, text, lines }: Pick<StoryEntry, 'kind' | 'text'> & { lines: number }) {
  const isCode = kind !== 'message' && kind !== 'completed' && kind !== 'warning' && kind !== 'failed';
  const content = isCode ? (
    <code>
      <TerminalText text={text} />
    </code>
  ) : (
    <TerminalText text={text} />
  );
  if (lines <= MAX_SHOWN_LINES && text.length <= MAX_SHOWN_LENGTH) return content;
  const [first = ''] = text.trimStart().split('\n');
  return (
    <details>
      <summary>
        <TerminalText text={first.slice(0, MAX_SHOWN_LENGTH / 3)} />
        <span className="small">({countText(lines, 'line')})</span>
      </summary>
      {content}
    </details>
  );
}

function usageText({ tokens, cost_usd: cost }: StoryEntry): string {
  if (cost !== null) return usdText(cost);
  return tokens === null ? '' : `${tokens.toLocaleString('en')} tokens`;
}
