// Previews a merge, shows what blocks it, and merges.
import { useEffect, useRef, useState } from 'react';
import {
  isMergeDecision,
  MERGE_STRATEGIES,
  type MergeRequestBody,
  type MergeStrategy,
  type Ranking,
} from '../../src/contract/index.ts';
import type { DataSource } from '../api/data-source.ts';
import { ErrorView, LoadError } from '../components/error-view.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { useBranches } from '../hooks/use-branches.ts';
import { useLoaded } from '../hooks/use-loaded.ts';
import { CandidateSelect } from '../run/candidate-select.tsx';
import type { FinishedRun } from '../run/finished-run.ts';
import { CommitMessage, type CommitText, messageText } from './commit-message.tsx';
import { ConfirmationInput } from './confirmation-input.tsx';
import { MergeButton, OVERRIDABLE_CODES } from './merge-button.tsx';
import { type Destination, MergeDestination, suggestBranch } from './merge-destination.tsx';
import { MergePlan } from './merge-plan.tsx';
import { MergedNote } from './merged-note.tsx';
import { RefusedMerge } from './refused-merge.tsx';
import { useMerge } from './use-merge.ts';
import './merge.css';

interface MergeViewProps {
  detail: FinishedRun;
  ranking: Ranking;
  source: DataSource;
  onMerged: () => void;
}

export function MergeView({ detail, ranking, source, onMerged }: MergeViewProps) {
  if (source.merge === null) {
    return (
      <ErrorView
        title="Merging is not available in a report file"
        message="A report file is not connected to a repository."
        next={`Run \`hydra merge ${ranking.agent}\` in the repository, or open the run with \`hydra ui\`.`}
      />
    );
  }
  return <MergeOfRun detail={detail} ranking={ranking} source={source} merge={source.merge} onMerged={onMerged} />;
}

function MergeOfRun({ detail, ranking, source, merge, onMerged }: MergeViewProps & Pick<MergeProps, 'merge'>) {
  const [isAgain, setAgain] = useState(false);
  const merges = detail.decisions.filter(isMergeDecision);
  const notes = useFocusWhenMore(merges.length);
  const wasMerged = merges.some(({ candidate }) => candidate === ranking.agent);
  return (
    <div className="merge" data-candidate={ranking.agent}>
      <h1>
        Merge <CandidateSelect detail={detail} route={{ view: 'merge', run: detail.id, candidate: ranking.agent }} />
      </h1>
      <div ref={notes} className="merges" role="status" tabIndex={-1}>
        {merges.map((merged) => (
          <MergedNote key={merged.number} merged={merged} />
        ))}
      </div>
      {wasMerged && !isAgain ? (
        <p>
          <button type="button" className="quiet" onClick={() => setAgain(true)}>
            Merge again
          </button>
        </p>
      ) : (
        <Merge
          key={ranking.agent}
          run={detail.id}
          ranking={ranking}
          source={source}
          merge={merge}
          onMerged={() => {
            setAgain(false);
            onMerged();
          }}
        />
      )}
    </div>
  );
}

interface MergeProps {
  run: string;
  ranking: Ranking;
  source: DataSource;
  merge: NonNullable<DataSource['merge']>;
  onMerged: () => void;
}

