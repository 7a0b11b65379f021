// Turns the events of one agent into the entries of its story. Pure.
import type { AgentStory, HydraEvent, StoryEntry, Usage } from '../contract/index.ts';

const MAX_FIRST = 200;
const MAX_LAST = 200;

export type AgentEvent = Extract<HydraEvent, { type: `agent_${string}` }>;

export function isAgentEvent(event: HydraEvent): event is AgentEvent {
  return event.type.startsWith('agent_');
}

/** `testCommand` is the configured one; null if there is none. */
export function storyEntries(events: readonly AgentEvent[], testCommand: string | null): StoryEntry[] {
  const start = Date.parse(events.find(({ type }) => type === 'agent_started')?.at ?? events[0]?.at ?? '');
  const used: Pick<StoryEntry, 'tokens' | 'cost_usd'> = { tokens: null, cost_usd: null };
  const entries: StoryEntry[] = [];
  for (const event of events) {
    if (event.type === 'agent_usage' || event.type === 'agent_finished') {
      used.tokens = tokensOf(event.usage) ?? used.tokens;
      used.cost_usd = event.cost_usd ?? used.cost_usd;
    }
    const told = toldBy(event, testCommand);
    if (told !== null) entries.push({ at_ms: Math.max(0, Date.parse(event.at) - start), ...told, ...used });
  }
  return entries;
}

/** The first and the last entries of a long story. */
export function shorten(entries: readonly StoryEntry[]): Pick<AgentStory, 'entries' | 'left_out'> {
  const count = entries.length - MAX_FIRST - MAX_LAST;
  if (count <= 0) return { entries: [...entries], left_out: null };
  return { entries: [...entries.slice(0, MAX_FIRST), ...entries.slice(-MAX_LAST)], left_out: { after: MAX_FIRST, count } };
}

function toldBy(event: AgentEvent, testCommand: string | null): Pick<StoryEntry, 'kind' | 'tool' | 'text'> | null {
  switch (event.type) {
    case 'agent_message':
      return { kind: 'message', tool: null, text: event.text };
    case 'agent_progress':
      return { kind: 'output', tool: null, text: event.text };
    case 'agent_tool_call':
      return { kind: kindOfCall(event.tool, event.detail, testCommand), tool: event.tool, text: event.detail };
    case 'agent_warning':
      return { kind: 'warning', tool: null, text: event.text };
    case 'agent_completed':
      return event.text === null ? null : { kind: 'completed', tool: null, text: event.text };
    case 'agent_failed':
      return { kind: 'failed', tool: null, text: event.reason };
    default:
      return null;
  }
}

/** The names of tools that change files, in all agents: Edit, MultiEdit, write_file, file_change, apply_patch, str_replace. */
const EDIT_TOOL = /edit|write|create|patch|file_change|replace/i;
/** A list of to-dos is not a file. */
const NOT_A_FILE = /todo|plan|memory/i;
const SHELL_TOOL = /bash|shell|command|terminal|exec|run/i;
const TEST_COMMAND =
  /\b(?:(?:npm|pnpm|yarn|bun|deno|cargo|go|dotnet|swift|mix|mvn|gradle|gradlew|make|rake|rails|composer) (?:run )?(?:\S+ )?test|node --test|vitest|jest|mocha|pytest|unittest|tox|nox|rspec|phpunit|ctest|playwright test)\b/;

function kindOfCall(tool: string, detail: string, testCommand: string | null): 'tool_call' | 'edit' | 'test_run' {
  if (SHELL_TOOL.test(tool)) {
    const isConfigured = testCommand !== null && testCommand.length > 2 && detail.includes(testCommand);
    return isConfigured || TEST_COMMAND.test(detail) ? 'test_run' : 'tool_call';
  }
  return EDIT_TOOL.test(tool) && !NOT_A_FILE.test(tool) ? 'edit' : 'tool_call';
}

function tokensOf({ input_tokens: input, output_tokens: output }: Usage): number | null {
  return input === null && output === null ? null : (input ?? 0) + (output ?? 0);
}
