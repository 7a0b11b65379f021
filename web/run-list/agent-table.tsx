// One line per agent: how often it wins, how often its result can be merged, its last results, time and cost.
import { useState } from 'react';
import type { AgentStatistics, AttemptEntry } from '../../src/contract/index.ts';
import { usdText } from '../../src/text/index.ts';
import { SafeText } from '../components/safe-text.tsx';
import { Swatch } from '../components/swatch.tsx';
import { agentColor } from '../format/agent-color.ts';
import { durationText } from '../format/numbers.ts';
import { RateBar } from './rate-bar.tsx';
import { RecentResults } from './recent-results.tsx';

/** More lines would push the list of runs out of the window. */
const MAX_LINES = 5;

interface AgentTableProps {
  statistics: readonly AgentStatistics[];
  attempts: readonly AttemptEntry[];
}

export function AgentTable({ statistics, attempts }: AgentTableProps) {
  const [showsAll, setShowsAll] = useState(false);
  const ordered = bestFirst(statistics);
  const shown = showsAll ? ordered : ordered.slice(0, MAX_LINES);
  return (
    <div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <section className="scroll-x" tabIndex={0} aria-label="Agents">
        <table className="agent-table">
          <thead>
            <tr>
              <th scope="col">agent</th>
              <th scope="col">wins</th>
              <th scope="col">mergeable</th>
              <th scope="col">last 20</th>
              <th scope="col">caught</th>
              <th scope="col">median time</th>
              <th scope="col">cost per win</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((agent) => (
              <AgentLine key={JSON.stringify([agent.agent, agent.model])} statistics={agent} attempts={attempts} />
            ))}
          </tbody>
        </table>
      </section>
      {ordered.length > MAX_LINES && (
        <button type="button" className="quiet more-agents" onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? `Show ${MAX_LINES}` : `Show all ${ordered.length}`}
        </button>
      )}
    </div>
  );
}

/** By the lower end of the interval, so that one win in one run is not above nine in ten. */
export function bestFirst(statistics: readonly AgentStatistics[]): AgentStatistics[] {
  return [...statistics].sort((a, b) => b.win_rate.low - a.win_rate.low || b.mergeable_rate.low - a.mergeable_rate.low);
}

function AgentLine({ statistics, attempts }: { statistics: AgentStatistics; attempts: readonly AttemptEntry[] }) {
  const { agent, model, wins, mergeable, caught, cost, median_duration_ms: duration } = statistics;
  const color = agentColor(agent);
  const own = attempts.filter((attempt) => attempt.agent === agent && attempt.model === model);
  return (
    <tr className={statistics.too_few_runs ? 'uncertain' : ''}>
      <th scope="row">
        <span className="agent-name">
          <Swatch color={color} />
          <SafeText text={agent} />
        </span>
        <span className="small muted agent-model">
          {model !== null && (
            <>
              <SafeText text={model} />
              {statistics.too_few_runs && ' · '}
            </>
          )}
          {statistics.too_few_runs && (
            <span title="With fewer than ten attempts, the intervals are too wide to compare agents">too few runs</span>
          )}
        </span>
      </th>
      <td>
        <RateBar count={wins} of={statistics.attempts} rate={statistics.win_rate} color={color} />
      </td>
      <td>
        <RateBar count={mergeable} of={statistics.attempts} rate={statistics.mergeable_rate} color={color} />
      </td>
      <td>
        <RecentResults attempts={own} color={color} />
      </td>
      <td className={caught > 0 ? 'number bad-text' : 'number muted'}>{caught === 0 ? '0' : `${caught}×`}</td>
      <td className="number">{duration === null ? '–' : durationText(duration)}</td>
      <td className="number">
        {cost.per_win_usd === null ? '–' : usdText(cost.per_win_usd)}
        {cost.estimated > 0 && <span className="small muted"> est.</span>}
      </td>
    </tr>
  );
}
