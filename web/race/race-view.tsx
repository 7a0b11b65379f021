// A new race: the task, who takes part, from where, and what it may cost.
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { type RaceQuestion, visibleText } from '../../src/contract/index.ts';
import { DataSourceError, type RaceSource } from '../api/data-source.ts';
import { ErrorView } from '../components/error-view.tsx';
import { MessageText } from '../components/message-text.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { useLoaded } from '../hooks/use-loaded.ts';
import { linkToRanking } from '../route.ts';
import { AgentChoice } from './agent-choice.tsx';
import { canRace, type DraftFault, type DraftField, EMPTY_DRAFT, questionOf, type RaceDraft } from './race-draft.ts';
import './race.css';

export function RaceView({ race }: { race: RaceSource | null }) {
  if (race === null) {
    return (
      <ErrorView
        title="No race can be started from here"
        what="This page is a file, and has no repository behind it."
        next='Run `hydra race "TASK"` in the repository, or open it with `hydra ui`.'
      />
    );
  }
  return <RaceForm race={race} />;
}

function RaceForm({ race }: { race: RaceSource }) {
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [fault, setFault] = useState<DraftFault | null>(null);
  const { value: agents, error } = useLoaded('agents', () => race.agents());
  const { isStarting, refusal, start } = useStart(race);
  const change = (changes: Partial<RaceDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (agents === null || isStarting) return;
    const question = questionOf(draft, agents);
    setFault('field' in question ? question : null);
    if ('field' in question) document.querySelector<HTMLElement>(`[data-field="${question.field}"]`)?.focus();
    else start(question);
  };
  const faultOf = (field: DraftField) => (fault?.field === field ? fault.words : null);
  return (
    <form className="race" onSubmit={submit} noValidate>
      <h1>New race</h1>
      <Field label="Task" hint="Every agent gets these words, each in a clone of its own." fault={faultOf('task')}>
        {(aria) => (
          <textarea
            {...aria}
            data-begin
            data-field="task"
            rows={5}
            value={draft.task}
            onChange={({ target }) => change({ task: target.value })}
          />
        )}
      </Field>
      {agents !== null && <AgentChoice agents={agents} draft={draft} fault={faultOf('agents')} onChange={change} />}
      {agents === null && error === null && <Skeleton lines={4} label="Looking for agents" />}
      {agents === null && error !== null && <Refusal title="The agents could not be listed." error={error} />}
      <Field label="Test author" hint="Writes tests of the task, which run on every candidate." fault={null}>
        {(aria) => (
          <select {...aria} value={draft.testAuthor} onChange={({ target }) => change({ testAuthor: target.value })}>
            <option value="">none, or that of hydra.toml</option>
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
        <Field label="Base" hint="A branch, tag or commit to begin from." fault={null}>
          {(aria) => <input {...aria} type="text" value={draft.base} onChange={({ target }) => change({ base: target.value })} />}
        </Field>
        <Field label="Budget in USD" hint="For all agents together; may stay empty." fault={faultOf('budgetUsd')}>
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
        <Field label="Budget in tokens" hint="For all agents together; may stay empty." fault={faultOf('budgetTokens')}>
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
          {isStarting ? 'Starting' : 'Start the race'}
        </button>
        <span className="muted small">
          It lives with this server: ending <code>hydra ui</code> ends it too.
        </span>
      </p>
    </form>
  );
}

function useStart(race: RaceSource) {
  const [isStarting, setStarting] = useState(false);
  const [refusal, setRefusal] = useState<DataSourceError | null>(null);
  const start = async (question: RaceQuestion) => {
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
  fault: string | null;
  children: (aria: { id: string; 'aria-describedby': string; 'aria-invalid': boolean }) => ReactNode;
}

function Field({ label, hint, fault, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': hintId, 'aria-invalid': fault !== null })}
      <p id={hintId} className={fault === null ? 'muted small' : 'bad-text small'}>
        {fault ?? hint}
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
          <MessageText text={error.next} />
        </span>
      </p>
    </div>
  );
}
