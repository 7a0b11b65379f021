// One run: its part of the header, and the view that the address names.
import { Suspense, useEffect, useEffectEvent } from 'react';
import type { RunDetail } from '../../src/contract/index.ts';
import type { DataSource } from '../api/data-source.ts';
import { lazyView } from '../app/lazy-view.ts';
import { ErrorView, LoadError } from '../components/error-view.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { useLoaded } from '../hooks/use-loaded.ts';
import type { RunList } from '../hooks/use-run-list.ts';
import { LiveRun } from '../live/live-run.tsx';
import { useEndNotification, useOutcomeTitle } from '../live/notify.tsx';
import { RankingView } from '../ranking/ranking-view.tsx';
import { scorecardFor } from '../ranking/weights.ts';
import { type RunRoute, weightsIn } from '../route.ts';
import { DeletedRun } from './deleted-run.tsx';
import { ClosedRunHeader, RunHeader } from './run-header.tsx';

const BlindRunView = lazyView(async () => (await import('../blind/blind-run.tsx')).BlindRunView);
const ScoreDetailsView = lazyView(async () => (await import('../score-details/score-details-view.tsx')).ScoreDetailsView);
const DiffPage = lazyView(async () => (await import('../diff/diff-page.tsx')).DiffPage);
const LogsPage = lazyView(async () => (await import('../logs/logs-page.tsx')).LogsPage);
const AgentView = lazyView(async () => (await import('../agent/agent-view.tsx')).AgentView);
const MergeView = lazyView(async () => (await import('../merge/merge-view.tsx')).MergeView);

interface RunPageProps {
  route: RunRoute;
  source: DataSource;
  runList: RunList;
}

export function RunPage({ route, source, runList }: RunPageProps) {
  const { value: detail, error, reload } = useLoaded(route.run, () => source.run(route.run));
  useOutcomeTitle(detail, route.view === 'ranking');
  useEndNotification(detail);
  const listed = runList.entries?.find(({ id }) => id === route.run)?.state;
  const shown = detail?.state;
  const reloadRun = useEffectEvent(reload);
  const hasFailed = error !== null;
  useEffect(() => {
    // Also after an error: a run that has just started cannot be read for a moment.
    if (listed !== undefined && (shown === undefined ? hasFailed : listed !== shown)) reloadRun();
  }, [listed, shown, hasFailed]);

  const wasShown = detail !== null && error?.code === 'unknown_run';
  if (wasShown || runList.deleted.has(route.run))
    return (
      <>
        <ClosedRunHeader run={route.run} />
        <DeletedRun run={route.run} source={source} />
      </>
    );
  if (error?.code === 'blind_run' && source.blind !== null)
    return (
      <>
        <ClosedRunHeader run={route.run} />
        <Suspense fallback={<LoadingView />}>
          <BlindRunView run={route.run} blind={source.blind} patch={source.patch} state={listed} onPicked={reload} />
        </Suspense>
      </>
    );
  if (detail === null)
    return (
      <>
        <ClosedRunHeader run={route.run} />
        {error === null ? <Skeleton lines={9} label="Loading the run" /> : <LoadError error={error} onRetry={reload} />}
      </>
    );
  return (
    <>
      <RunHeader detail={detail} route={route} canMerge={source.merge !== null} />
      <Suspense fallback={<LoadingView />}>
        <RunBody detail={detail} route={route} source={source} onChanged={reload} />
      </Suspense>
    </>
  );
}

function LoadingView() {
  return <Skeleton lines={9} label="Loading the view" />;
}

interface RunBodyProps {
  detail: RunDetail;
  route: RunRoute;
  source: DataSource;
  onChanged: () => void;
}

function RunBody({ detail, route, source, onChanged }: RunBodyProps) {
  if (route.view === 'logs') return <LogsPage detail={detail} source={source} route={route} />;
  if (detail.scorecard === null || detail.facts === null) return <LiveRun detail={detail} source={source} onEnd={onChanged} />;
  const finished = { ...detail, scorecard: detail.scorecard, facts: detail.facts };
  if (route.view === 'ranking') return <RankingView detail={finished} route={route} source={source} />;
  const shown = scorecardFor(finished, weightsIn(route)).scorecard;
  const ranking = shown.rankings.find(({ agent }) => agent === route.candidate);
  if (ranking === undefined)
    return (
      <ErrorView
        title="Candidate not found"
        message={`This run has no candidate named ${route.candidate}.`}
        next="The ranking lists the candidates of this run."
      />
    );
  if (route.view === 'details')
    return (
      <ScoreDetailsView
        detail={{ ...finished, scorecard: shown }}
        ranking={ranking}
        route={route}
        source={source}
        onDecided={onChanged}
      />
    );
  if (route.view === 'diff') return <DiffPage detail={finished} ranking={ranking} source={source} route={route} />;
  if (route.view === 'agent') return <AgentView detail={finished} candidate={route.candidate} source={source} />;
  return <MergeView detail={finished} ranking={ranking} source={source} onMerged={onChanged} />;
}
