// How far a race is: agents that ended, the time, and the dollars spent. The headline of the live view and the title of the tab.
import type { Run } from '../../src/contract/index.ts';
import { usdText } from '../../src/text/index.ts';
import { clockText } from '../format/clock-text.ts';
import type { Lane } from './lanes.ts';

export interface RaceProgress {
  finished: number;
  agents: number;
  elapsedMs: number;
  /** Of all agents that report their cost, the test author included; null if none does. */
  spentUsd: number | null;
  budgetUsd: number | null;
}

/** Null for a run without agents. */
export function raceProgress(
  { candidates, started_at: startedAt, policy }: Run,
  lanes: readonly Lane[],
  now: number,
): RaceProgress | null {
  const racers = new Set(candidates.filter(({ source }) => source.kind === 'agent').map(({ name }) => name));
  if (racers.size === 0) return null;
  const costs = lanes.flatMap(({ agent }) => agent?.costUsd ?? []);
  return {
    finished: lanes.filter(({ candidate, agent }) => racers.has(candidate ?? '') && agent?.state === 'done').length,
    agents: racers.size,
    elapsedMs: Math.max(0, now - Date.parse(startedAt)),
    spentUsd: costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0),
    budgetUsd: policy.race.budget_usd,
  };
}

/** "2 of 4 finished · 0:27 · $1.03 of $5" */
export function headline({ finished, agents, elapsedMs, spentUsd, budgetUsd }: RaceProgress): string {
  // The checks go on after the last agent.
  const agentsText = `${finished} of ${agents} finished${finished === agents ? ', checking' : ''}`;
  const parts = [agentsText, clockText(elapsedMs), spentText(spentUsd, budgetUsd)];
  return parts.filter((part) => part !== null).join(' · ');
}

/** Null if neither a cost nor a budget is known. */
export function spentText(spentUsd: number | null, budgetUsd: number | null): string | null {
  if (budgetUsd === null) return spentUsd === null ? null : usdText(spentUsd);
  return spentUsd === null ? `budget $${budgetUsd}` : `${usdText(spentUsd)} of $${budgetUsd}`;
}
