// Contract: how an agent ended, the same on a terminal, in Markdown and on the page.
import type { Ended } from '../check.ts';
import type { AgentEnding, EndingKind, StopReason } from '../files/agent.ts';
import type { AgentFacts } from '../files/facts.ts';

/** What is known about the end of a process. Facts have fewer of these than records. */
export interface ProcessEnd {
  ended: Ended;
  exit_code: number | null;
  stopped?: StopReason | null;
  signal?: string | null;
  /** The agent reported a failure. */
  hasFailed: boolean;
  /** The reason that the agent gave. */
  failure?: string | null;
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
};

/** The ending as far as the process tells it, without the adapter's knowledge about its program. */
export function plainEnding({
  ended,
  exit_code,
  stopped = null,
  signal = null,
  hasFailed,
  failure = null,
}: ProcessEnd): AgentEnding {
  if (ended === 'not_started') return { kind: 'not_started', cause: null };
  if (stopped !== null) return { kind: STOP_KINDS[stopped], cause: null };
  if (ended !== 'exited') return { kind: ENDED_KINDS[ended], cause: null };
  if (exit_code === 0) return hasFailed ? { kind: 'failed', cause: failure } : { kind: 'finished', cause: null };
  const end = exit_code === null ? (signal ?? 'a signal') : `exit code ${exit_code}`;
  return { kind: 'crashed', cause: failure === null ? end : `${end}: ${failure}` };
}

/** Null when Hydra did not run the agent. */
export function endingOf(agent: AgentFacts | null): AgentEnding | null {
  if (agent === null) return null;
  const { ending, ended, exit_code, said_it_failed: hasFailed = false } = agent;
  return ending ?? plainEnding({ ended, exit_code, hasFailed });
}

export function isFailedAttempt(ending: AgentEnding | null | undefined): boolean {
  return ending !== undefined && ending !== null && ending.kind !== 'finished';
}

const SENTENCES: Record<EndingKind, string> = {
  finished: 'finished',
  failed_login: 'failed to log in',
  time_limit: 'stopped at the time limit',
  idle_timeout: 'stopped: no output for too long',
  start_timeout: 'stopped: no output after its start',
  budget: 'stopped at the budget',
  turn_limit: 'stopped at its turn limit',
  usage_limit: 'stopped at the usage limit of its account',
  output_limit: 'stopped: too much output',
  disk_limit: 'stopped: too much disk space',
  cancelled: 'stopped by the user',
  failed: 'reported a failure',
  crashed: 'crashed',
  not_started: 'did not start',
};

/** "crashed (exit code 1: TypeError: x)". The cause is untrusted: escape the text before showing it. */
export function endingText({ kind, cause }: AgentEnding): string {
  return cause === null ? SENTENCES[kind] : `${SENTENCES[kind]} (${cause})`;
}

/** "the agent crashed (exit code 1)"; null unless Hydra ran the agent and it failed. */
export function failedAttemptText(ending: AgentEnding | undefined): string | null {
  return ending === undefined || !isFailedAttempt(ending) ? null : `the agent ${endingText(ending)}`;
}

const WORDS: Record<EndingKind, string> = {
  finished: 'finished',
  failed_login: 'failed login',
  time_limit: 'time limit',
  idle_timeout: 'idle timeout',
  start_timeout: 'start timeout',
  budget: 'over budget',
  turn_limit: 'turn limit',
  usage_limit: 'usage limit',
  output_limit: 'output limit',
  disk_limit: 'disk limit',
  cancelled: 'cancelled',
  failed: 'agent failed',
  crashed: 'crashed',
  not_started: 'not started',
};

/** In at most 15 characters, for a column of a table. */
export function endingWords({ kind }: AgentEnding): string {
  return WORDS[kind];
}
