// A run that was there and is not any more, and why, where the server knows.
import { useEffect, useEffectEvent } from 'react';
import type { RaceEntry } from '../../src/contract/index.ts';
import type { DataSource } from '../api/data-source.ts';
import { ErrorView } from '../components/error-view.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { useLoaded } from '../hooks/use-loaded.ts';

const AGAIN_MS = 500;

export function DeletedRun({ run, source }: { run: string; source: DataSource }) {
  const { value: races, error, reload } = useLoaded(run, async () => (await source.race?.races()) ?? []);
  const race = races?.find(({ run_id: id }) => id === run);
  // Its folder goes first; how it ended is known when all is cleaned up.
  const isEnding = race?.state === 'running';
  const lookAgain = useEffectEvent(reload);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every answer that does not settle it leads to another question.
  useEffect(() => {
    const timer = isEnding ? setTimeout(lookAgain, AGAIN_MS) : undefined;
    return () => clearTimeout(timer);
  }, [isEnding, races]);
  if (isEnding || (races === null && error === null)) return <Skeleton lines={3} label="Looking for the run" />;
  return <ErrorView {...wordsOf(run, race)} />;
}

function wordsOf(run: string, race: RaceEntry | undefined): { title: string; what: string; next: string } {
  if (race?.state === 'stopped')
    return {
      title: 'The race was stopped',
      what: `The run ${run} was stopped, and nothing of it is kept.`,
      next: 'What was there before is as it was. The race can be started again.',
    };
  if (race?.state === 'failed' && race.error !== null)
    return { title: 'The race came to nothing', what: race.error.message, next: race.error.next };
  return {
    title: 'This run is gone',
    what: `The run ${run} was deleted while you were looking at it.`,
    next: '`hydra clean` or somebody on this machine removed its folder. The other runs are still there.',
  };
}
