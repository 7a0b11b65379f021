// Explains why a run that the page showed does not exist any more.
import { useEffect, useEffectEvent } from 'react';
import type { RaceEntry } from '../../src/contract/index.ts';
import type { DataSource } from '../api/data-source.ts';
import { ErrorView } from '../components/error-view.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { useLoaded } from '../hooks/use-loaded.ts';
import { startedDraft } from '../race/stored-draft.ts';
import { linkTo } from '../route.ts';

const RETRY_MS = 500;

export function DeletedRun({ run, source }: { run: string; source: DataSource }) {
  const { value: races, error, reload } = useLoaded(run, async () => (await source.race?.races()) ?? []);
  const race = races?.find(({ run_id: id }) => id === run);
  // The server deletes the folder first, and states how the race ended after the cleanup.
  const isEnding = race?.state === 'running';
  const requestAgain = useEffectEvent(reload);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each response without a final state leads to another request.
  useEffect(() => {
    const timer = isEnding ? setTimeout(requestAgain, RETRY_MS) : undefined;
    return () => clearTimeout(timer);
  }, [isEnding, races]);
  if (isEnding || (races === null && error === null)) return <Skeleton lines={3} label="Loading the run" />;
  const canRepeat = race?.state === 'stopped' && startedDraft(run) !== null;
  return (
    <ErrorView {...explain(run, race)}>
      {canRepeat && (
        <p>
          <a className="button" href={linkTo({ view: 'race', rematch: { run, only: null, failures: null } })}>
            Race again
          </a>
        </p>
      )}
    </ErrorView>
  );
}

function explain(run: string, race: RaceEntry | undefined): { title: string; message: string; next: string } {
  if (race?.state === 'stopped')
    return {
      title: 'Race stopped',
      message: `Run ${run} was stopped and its results were discarded.`,
      next: 'Your repository is unchanged. You can start the race again.',
    };
  if (race?.state === 'failed' && race.error !== null)
    return { title: 'Race failed', message: race.error.message, next: race.error.next };
  return {
    title: 'Run deleted',
    message: `Run ${run} was deleted while this page showed it.`,
    next: 'Its folder was removed, for example by `hydra clean`. The other runs are still available.',
  };
}
