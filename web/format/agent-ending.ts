// How an agent ended, as a short label with a tone.
import type { Ended, StopReason } from '../../src/contract/index.ts';
import type { Tone } from '../components/badge.tsx';
import { endingLabel } from './check-ending.ts';

export interface AgentEnding {
  ended: Ended | null;
  stopped: StopReason | null;
  exitCode: number | null;
  signal: string | null;
}

const STOP_LABELS: Record<StopReason, string> = {
  start_timeout: 'stopped: no output after its start',
  idle_timeout: 'stopped: no output for too long',
  timeout: 'stopped: time limit',
  agent_budget_usd: 'stopped: its own budget in dollars',
  agent_budget_tokens: 'stopped: its own budget of tokens',
  budget_usd: 'stopped: budget in dollars',
  budget_tokens: 'stopped: budget of tokens',
  output_limit: 'stopped: too much output',
  disk_limit: 'stopped: too much disk space',
  cancelled: 'stopped by the user',
};

export function agentEnding({ ended, stopped, exitCode, signal }: AgentEnding): { tone: Tone; label: string } {
  if (ended === 'not_started') return { tone: 'bad', label: 'did not start' };
  if (stopped !== null) return { tone: stopped === 'cancelled' ? 'caution' : 'bad', label: STOP_LABELS[stopped] };
  if (ended === 'exited' && exitCode === 0) return { tone: 'good', label: 'finished' };
  return { tone: 'bad', label: endingLabel(ended, exitCode, signal) };
}