function Merge({ run, ranking, source, merge, onMerged }: MergeProps) {
  const [destination, setDestination] = useState<Destination>({ kind: 'target', onto: null });
  const [strategy, setStrategy] = useState<MergeStrategy>('squash');
  const [edited, setEdited] = useState<CommitText | null>(null);
  const [reason, setReason] = useState('');
  const branches = useBranches(source);
  const candidate = ranking.agent;
  const question: MergeRequestBody = { candidate, ...toRequest(destination), strategy, dry_run: true, force_reason: null };
  const { value: plan, error, reload } = useLoaded(JSON.stringify([run, question]), () => merge(run, question));
  const request = { ...question, message: messageText(edited), dry_run: false, force_reason: trimmed(reason) };
  const { mergeState, confirmation, setConfirmation, doMerge, reset } = useMerge(
    (code) => merge(run, { ...request, confirmation: code }),
    onMerged,
  );
  const changeDestination = (next: Destination) => {
    reset();
    // The same destination again: the repository may have changed.
    if (JSON.stringify(next) === JSON.stringify(destination)) reload();
    setDestination(next);
  };
  const isNewBranch = destination.kind === 'branch';
  // After the merge, until the run is loaded again with its decision.
  const isPending = mergeState.state === 'pending' || mergeState.state === 'merged';
  return (
    <>
      <div className="merge-settings">
        <MergeDestination
          key={destination.kind}
          destination={destination}
          branch={plan?.target.branch ?? ''}
          branches={branches}
          onChange={changeDestination}
        />
        <Strategies strategy={strategy} onChange={setStrategy} />
      </div>
      {plan === null && error === null && <Previewing />}
      {plan === null && error !== null && <LoadError error={error} onRetry={reload} />}
      {plan !== null && (
        <div className="merge-columns">
          <CommitMessage proposed={plan.message} edited={edited} onEdit={setEdited} />
          <div className="merge-plan">
            <MergePlan plan={plan} refusals={plan.refusals.filter(({ code }) => !OVERRIDABLE_CODES.has(code))} />
          </div>
          <MergeButton
            ranking={ranking}
            plan={plan}
            isNewBranch={isNewBranch}
            hasMessage={edited === null || edited.title.trim() !== ''}
            reason={reason}
            isPending={isPending}
            onReason={setReason}
            onMerge={doMerge}
            confirmation={
              mergeState.state === 'unconfirmed' && (
                <ConfirmationInput request={mergeState} value={confirmation} onChange={setConfirmation} onSubmit={doMerge} />
              )
            }
          >
            <button
              type="button"
              className="quiet"
              disabled={isPending}
              onClick={() =>
                changeDestination(
                  isNewBranch ? { kind: 'target', onto: null } : { kind: 'branch', name: suggestBranch(candidate, branches) },
                )
              }
            >
              {isNewBranch ? 'Merge into an existing branch instead' : 'Create a branch instead'}
            </button>
          </MergeButton>
        </div>
      )}
      <div role="status">{mergeState.state === 'failed' && <RefusedMerge {...mergeState} />}</div>
    </>
  );
}

/** The pressed button is gone after a merge: the focus moves to the result. */
function useFocusWhenMore(count: number) {
  const element = useRef<HTMLDivElement>(null);
  const before = useRef(count);
  useEffect(() => {
    if (count > before.current) element.current?.focus();
    before.current = count;
  }, [count]);
  return element;
}

function toRequest(destination: Destination): Pick<MergeRequestBody, 'onto' | 'to_branch'> {
  return destination.kind === 'target'
    ? { onto: destination.onto, to_branch: null }
    : { onto: null, to_branch: destination.name };
}

function trimmed(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}

function Previewing() {
  return (
    <>
      <p className="muted">
        Previewing the merge; nothing is changed yet. If the target branch has moved, Hydra runs the checks on the merged tree.
      </p>
      <Skeleton lines={6} label="Previewing the merge" />
    </>
  );
}

const STRATEGY_LABELS: Record<MergeStrategy, string> = {
  squash: 'Squash into one commit',
  merge: 'Merge commit',
  rebase: 'Rebase',
};

function Strategies({ strategy, onChange }: { strategy: MergeStrategy; onChange: (strategy: MergeStrategy) => void }) {
  return (
    <fieldset className="strategies">
      <legend className="visually-hidden">Merge strategy</legend>
      {MERGE_STRATEGIES.map((name) => (
        <label key={name}>
          <input type="radio" name="strategy" checked={strategy === name} onChange={() => onChange(name)} />
          {STRATEGY_LABELS[name]}
        </label>
      ))}
    </fieldset>
  );
}
