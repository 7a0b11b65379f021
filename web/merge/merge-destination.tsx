// Where the change goes: into an existing branch, or into a new one.
import { type FormEvent, useId, useState } from 'react';
import type { BranchEntry } from '../../src/contract/index.ts';

export type Destination =
  /** Null is the branch that the run started from. */
  { kind: 'target'; onto: string | null } | { kind: 'branch'; name: string };

interface DestinationProps {
  destination: Destination;
  /** The target branch of the preview. */
  branch: string;
  branches: readonly BranchEntry[];
  onChange: (destination: Destination) => void;
}

/** A submitted form, because a preview may run the checks. */
export function MergeDestination({ destination, branch, branches, onChange }: DestinationProps) {
  const isNew = destination.kind === 'branch';
  const [input, setInput] = useState(isNew ? destination.name : (destination.onto ?? ''));
  const listId = useId();
  const name = input.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isNew) onChange({ kind: 'target', onto: name === '' ? null : name });
    else if (name !== '') onChange({ kind: 'branch', name });
  };
  return (
    <form className="merge-into" onSubmit={submit}>
      <label>
        {isNew ? 'New branch' : 'Merge into'}
        <input
          type="text"
          list={isNew ? undefined : listId}
          placeholder={isNew || destination.onto !== null ? '' : branch}
          value={input}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setInput(target.value)}
        />
      </label>
      <datalist id={listId}>
        {branches.map((each) => (
          <option key={each.name} value={each.name} />
        ))}
      </datalist>
      <button type="submit" className="quiet" disabled={isNew && name === ''}>
        Preview
      </button>
    </form>
  );
}

/** A name that no branch has yet. */
export function suggestBranch(candidate: string, branches: readonly BranchEntry[]): string {
  const taken = new Set(branches.map(({ name }) => name));
  const names = Array.from({ length: taken.size + 1 }, (_, at) => `hydra/${candidate}${at === 0 ? '' : `-${at + 1}`}`);
  return names.find((name) => !taken.has(name)) ?? `hydra/${candidate}`;
}
