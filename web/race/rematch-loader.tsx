// Fills the race form with the task, base and agents of an earlier run, then opens it.
import { useEffect } from 'react';
import type { RaceSource } from '../api/data-source.ts';
import { LoadError } from '../components/error-view.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { useLoaded } from '../hooks/use-loaded.ts';
import { linkTo, type RematchRoute } from '../route.ts';
import { draftOf } from './race-draft.ts';
import { startedDraft, storeDraft } from './stored-draft.ts';

export function RematchLoader({ rematch, race }: { rematch: RematchRoute; race: RaceSource }) {
  const { run, only, failures } = rematch;
  const {
    value: draft,
    error,
    reload,
  } = useLoaded(JSON.stringify(rematch), async () => {
    const started = only === null && failures === null ? startedDraft(run) : null;
    return started ?? draftOf(await race.rematch(run, failures), only);
  });
  useEffect(() => {
    if (draft === null) return;
    storeDraft(draft);
    // The address of the plain form replaces this one, so that a reload keeps what the user edits.
    location.replace(linkTo({ view: 'race' }));
  }, [draft]);
  return error === null ? <Skeleton lines={6} label="Loading the task" /> : <LoadError error={error} onRetry={reload} />;
}
