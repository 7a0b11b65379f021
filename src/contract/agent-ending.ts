// Contract: how an agent ended, from what is known about its process.
import type { Ended } from './check.ts';
import type { AgentEnding, EndingKind, StopReason } from './files/agent.ts';
import type { AgentFacts } from './files/facts.ts';

/** What is known about the end of a process. */
interface ProcessEnd {
  ended: Ended;
  exit_code: number | null;
  stopped: StopReason | null;
  signal: string | null;
  /** The agent reported a failure. */
  hasFailed: boolean;
  /** The reason that the agent gave. */
  failure: string | null;
}

const STOP_KINDS: Record<StopReason, EndingKind> = {
  start_timeout: 'start_timeout',
  idle_timeout: 'idle_timeout',
  timeout: 'time_limit',
  agent_budget_usd: 'budget',
  agent_budget_tokens: 'budget',
  budget_usd: 'budget',
  budget_tokens: 'budget',
  output_limit: 'output_limit',
  disk_limit: 'disk_limit',
  cancelled: 'cancelled',
};

const ENDED_KINDS: Record<Exclude<Ended, 'exited'>, EndingKind> = {
  timed_out: 'time_limit',
  output_limit: 'output_limit',
  disk_limit: 'disk_limit',
  not_started: 'not_started',
  interrupted: 'cancelled',
  lost: 'crashed',
  memory_limit: 'crashed',
  process_limit: 'crashed',
};

/** The ending as far as the process tells it, without the adapter's knowledge about its program. */
export function plainEnding({ ended, exit_code, stopped, signal, hasFailed, failure }: ProcessEnd): AgentEnding {
  if (ended === 'not_started') return { kind: 'not_started', cause: null };
  if (stopped !== null) return { kind: STOP_KINDS[stopped], cause: null };
  if (ended !== 'exited') return { kind: ENDED_KINDS[ended], cause: null };
  if (exit_code === 0) return hasFailed ? { kind: 'failed', cause: failure } : { kind: 'finished', cause: null };
  const end = exit_code === null ? (signal ?? 'a signal') : `exit code ${exit_code}`;
  return { kind: 'crashed', cause: failure === null ? end : `${end}: ${failure}` };
}

/** Null when Hydra did not run the agent. */
export function endingOf(agent: AgentFacts | null): AgentEnding | null {
  return agent?.ending ?? null;
}

export function isFailedAttempt(ending: AgentEnding | null | undefined): boolean {
  return ending !== undefined && ending !== null && ending.kind !== 'finished';
}
