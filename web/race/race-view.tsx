// The form that starts a race: task, agents, test author, base and budgets.
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { type RaceRequestBody, visibleText } from '../../src/contract/index.ts';
import { DataSourceError, type RaceSource } from '../api/data-source.ts';
import { ErrorView } from '../components/error-view.tsx';
import { MessageText } from '../components/message-text.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { pageAdvice } from '../format/page-advice.ts';
import { useLoaded } from '../hooks/use-loaded.ts';
import { linkToRanking } from '../route.ts';
import { AgentChoice } from './agent-choice.tsx';
import { canRace, type DraftError, type DraftField, EMPTY_DRAFT, type RaceDraft, toRaceQuestion } from './race-draft.ts';
import './race.css';

export function RaceView({ race }: { race: RaceSource | null }) {
  if (race === null) {
    return (
      <ErrorView
        title="Races are not available in a report file"
        message="A report file is not connected to a repository."
        next='Run `hydra race "TASK"` in the repository, or open it with `hydra ui`.'
      />
    );
  }
  return <RaceForm race={race} />;
}

function RaceForm({ race }: { race: RaceSource }) {
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [draftError, setDraftError] = useState<DraftError | null>(null);
  const { value: agents, error } = useLoaded('agents', () => race.agents());
  const { isStarting, refusal, start } = useStart(race);
  const change = (changes: Partial<RaceDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (agents === null || isStarting) return;
    const question = toRaceQuestion(draft, agents);
    setDraftError('field' in question ? question : null);
    if ('field' in question) document.querySelector<HTMLElement>(`[data-field="${question.field}"]`)?.focus();
    else start(question);
  };
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
            rows={5}
            value={draft.task}
            onChange={({ target }) => change({ task: target.value })}
          />
        )}
      </Field>
      {agents !== null && <AgentChoice agents={agents} draft={draft} error={errorOf('agents')} onChange={change} />}
      {agents === null && error === null && <Skeleton lines={4} label="Loading agents" />}
      {agents === null && error !== null && <Refusal title="Could not list the agents." error={error} />}
      <Field label="Test author" hint="Writes tests for the task. They run on every candidate." error={null}>
        {(aria) => (
          <select {...aria} value={draft.testAuthor} onChange={({ target }) => change({ testAuthor: target.value })}>
            <option value="">none, or the one set in hydra.toml</option>
            {(agents ?? [])
              .filter((agent) => canRace(agent, draft.allowExperimental))
              .map(({ id }) => (
                <option key={id} value={id}>
                  {visibleText(id)}
                </option>
              ))}
          </select>
        )}
      </Field>
      <div className="race-limits">
        <Field label="Base" hint="Branch, tag or commit to start from." error={null}>
          {(aria) => <input {...aria} type="text" value={draft.base} onChange={({ target }) => change({ base: target.value })} />}
        </Field>
        <Field label="Budget in USD" hint="For all agents together. Optional." error={errorOf('budgetUsd')}>
          {(aria) => (
            <input
              {...aria}
              data-field="budgetUsd"
              type="text"
              inputMode="decimal"
              value={draft.budgetUsd}
              onChange={({ target }) => change({ budgetUsd: target.value })}
            />
          )}
        </Field>
        <Field label="Budget in tokens" hint="For all agents together. Optional." error={errorOf('budgetTokens')}>
          {(aria) => (
            <input
              {...aria}
              data-field="budgetTokens"
              type="text"
              inputMode="numeric"
              value={draft.budgetTokens}
              onChange={({ target }) => change({ budgetTokens: target.value })}
            />
          )}
        </Field>
      </div>
      <div role="alert">{refusal !== null && <Refusal title="The race was not started." error={refusal} />}</div>
      <p className="form-actions">
        <button type="submit" aria-disabled={isStarting || agents === null}>
          {isStarting ? 'Starting…' : 'Start race'}
        </button>
        <span className="muted small">
          The race stops when you stop <code>hydra ui</code>.
        </span>
      </p>
    </form>
  );
}

function useStart(race: RaceSource) {
  const [isStarting, setStarting] = useState(false);
  const [refusal, setRefusal] = useState<DataSourceError | null>(null);
  const start = async (question: RaceRequestBody) => {
    setStarting(true);
    setRefusal(null);
    try {
      const { run_id: run } = await race.start(question);
      location.hash = linkToRanking(run);
    } catch (error) {
      if (!(error instanceof DataSourceError)) throw error;
      setRefusal(error);
      setStarting(false);
    }
  };
  return { isStarting, refusal, start };
}

interface FieldProps {
  label: string;
  hint: string;
  error: string | null;
  children: (aria: { id: string; 'aria-describedby': string; 'aria-invalid': boolean }) => ReactNode;
}

function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': hintId, 'aria-invalid': error !== null })}
      <p id={hintId} className={error === null ? 'muted small' : 'bad-text small'}>
        {error ?? hint}
      </p>
    </div>
  );
}

function Refusal({ title, error }: { title: string; error: DataSourceError }) {
  return (
    <div className="note bad-note">
      <strong>{title}</strong>
      <p>
        <MessageText text={error.message} />
        <br />
        <span className="muted">
          <MessageText text={pageAdvice(error)} />
        </span>
      </p>
    </div>
  );
}
