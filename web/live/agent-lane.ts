// Turns the events of one agent into its state: output, tokens, cost and how it ended.
import type { Ended, HydraEvent, StopReason, Usage } from '../../src/contract/index.ts';

export interface LaneAgent {
  state: 'working' | 'done';
  startedAt: string;
  /** The last line of the output; empty before the first one. */
  lastMessage: string;
  /** The messages and tool calls, oldest first, at most MAX_OUTPUT_LINES. */
  output: readonly string[];
  /** When each of them was reported, in milliseconds, at most MAX_TIMES. */
  times: readonly number[];
  /** Input and output tokens together; null until the agent reports them. */
  tokens: number | null;
  costUsd: number | null;
  ended: Ended | null;
  exitCode: number | null;
  signal: string | null;
  stopped: StopReason | null;
  durationMs: number | null;
  /** Compared with the base, so far; null if unknown. */
  changedFiles: number | null;
  addedLines: number | null;
  removedLines: number | null;
}

type AgentEvent = Extract<HydraEvent, { type: `agent_${string}` }>;

export function isAgentEvent(event: HydraEvent): event is AgentEvent {
  return event.type.startsWith('agent_');
}

export function afterAgentEvent(before: LaneAgent | null, event: AgentEvent): LaneAgent {
  const agent = before ?? atStart(event.at);
  switch (event.type) {
    case 'agent_started':
      return atStart(event.at);
    case 'agent_message':
    case 'agent_progress':
    case 'agent_warning':
      return withOutput(agent, event.at, event.text);
    case 'agent_tool_call':
      return withOutput(agent, event.at, `${event.tool} ${event.detail}`);
    case 'agent_completed':
      return event.text === null ? agent : withOutput(agent, event.at, event.text);
    case 'agent_failed':
      return withOutput(agent, event.at, event.reason);
    case 'agent_usage':
      return { ...agent, tokens: tokensOf(event.usage) ?? agent.tokens, costUsd: event.cost_usd ?? agent.costUsd };
    case 'agent_changes':
      return { ...agent, ...changesOf(event) };
    case 'agent_finished':
      return {
        ...agent,
        ...changesOf(event),
        state: 'done',
        tokens: tokensOf(event.usage) ?? agent.tokens,
        costUsd: event.cost_usd ?? agent.costUsd,
        ended: event.ended,
        exitCode: event.exit_code,
        signal: event.signal ?? null,
        stopped: event.stopped,
        durationMs: event.duration_ms,
      };
  }
}

const MAX_OUTPUT_LINES = 500;
const MAX_TIMES = 5000;

function withOutput(agent: LaneAgent, at: string, line: string): LaneAgent {
  return {
    ...agent,
    lastMessage: line,
    output: [...agent.output.slice(1 - MAX_OUTPUT_LINES), line],
    times: [...agent.times.slice(1 - MAX_TIMES), Date.parse(at)],
  };
}

function atStart(startedAt: string): LaneAgent {
  return {
    ...{ state: 'working', startedAt, lastMessage: '', output: [], times: [], tokens: null, costUsd: null, ended: null },
    ...{ exitCode: null, signal: null, stopped: null, durationMs: null },
    ...{ changedFiles: null, addedLines: null, removedLines: null },
  };
}

type ChangeEvent = Extract<HydraEvent, { type: 'agent_changes' | 'agent_finished' }>;

function changesOf({ changed_files: files, added_lines: added, removed_lines: removed }: ChangeEvent) {
  return { changedFiles: files, addedLines: added, removedLines: removed };
}

function tokensOf({ input_tokens: input, output_tokens: output }: Usage): number | null {
  return input === null && output === null ? null : (input ?? 0) + (output ?? 0);
}
