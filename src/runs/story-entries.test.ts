import { expect, test } from 'vitest';
import type { HydraEvent, StoryEntry } from '../contract/index.ts';
import { isAgentEvent, shorten, storyEntries } from './story-entries.ts';

const START = Date.parse('2026-01-01T00:00:00.000Z');

type Told =
  Extract<HydraEvent, { type: `agent_${string}` }> extends infer Event
    ? Event extends HydraEvent
      ? Omit<Event, 'schema_version' | 'seq' | 'at' | 'candidate'>
      : never
    : never;

/** One event per second. */
function story(told: readonly Told[], testCommand: string | null = null): StoryEntry[] {
  const events = told.map((event, index) => {
    const at = new Date(START + index * 1000).toISOString();
    return { schema_version: 1, seq: index + 1, at, candidate: 'a', ...event } as HydraEvent;
  });
  return storyEntries(events.filter(isAgentEvent), testCommand);
}

const usage = (input: number | null) => ({
  ...{ input_tokens: input, cached_input_tokens: null, cache_write_tokens: null, output_tokens: input === null ? null : 10 },
});

test('tells what happened with the time since the start and the usage so far', () => {
  const entries = story([
    { type: 'agent_started', version: null },
    { type: 'agent_message', text: 'I look' },
    { type: 'agent_usage', usage: usage(90), cost_usd: 0.5 },
    { type: 'agent_tool_call', tool: 'Read', detail: 'src/parse.js' },
    { type: 'agent_usage', usage: usage(null), cost_usd: null },
    { type: 'agent_completed', text: 'Done.' },
    { type: 'agent_completed', text: null },
    { type: 'agent_failed', reason: 'quota' },
  ]);
  expect(entries).toEqual([
    { at_ms: 1000, kind: 'message', tool: null, text: 'I look', tokens: null, cost_usd: null },
    { at_ms: 3000, kind: 'tool_call', tool: 'Read', text: 'src/parse.js', tokens: 100, cost_usd: 0.5 },
    { at_ms: 5000, kind: 'completed', tool: null, text: 'Done.', tokens: 100, cost_usd: 0.5 },
    { at_ms: 7000, kind: 'failed', tool: null, text: 'quota', tokens: 100, cost_usd: 0.5 },
  ]);
});

test.each([
  ['Edit', 'src/a.js', 'edit'],
  ['MultiEdit', 'src/a.js', 'edit'],
  ['write_file', 'src/a.js', 'edit'],
  ['file_change', 'src/a.js', 'edit'],
  ['TodoWrite', '[]', 'tool_call'],
  ['Read', 'test/a.test.js', 'tool_call'],
  ['Bash', 'npm test', 'test_run'],
  ['Bash', 'npm run test -- --watch=false', 'test_run'],
  ['command', "/bin/bash -lc 'node --test'", 'test_run'],
  ['run_shell_command', 'cd a && python -m pytest -q', 'test_run'],
  ['shell', 'cargo test --all', 'test_run'],
  ['shell', 'sh check.sh --all', 'test_run'],
  ['shell', 'cat test/a.test.js', 'tool_call'],
] as const)('a call of %s with %s is of the kind %s', (tool, detail, kind) => {
  expect(story([{ type: 'agent_tool_call', tool, detail }], 'sh check.sh')[0]?.kind).toBe(kind);
});

test('keeps the first and last 200 entries', () => {
  const entries = story(Array.from({ length: 450 }, (_, index) => ({ type: 'agent_progress', text: String(index) })));
  const { entries: kept, left_out: leftOut } = shorten(entries);
  expect(leftOut).toEqual({ after: 200, count: 50 });
  expect([kept.length, kept[199]?.text, kept[200]?.text]).toEqual([400, '199', '250']);
  expect(shorten(entries.slice(0, 400))).toEqual({ entries: entries.slice(0, 400), left_out: null });
});
