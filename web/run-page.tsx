// One run: its head, the ways into it, and the view that the address asks for.
import { useEffect, useEffectEvent } from 'react';
import type { RunDetail } from '../src/contract/index.ts';
import { DiffPage } from './diff/diff-page.tsx';
import { GoneRun } from './gone-run.tsx';
import { LiveRun } from './live/live-run.tsx';
import { LogsPage } from './logs/logs-page.tsx';
import { MergeView } from './merge/merge-view.tsx';
import { timeText } from './number-text.ts';
import { Plain } from './parts/plain.tsx';
import { Skeleton } from './parts/skeleton.tsx';
import { SourceTrouble, Trouble } from './parts/trouble.tsx';
import { RankingView } from './ranking/ranking-view.tsx';
import { linkTo, type Route, rankingOf } from './route.ts';
import type { Source } from './source/source.ts';
import type { History } from './use-history.ts';
import { useLoaded } from './use-loaded.ts';
import { WhyView } from './why/why-view.tsx';

export type RunRoute = Extract<Route, { run: string }>;

interface RunPageProps {
  route: RunRoute;
  source: Source;
  history: History;
}

export function RunPage({ route, source, history }: RunPageProps) {
  const { value: detail, error, reload } = useLoaded(route.run, () => source.run(route.run));
  const listed = history.entries?.find(({ id }) => id === route.run)?.state;
  const shown = detail?.state;
  const loadAgain = useEffectEvent(reload);
  const hasFailed = error !== null;
  useEffect(() => {
    // Also when nothing could be shown: a run that has just begun has nothing to read for a moment.
    if (listed !== undefined && (shown === undefined ? hasFailed : listed !== shown)) loadAgain();
  }, [listed, shown, hasFailed]);

  const wasShown = detail !== null && error?.code === 'unknown_run';
  if (wasShown || history.gone.has(route.run)) return <GoneRun run={route.run} source={source} />;
  if (detail === null)
    return error === null ? <Skeleton lines={9} label="Loading the run" /> : <SourceTrouble error={error} onRetry={reload} />;
  return (
    <>
      <RunHead detail={detail} route={route} canMerge={source.merge !== null} />
      <RunBody detail={detail} route={route} source={source} onChanged={reload} />
    </>
  );
}

interface RunBodyProps {
  detail: RunDetail;
  route: RunRoute;
  source: Source;
  onChanged: () => void;
}

function RunBody({ detail, route, source, onChanged }: RunBodyProps) {
  if (route.view === 'logs') return <LogsPage detail={detail} source={source} route={route} />;
  if (detail.scorecard === null || detail.facts === null) return <LiveRun detail={detail} source={source} onEnd={onChanged} />;
  const finished = { ...detail, scorecard: detail.scorecard, facts: detail.facts };
  if (route.view === 'ranking') return <RankingView detail={finished} route={route} source={source} />;
  const ranking = finished.scorecard.rankings.find(({ agent }) => agent === route.candidate);
  if (ranking === undefined)
    return (
      <Trouble title="No such candidate" what={`The run has no candidate ${route.candidate}.`} next="The ranking lists them." />
    );
  if (route.view === 'why')
    return (
      <WhyView detail={finished} ranking={ranking} dimension={route.dimension} accept={source.accept} onDecided={onChanged} />
    );
  if (route.view === 'diff') return <DiffPage detail={finished} ranking={ranking} source={source} route={route} />;
  return <MergeView detail={finished} ranking={ranking} source={source} onMerged={onChanged} />;
}

function RunHead({ detail, route, canMerge }: { detail: RunDetail; route: RunRoute; canMerge: boolean }) {
  const { run } = detail;
  return (
    <div className="run-head">
      <p className="task">
        {run.merge_of !== null ? (
          <>
            Check of merging <Plain text={run.merge_of.candidate} /> of run{' '}
            <a href={rankingOf(run.merge_of.run_id)}>
              <Plain text={run.merge_of.run_id} />
            </a>
          </>
        ) : run.task === null ? (
          <span className="muted">No task was written down for this run.</span>
        ) : (
          <Plain text={run.task} />
        )}
      </p>
      <p className="facts-line muted">
        base <Plain text={run.base.ref} /> <code>{run.base.commit.slice(0, 10)}</code> · {timeText(run.started_at)}
      </p>
      <Ways detail={detail} route={route} canMerge={canMerge} />
    </div>
  );
}

/** The views of a run, for the candidate at hand. */
function Ways({ detail, route, canMerge }: { detail: RunDetail; route: RunRoute; canMerge: boolean }) {
  const { id: run, scorecard } = detail;
  const names = scorecard?.rankings.map(({ agent }) => agent) ?? detail.run.candidates.map(({ name }) => name);
  const candidate = ('candidate' in route ? route.candidate : null) ?? scorecard?.verdict.leaders[0] ?? names[0] ?? null;
  if (candidate === null) return null;
  const ways: { view: RunRoute['view']; href: string; text: string }[] = [
    { view: 'ranking', href: rankingOf(run), text: 'Ranking' },
    { view: 'why', href: linkTo({ view: 'why', run, candidate, dimension: null }), text: 'Why' },
    { view: 'diff', href: linkTo({ view: 'diff', run, candidate, other: null, file: null }), text: 'Diff' },
    { view: 'logs', href: linkTo({ view: 'logs', run, candidate, check: null, stream: 'stdout', query: '' }), text: 'Logs' },
    ...(canMerge ? [{ view: 'merge' as const, href: linkTo({ view: 'merge', run, candidate }), text: 'Merge' }] : []),
  ];
  return (
    <nav className="ways" aria-label="Views of this run">
      {ways.map(({ view, href, text }) => (
        <a key={view} href={href} aria-current={view === route.view ? 'page' : undefined}>
          {text}
        </a>
      ))}
      {route.view !== 'ranking' && <CandidateChoice names={names} route={route} />}
    </nav>
  );
}

function CandidateChoice({ names, route }: { names: readonly string[]; route: Exclude<RunRoute, { view: 'ranking' }> }) {
  const choose = (name: string) => {
    if (route.view === 'logs') location.hash = linkTo({ ...route, candidate: name === '' ? null : name, query: '' });
    else if (route.view === 'diff') location.hash = linkTo({ ...route, candidate: name, other: null, file: null });
    else location.hash = linkTo({ ...route, candidate: name });
  };
  return (
    <label className="candidate-choice">
      <span className="muted">of</span>
      <select value={route.candidate ?? ''} onChange={({ target }) => choose(target.value)} aria-label="Candidate">
        {route.view === 'logs' && <option value="">the base</option>}
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
