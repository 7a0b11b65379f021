// A run whose names and scores are hidden: the diffs under letters, and a button to pick one.
import { useEffect, useEffectEvent, useState } from 'react';
import type { BlindRun } from '../../src/contract/index.ts';
import { type BlindSource, type DataSource, DataSourceError } from '../api/data-source.ts';
import { LoadError } from '../components/error-view.tsx';
import { MessageText } from '../components/message-text.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { TaskText } from '../components/task-text.tsx';
import { DiffView } from '../diff/diff-view.tsx';
import { countText } from '../format/numbers.ts';
import { useLoaded } from '../hooks/use-loaded.ts';
import './blind-run.css';

interface BlindRunProps {
  run: string;
  blind: BlindSource;
  patch: DataSource['patch'];
  /** The state in the list of runs; a change loads the run again. */
  state: string | undefined;
  onPicked: () => void;
}

export function BlindRunView({ run, blind, patch, state, onPicked }: BlindRunProps) {
  const { value, error, reload } = useLoaded(run, () => blind.run(run));
  const reloadRun = useEffectEvent(reload);
  const loaded = value?.state;
  useEffect(() => {
    if (state !== undefined && loaded !== undefined && state !== loaded) reloadRun();
  }, [state, loaded]);
  if (value === null)
    return error === null ? <Skeleton lines={5} label="Loading the run" /> : <LoadError error={error} onRetry={reload} />;
  return (
    <>
      <div className="blind-header">
        <h1>Pick a candidate</h1>
        {value.task !== null && <TaskText text={value.task} />}
        <p className="muted">
          {value.state === 'finished'
            ? 'Names, scores and logs are hidden until you pick. The order of the letters is arbitrary.'
            : 'The run is not finished. Names, scores and logs are hidden until you pick a candidate.'}
        </p>
      </div>
      {value.candidates.map((candidate) => (
        <BlindCandidate
          key={candidate.name}
          candidate={candidate}
          run={run}
          patch={patch}
          pick={blind.pick}
          onPicked={onPicked}
        />
      ))}
    </>
  );
}

interface BlindCandidateProps {
  candidate: BlindRun['candidates'][number];
  run: string;
  patch: DataSource['patch'];
  pick: BlindSource['pick'];
  onPicked: () => void;
}

function BlindCandidate({ candidate, run, patch, pick, onPicked }: BlindCandidateProps) {
  const { name, mergeable, files, added, removed } = candidate;
  const [isOpen, setOpen] = useState(false);
  const [error, setError] = useState<DataSourceError | null>(null);
  const choose = () => {
    pick(run, name).then(onPicked, (problem: unknown) => {
      setError(problem instanceof DataSourceError ? problem : new DataSourceError('fault', String(problem), 'Reload the page.'));
    });
  };
  return (
    <section className="blind-candidate" aria-label={`Candidate ${name}`}>
      <h2>{name}</h2>
      <span className="muted number">
        {countText(files, 'file')}, +{added.toLocaleString('en')} −{removed.toLocaleString('en')}
      </span>
      <button type="button" className="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Hide diff' : 'Show diff'}
      </button>
      {mergeable ? (
        <button type="button" onClick={choose}>
          Pick {name}
        </button>
      ) : (
        <span className="muted">not mergeable</span>
      )}
      {error !== null && (
        <p role="alert">
          <MessageText text={`${error.message} ${error.next}`} />
        </p>
      )}
      {isOpen && (
        <div>
          <BlindDiff run={run} name={name} patch={patch} />
        </div>
      )}
    </section>
  );
}

const NO_MARKS = { testPaths: [], findings: [], classes: new Map() };

function BlindDiff({ run, name, patch }: { run: string; name: string; patch: DataSource['patch'] }) {
  const { value, error, reload } = useLoaded(JSON.stringify([run, name]), () => patch(run, name));
  if (value === null)
    return error === null ? <Skeleton lines={8} label="Loading the diff" /> : <LoadError error={error} onRetry={reload} />;
  if (value.trim() === '') return <p className="note">No differences.</p>;
  return <DiffView patch={value} marks={NO_MARKS} />;
}
