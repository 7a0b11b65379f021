// The list of runs with filters, below the workers of the queue and what the runs say about each agent.
import type { QueueReport, RunEntry } from '../../src/contract/index.ts';
import type { ScoreboardSource } from '../api/data-source.ts';
import { LoadError } from '../components/error-view.tsx';
import { InlineCode } from '../components/inline-code.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { countText } from '../format/numbers.ts';
import type { RunList } from '../hooks/use-run-list.ts';
import { linkTo, type RunsRoute } from '../route.ts';
import { filterRuns, groupByTask } from './filter-runs.ts';
import { RunFilters } from './run-filters.tsx';
import { firstLine, RunRow } from './run-row.tsx';
import { Scoreboard } from './scoreboard.tsx';
import { Workers } from './workers.tsx';
import './run-list.css';

interface RunListViewProps {
  runList: RunList;
  route: RunsRoute;
  /** Null in a report file. */
  scoreboard: ScoreboardSource | null;
  /** Null in a report file. */
  loadQueue: (() => Promise<QueueReport>) | null;
  canRace: boolean;
}

export function RunListView({ runList, route, scoreboard, loadQueue, canRace }: RunListViewProps) {
  const { entries, connectionError } = runList;
  if (entries === null)
    return connectionError === null ? <Skeleton lines={8} label="Loading the runs" /> : <LoadError error={connectionError} />;
  const shown = filterRuns(entries, route);
  return (
    <>
      <div className="view-header">
        <h1>Runs</h1>
        {canRace && (
          <a className="button" href={linkTo({ view: 'race' })}>
            New race
          </a>
        )}
      </div>
      {loadQueue !== null && <Workers load={loadQueue} />}
      {scoreboard !== null && <Scoreboard source={scoreboard} entries={entries} />}
      {entries.length === 0 ? <NoRuns canRace={canRace} /> : <RunFilters route={route} entries={entries} />}
      {entries.length > 0 && shown.length === 0 && <p className="muted">No runs match the filter.</p>}
      {route.group === 'task' ? <GroupedRuns entries={shown} /> : <Rows entries={shown} inGroup={false} />}
    </>
  );
}

function Rows({ entries, inGroup }: { entries: readonly RunEntry[]; inGroup: boolean }) {
  return (
    <ol className="runs">
      {entries.map((entry) => (
        <RunRow key={entry.id} entry={entry} inGroup={inGroup} />
      ))}
    </ol>
  );
}

function GroupedRuns({ entries }: { entries: readonly RunEntry[] }) {
  return groupByTask(entries).map(({ task, entries: own }) => (
    <section key={task ?? ''} className="task-group">
      <h2>
        {task === null ? 'Without a task' : <SafeText text={firstLine(task)} />}{' '}
        <span className="muted small">{countText(own.length, 'run')}</span>
      </h2>
      <Rows entries={own} inGroup={task !== null} />
    </section>
  ));
}

function NoRuns({ canRace }: { canRace: boolean }) {
  return (
    <div className="empty">
      <p>This repository has no runs yet.</p>
      <p className="muted">
        Run <InlineCode text="hydra score NAME=BRANCH ..." />
        {canRace && ' or start a race'}. A run appears here as soon as it starts.
      </p>
    </div>
  );
}
