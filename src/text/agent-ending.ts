// How an agent ended, the same on a terminal, in Markdown and on the page.
import { type AgentEnding, type EndingKind, isFailedAttempt } from '../contract/index.ts';

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
