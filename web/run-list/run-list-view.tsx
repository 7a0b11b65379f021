// The list of runs with task, base, candidates and verdict.
import { type RunEntry, VERDICT_WORDS } from '../../src/contract/index.ts';
import { Badge, type Tone } from '../components/badge.tsx';
import { LoadError } from '../components/error-view.tsx';
import { MessageText } from '../components/message-text.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { scoreText, timeText } from '../format/numbers.ts';
import type { RunList } from '../hooks/use-run-list.ts';
import { linkTo, linkToRanking } from '../route.ts';
import { filterRuns } from './filter-runs.ts';
import { Trend } from './trend.tsx';
import './run-list.css';

export function RunListView({ runList, filter, canRace }: { runList: RunList; filter: string; canRace: boolean }) {
  const { entries, connectionError } = runList;
  if (entries === null)
    return connectionError === null ? <Skeleton lines={8} label="Loading the runs" /> : <LoadError error={connectionError} />;
  const shown = filterRuns(entries, filter);
  return (
    <>
      <div className="view-header run-list-header">
        <h1>Runs</h1>
        {canRace && (
          <a className="button" href={linkTo({ view: 'race' })}>
            New race
          </a>
        )}
        <input
          type="search"
          data-filter
          aria-label="Filter runs"
          placeholder="Filter by task, base, candidate or verdict"
          value={filter}
          onChange={({ target }) => setFilter(target.value)}
        />
      </div>
      <Trend entries={shown} />
      {entries.length === 0 && <NoRuns canRace={canRace} />}
      {entries.length > 0 && shown.length === 0 && <p className="muted">No runs match the filter.</p>}
      <ol className="runs">
        {shown.map((entry) => (
          <RunRow key={entry.id} entry={entry} />
        ))}
      </ol>
    </>
  );
}

/** Replaces the address, so that typing does not fill the history of the browser. */
function setFilter(filter: string): void {
  history.replaceState(null, '', linkTo({ view: 'runs', filter }));
  dispatchEvent(new HashChangeEvent('hashchange'));
}

function NoRuns({ canRace }: { canRace: boolean }) {
  return (
    <div className="empty">
      <p>This repository has no runs yet.</p>
      <p className="muted">
        Run <code>hydra score NAME=BRANCH ...</code>
        {canRace && ' or start a race'}. A run appears here as soon as it starts.
      </p>
    </div>
  );
}

function RunRow({ entry }: { entry: RunEntry }) {
  const { id, task, base, started_at: startedAt, merge_of: mergeOf } = entry;
  return (
    <li className={mergeOf === null ? 'run' : 'run faint'}>
      <a className="run-task" data-row href={linkToRanking(id)}>
        {mergeOf !== null ? (
          <>
            Merge check of <SafeText text={mergeOf.candidate} />
          </>
        ) : (
          <SafeText text={task ?? entry.candidates.map(({ name }) => name).join(', ')} />
        )}
      </a>
      <p className="run-meta muted">
        <time dateTime={startedAt ?? undefined}>{timeText(startedAt)}</time> · base <SafeText text={shortRef(base)} /> ·{' '}
        <SafeText text={id} />
      </p>
      <p className="run-candidates">
        {entry.candidates.map(({ name, total, mergeable }) => (
          <span key={name} className={entry.verdict?.leaders.includes(name) ? 'run-candidate winner' : 'run-candidate'}>
            <SafeText text={name} /> <span className="number">{scoreText(total)}</span>
            {mergeable === false && <span className="refused"> not mergeable</span>}
          </span>
        ))}
      </p>
      <p className="run-verdict">
        <RunVerdict entry={entry} />
      </p>
      {entry.problem !== null && (
        <p className="run-error muted">
          <MessageText text={entry.problem.message} />
        </p>
      )}
    </li>
  );
}

/** A base that is given as a full commit hash is abbreviated. */
function shortRef(ref: string): string {
  return /^[0-9a-f]{40,64}$/.test(ref) ? ref.slice(0, 10) : ref;
}

const STATES: Record<Exclude<RunEntry['state'], 'finished'>, { tone: Tone; label: string }> = {
  running: { tone: 'quiet', label: 'running' },
  failed: { tone: 'bad', label: 'failed' },
  interrupted: { tone: 'caution', label: 'interrupted' },
  unreadable: { tone: 'bad', label: 'unreadable' },
};

function RunVerdict({ entry }: { entry: RunEntry }) {
  if (entry.state !== 'finished') {
    const { tone, label } = STATES[entry.state];
    return <Badge tone={tone}>{label}</Badge>;
  }
  if (entry.blind) return <Badge tone="quiet">not picked yet</Badge>;
  const { verdict, firmness } = entry;
  if (verdict === null || verdict.class === 'none') return <Badge tone="bad">no winner</Badge>;
  const isSure = firmness?.verdict === 'firm';
  if (verdict.leaders.length === 1 && !isSure) return <Badge tone="caution">too close to call</Badge>;
  return <Badge tone={isSure ? 'good' : 'caution'}>{VERDICT_WORDS[verdict.class]}</Badge>;
}
