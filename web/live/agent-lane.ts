// From the events of a race to what one agent is doing: how long, at what cost, and its last words.
import type { Ended, HydraEvent, StopReason, Usage } from '../../src/contract/index.ts';

export interface LaneAgent {
  state: 'working' | 'done';
  startedAt: string;
  /** What it said or did last; empty until it says something. */
  lastWords: string;
  /** All that it said and did, oldest first; only the end of a long talk. */
  said: readonly string[];
  /** In and out together; null until it says. */
  tokens: number | null;
  costUsd: number | null;
  ended: Ended | null;
  exitCode: number | null;
  stopped: StopReason | null;
  durationMs: number | null;
  changedFiles: number | null;
}

type AgentEvent = Extract<HydraEvent, { type: `agent_${string}` }>;

export function isOfAgent(event: HydraEvent): event is AgentEvent {
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
      return saying(agent, event.text);
    case 'agent_tool_call':
      return saying(agent, `${event.tool} ${event.detail}`);
    case 'agent_completed':
      return event.text === null ? agent : saying(agent, event.text);
    case 'agent_failed':
      return saying(agent, event.reason);
    case 'agent_usage':
      return { ...agent, tokens: tokensOf(event.usage) ?? agent.tokens, costUsd: event.cost_usd ?? agent.costUsd };
    case 'agent_finished':
      return {
        ...agent,
        state: 'done',
        tokens: tokensOf(event.usage) ?? agent.tokens,
        costUsd: event.cost_usd ?? agent.costUsd,
        ended: event.ended,
        exitCode: event.exit_code,
        stopped: event.stopped,
        durationMs: event.duration_ms,
        changedFiles: event.changed_files,
      };
  }
}

const LINES_KEPT = 500;

function saying(agent: LaneAgent, words: string): LaneAgent {
  return { ...agent, lastWords: words, said: [...agent.said.slice(1 - LINES_KEPT), words] };
}

function atStart(startedAt: string): LaneAgent {
  return {
    ...{ state: 'working', startedAt, lastWords: '', said: [], tokens: null, costUsd: null, ended: null },
    ...{ exitCode: null, stopped: null, durationMs: null, changedFiles: null },
  };
}

function tokensOf({ input_tokens: input, output_tokens: output }: Usage): number | null {
  return input === null && output === null ? null : (input ?? 0) + (output ?? 0);
}
