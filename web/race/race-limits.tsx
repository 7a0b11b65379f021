// Base, test author and budgets of a race.
import { useId } from 'react';
import type { AgentEntry, BranchEntry } from '../../src/contract/index.ts';
import { visibleText } from '../../src/text/index.ts';
import { Field } from './form-field.tsx';
import { canRace, type DraftField, type RaceDraft } from './race-draft.ts';

interface RaceLimitsProps {
  draft: RaceDraft;
  agents: readonly AgentEntry[];
  branches: readonly BranchEntry[];
  errorOf: (field: DraftField) => string | null;
  onChange: (changes: Partial<RaceDraft>) => void;
}

export function RaceLimits({ draft, agents, branches, errorOf, onChange }: RaceLimitsProps) {
  const branchesId = useId();
  return (
    <div className="race-limits">
      <Field label="Base" hint="Branch, tag or commit to start from.">
        {(aria) => (
          <>
            <input
              {...aria}
              type="text"
              list={branchesId}
              autoComplete="off"
              spellCheck={false}
              value={draft.base}
              onChange={({ target }) => onChange({ base: target.value })}
            />
            <datalist id={branchesId}>
              {['HEAD', ...branches.map(({ name }) => name)].map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
          </>
        )}
      </Field>
      <Field label="Budget in USD" hint="For all agents together. Optional." error={errorOf('budgetUsd')}>
        {(aria) => (
          <input
            {...aria}
            data-field="budgetUsd"
            type="text"
            inputMode="decimal"
            value={draft.budgetUsd}
            onChange={({ target }) => onChange({ budgetUsd: target.value })}
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
            onChange={({ target }) => onChange({ budgetTokens: target.value })}
          />
        )}
      </Field>
      <TestAuthor draft={draft} agents={agents} onChange={onChange} />
    </div>
  );
}

function TestAuthor({ draft, agents, onChange }: Pick<RaceLimitsProps, 'draft' | 'agents' | 'onChange'>) {
  const chosen = agents.find(({ id }) => id === draft.testAuthor);
  return (
    <>
      <Field label="Test author" hint="Writes tests for the task. They run on every candidate.">
        {(aria) => (
          <select {...aria} value={draft.testAuthor} onChange={({ target }) => onChange({ testAuthor: target.value })}>
            <option value="">from hydra.toml, or none</option>
            {agents
              .filter((agent) => canRace(agent, draft.allowExperimental))
              .map(({ id }) => (
                <option key={id} value={id}>
                  {visibleText(id)}
                </option>
              ))}
          </select>
        )}
      </Field>
      {chosen?.takes_model === true && (
        <Field label="Model of the test author" hint="Empty for its default model.">
          {(aria) => (
            <input
              {...aria}
              type="text"
              autoComplete="off"
              spellCheck={false}
              value={draft.testAuthorModel}
              onChange={({ target }) => onChange({ testAuthorModel: target.value })}
            />
          )}
        </Field>
      )}
    </>
  );
}
