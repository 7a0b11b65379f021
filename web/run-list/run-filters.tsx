// The filters of the list of runs. Their state is in the address.
import type { RunEntry } from '../../src/contract/index.ts';
import { linkTo, RUN_OUTCOMES, type RunOutcome, type RunsRoute } from '../route.ts';
import { agentNames } from './filter-runs.ts';

const OUTCOME_LABELS: Record<RunOutcome, string> = {
  winner: 'one winner',
  close: 'too close to call',
  none: 'no winner',
  unfinished: 'without a result',
};

const MERGED_LABELS = { yes: 'merged', no: 'not merged' };

export function RunFilters({ route, entries }: { route: RunsRoute; entries: readonly RunEntry[] }) {
  const names = agentNames(entries);
  return (
    <div className="run-filters">
      <input
        type="search"
        data-filter
        aria-label="Filter runs"
        placeholder="Filter by task, base, candidate or verdict"
        value={route.filter}
        onChange={({ target }) => show({ ...route, filter: target.value })}
      />
      <Choice
        label="Candidate"
        all="Any candidate"
        value={route.agent}
        options={names.map((name) => [name, name])}
        onChoose={(agent) => show(withChoice(route, { agent }))}
      />
      <Choice
        label="Verdict"
        all="Any verdict"
        value={route.outcome}
        options={RUN_OUTCOMES.map((outcome) => [outcome, OUTCOME_LABELS[outcome]])}
        onChoose={(outcome) => show(withChoice(route, { outcome }))}
      />
      <Choice
        label="Merged"
        all="Merged or not"
        value={route.merged}
        options={[
          ['yes', MERGED_LABELS.yes],
          ['no', MERGED_LABELS.no],
        ]}
        onChoose={(merged) => show(withChoice(route, { merged }))}
      />
      <label className="group-choice">
        <input
          type="checkbox"
          checked={route.group === 'task'}
          onChange={({ target }) => show(withChoice(route, { group: target.checked ? 'task' : undefined }))}
        />
        Group by task
      </label>
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  all: string;
  value: Value | undefined;
  options: readonly (readonly [Value, string])[];
  onChoose: (value: Value | undefined) => void;
}

function Choice<Value extends string>({ label, all, value, options, onChoose }: ChoiceProps<Value>) {
  return (
    <select
      aria-label={label}
      value={value ?? ''}
      onChange={({ target }) => onChoose(options.find(([each]) => each === target.value)?.[0])}
    >
      <option value="">{all}</option>
      {options.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
  );
}

type Choices = { [Key in 'agent' | 'outcome' | 'merged' | 'group']?: RunsRoute[Key] | undefined };

/** A choice of undefined is removed from the route. */
function withChoice(route: RunsRoute, choices: Choices): RunsRoute {
  const all = Object.entries({ ...route, ...choices }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(all) as unknown as RunsRoute;
}

/** Replaces the address, so that typing does not fill the history of the browser. */
function show(route: RunsRoute): void {
  history.replaceState(null, '', linkTo(route));
  dispatchEvent(new HashChangeEvent('hashchange'));
}
