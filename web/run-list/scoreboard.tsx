// What the finished runs of the repository say about each agent: a table, and a plot of cost against score.
import { useEffect, useEffectEvent, useRef } from 'react';
import type { RunEntry } from '../../src/contract/index.ts';
import type { ScoreboardSource } from '../api/data-source.ts';
import { useLoaded } from '../hooks/use-loaded.ts';
import { AgentTable } from './agent-table.tsx';
import { CostScatter } from './cost-scatter.tsx';
import './scoreboard.css';

export function Scoreboard({ source, entries }: { source: ScoreboardSource; entries: readonly RunEntry[] }) {
  const { value, reload } = useLoaded('scoreboard', async () => {
    const [statistics, attempts] = await Promise.all([source.statistics(), source.attempts()]);
    return { statistics, attempts };
  });
  useReloadOnChange(resultsOf(entries), reload);
  // One run compares candidates, not agents.
  if (value === null || new Set(value.attempts.map(({ run }) => run)).size < 2) return null;
  return (
    <section className="scoreboard" aria-labelledby="scoreboard">
      <h2 id="scoreboard">Agents in this repository</h2>
      <div className="scoreboard-body">
        <AgentTable {...value} />
        <CostScatter attempts={value.attempts} />
      </div>
    </section>
  );
}

/** Changes when a run finishes, is scored again or is deleted. */
function resultsOf(entries: readonly RunEntry[]): string {
  const finished = entries.filter(({ state }) => state === 'finished');
  return JSON.stringify(finished.map(({ id, candidates }) => [id, candidates.map(({ total }) => total)]));
}

function useReloadOnChange(key: string, reload: () => void): void {
  const onChange = useEffectEvent(reload);
  const loaded = useRef(key);
  useEffect(() => {
    if (loaded.current !== key) onChange();
    loaded.current = key;
  }, [key]);
}
