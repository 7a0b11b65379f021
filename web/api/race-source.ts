// Races as the page starts, watches and stops them, through the local server. A report file has none of it.
// It never throws anything but DataSourceError.
import type { AgentEntry, ApiError, RaceAnswer, RaceEntry, StopAnswer, StopQuestion } from '../../src/contract/index.ts';
import { DataSourceError, type RaceSource } from './data-source.ts';

export function raceSource(): RaceSource {
  return {
    agents: () => ask<AgentEntry[]>('/api/agents'),
    races: () => ask<RaceEntry[]>('/api/races'),
    start: (question) => ask<RaceAnswer>('/api/races', question),
    stop: (run, candidate) => ask<StopAnswer>(`/api/runs/${encodeURIComponent(run)}/stop`, { candidate } satisfies StopQuestion),
  };
}

async function ask<Body>(path: string, question?: unknown): Promise<Body> {
  const sent = question === undefined ? {} : { method: 'POST', body: JSON.stringify(question) };
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(path, { ...sent, cache: 'no-store', credentials: 'same-origin' });
    body = await response.json();
  } catch {
    throw new DataSourceError('unreachable', 'The server does not answer.', 'Is `hydra ui` still running?');
  }
  if (response.ok) return body as Body;
  const { code, message, next } = (body as ApiError).error;
  throw new DataSourceError(code, message, next);
}
