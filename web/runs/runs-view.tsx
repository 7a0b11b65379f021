// The history: which task, which base, who took part, who won, and how firm that is.
import { type RunEntry, VERDICT_WORDS } from '../../src/contract/index.ts';
import { scoreText, timeText } from '../number-text.ts';
import { Badge, type Tone } from '../parts/badge.tsx';
import { Plain } from '../parts/plain.tsx';
import { Prose } from '../parts/prose.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { SourceTrouble } from '../parts/trouble.tsx';
import { linkTo, rankingOf } from '../route.ts';
import type { History } from '../use-history.ts';
import { filterRuns } from './filter-runs.ts';
import { Trend } from './trend.tsx';

export function RunsView({ history, filter, canRace }: { history: History; filter: string; canRace: boolean }) {
  const { entries, lost } = history;
  if (entries === null) return lost === null ? <Skeleton lines={8} label="Loading the runs" /> : <SourceTrouble error={lost} />;
  const shown = filterRuns(entries, filter);
  return (
    <>
      <div className="view-head runs-head">
        <h1>Runs</h1>
        {canRace && (
          <a className="button" href={linkTo({ view: 'race' })}>
            New race
          </a>
        )}
        <input
          type="search"
          data-filter
          aria-label="Filter the runs"
          placeholder="Filter by task, base, candidate, verdict"
          value={filter}
          onChange={({ target }) => setFilter(target.value)}
        />
      </div>
      <Trend entries={shown} />
      {entries.length === 0 && <NoRuns canRace={canRace} />}
      {entries.length > 0 && shown.length === 0 && <p className="muted">No run matches the filter.</p>}
      <ol className="runs">
        {shown.map((entry) => (
          <RunLine key={entry.id} entry={entry} />
        ))}
      </ol>
    </>
  );
}

/** Without a new step in the history of the browser for every letter. */
function setFilter(filter: string): void {
  history.replaceState(null, '', linkTo({ view: 'runs', filter }));
  dispatchEvent(new HashChangeEvent('hashchange'));
}

function NoRuns({ canRace }: { canRace: boolean }) {
  return (
    <div className="empty">
      <p>There are no runs in this repository yet.</p>
      <p className="muted">
        Make one with <code>hydra score NAME=BRANCH ...</code>
        {canRace && ', or start a race'}; it appears here while it runs.
      </p>
    </div>
  );
}

function RunLine({ entry }: { entry: RunEntry }) {
  const { id, task, base, started_at: startedAt, merge_of: mergeOf } = entry;
  return (
    <li className={mergeOf === null ? 'run' : 'run faint'}>
      <a className="run-task" data-row href={rankingOf(id)}>
        {mergeOf !== null ? (
          <>
            Merge check of <Plain text={mergeOf.candidate} />
          </>
        ) : (
          <Plain text={task ?? entry.candidates.map(({ name }) => name).join(', ')} />
        )}
      </a>
      <p className="run-meta muted">
        <time dateTime={startedAt ?? undefined}>{timeText(startedAt)}</time> · base <Plain text={shortRef(base)} /> ·{' '}
        <Plain text={id} />
      </p>
      <p className="run-candidates">
        {entry.candidates.map(({ name, total, mergeable }) => (
          <span key={name} className={entry.verdict?.leaders.includes(name) ? 'entrant winner' : 'entrant'}>
            <Plain text={name} /> <span className="number">{scoreText(total)}</span>
            {mergeable === false && <span className="refused"> not mergeable</span>}
          </span>
        ))}
      </p>
      <p className="run-verdict">
        <RunVerdict entry={entry} />
      </p>
      {entry.trouble !== null && (
        <p className="run-trouble muted">
          <Prose text={entry.trouble.message} />
        </p>
      )}
    </li>
  );
}

/** A rematch starts from a commit by its whole name. */
function shortRef(ref: string): string {
  return /^[0-9a-f]{40,64}$/.test(ref) ? ref.slice(0, 10) : ref;
}

const STATES: Record<Exclude<RunEntry['state'], 'finished'>, { tone: Tone; words: string }> = {
  running: { tone: 'quiet', words: 'running' },
  failed: { tone: 'bad', words: 'failed' },
  interrupted: { tone: 'caution', words: 'interrupted' },
  unreadable: { tone: 'bad', words: 'unreadable' },
};

function RunVerdict({ entry }: { entry: RunEntry }) {
  if (entry.state !== 'finished') {
    const { tone, words } = STATES[entry.state];
    return <Badge tone={tone}>{words}</Badge>;
  }
  const { verdict, firmness } = entry;
  if (verdict === null || verdict.class === 'none') return <Badge tone="bad">no winner</Badge>;
  const isSure = firmness?.verdict === 'firm';
  if (verdict.leaders.length === 1 && !isSure) return <Badge tone="caution">too close to call</Badge>;
  return <Badge tone={isSure ? 'good' : 'caution'}>{VERDICT_WORDS[verdict.class]}</Badge>;
}
