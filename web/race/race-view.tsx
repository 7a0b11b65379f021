// The form that starts a race: task, agents, test author, base and budgets. Its input is kept while other views are open.
import { type FormEvent, useEffect, useState } from 'react';
import type { RaceRequestBody } from '../../src/contract/index.ts';
import { type DataSource, DataSourceError, type RaceSource } from '../api/data-source.ts';
import { ErrorView } from '../components/error-view.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { useBranches } from '../hooks/use-branches.ts';
import { useLoaded } from '../hooks/use-loaded.ts';
import { linkToRanking, type Route } from '../route.ts';
import { AgentChoice } from './agent-choice.tsx';
import { Field } from './form-field.tsx';
import { type DraftError, type DraftField, EMPTY_DRAFT, type RaceDraft, toRaceQuestion } from './race-draft.ts';
import { RaceLimits } from './race-limits.tsx';
import { RaceRefusal } from './race-refusal.tsx';
import { RematchLoader } from './rematch-loader.tsx';
import { storeDraft, storedDraft, storeStarted } from './stored-draft.ts';
import './race.css';

interface RaceViewProps {
  route: Extract<Route, { view: 'race' }>;
  source: DataSource;
}

export function RaceView({ route: { rematch }, source }: RaceViewProps) {
  if (source.race === null) {
    return (
      <ErrorView
        title="Races are not available in a report file"
        message="A report file is not connected to a repository."
        next='Run `hydra race "TASK"` in the repository, or open it with `hydra ui`.'
      />
    );
  }
  if (rematch !== undefined) return <RematchLoader key={JSON.stringify(rematch)} rematch={rematch} race={source.race} />;
  return <RaceForm race={source.race} branches={source.branches} />;
}

function RaceForm({ race, branches }: { race: RaceSource } & Pick<DataSource, 'branches'>) {
  const [draft, setDraft] = useState(storedDraft);
  const [draftError, setDraftError] = useState<DraftError | null>(null);
  const { value: agents, error } = useLoaded('agents', () => race.agents());
  const { isStarting, refusal, start } = useStart(race);
  const replace = (next: RaceDraft) => {
    setDraft(next);
    storeDraft(next);
  };
  const change = (changes: Partial<RaceDraft>) => replace({ ...draft, ...changes });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (agents === null || isStarting) return;
    const question = toRaceQuestion(draft, agents);
    setDraftError('field' in question ? question : null);
    if ('field' in question) document.querySelector<HTMLElement>(`[data-field="${question.field}"]`)?.focus();
    else start(question, draft);
  };
  useInitialFocus();
  const errorOf = (field: DraftField) => (draftError?.field === field ? draftError.message : null);
  return (
    <form className="race" onSubmit={submit} noValidate>
      <h1>New race</h1>
      <Field label="Task" hint="Every agent receives this text and works in its own clone." error={errorOf('task')}>
        {(aria) => (
          <textarea
            {...aria}
            data-initial-focus
            data-field="task"
            rows={Math.min(24, Math.max(10, draft.task.split('\n').length + 1))}
            value={draft.task}
            onChange={({ target }) => change({ task: target.value })}
          />
        )}
      </Field>
      <div className="race-agents">
        {agents !== null && <AgentChoice agents={agents} draft={draft} error={errorOf('agents')} onChange={change} />}
        {agents === null && error === null && <Skeleton lines={4} label="Loading agents" />}
        {agents === null && error !== null && <RaceRefusal title="Could not list the agents." error={error} />}
      </div>
      <RaceLimits draft={draft} agents={agents ?? []} branches={useBranches({ branches })} errorOf={errorOf} onChange={change} />
      <div role="alert">{refusal !== null && <RaceRefusal title="The race was not started." error={refusal} />}</div>
      <p className="form-actions">
        <button type="submit" aria-disabled={isStarting || agents === null}>
          {isStarting ? 'Starting…' : 'Start race'}
        </button>
        <button type="button" className="quiet" onClick={() => replace(EMPTY_DRAFT)}>
          Clear form
        </button>
        <span className="muted small">
          The race stops when you stop <code>hydra ui</code>.
        </span>
      </p>
    </form>
  );
}

/** The script of the form may be loaded after the view has got the focus. */
function useInitialFocus(): void {
  useEffect(() => {
    const isFree = document.activeElement === document.body || document.activeElement?.tagName === 'MAIN';
    if (isFree) document.querySelector<HTMLElement>('main [data-initial-focus]')?.focus({ preventScroll: true });
  }, []);
}

function useStart(race: RaceSource) {
  const [isStarting, setStarting] = useState(false);
  const [refusal, setRefusal] = useState<DataSourceError | null>(null);
  const start = async (question: RaceRequestBody, draft: RaceDraft) => {
    setStarting(true);
    setRefusal(null);
    try {
      const { run_id: run } = await race.start(question);
      storeStarted(run, draft);
      location.hash = linkToRanking(run);
    } catch (error) {
      if (!(error instanceof DataSourceError)) throw error;
      setRefusal(error);
      setStarting(false);
    }
  };
  return { isStarting, refusal, start };
}
