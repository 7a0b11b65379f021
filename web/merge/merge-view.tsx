// Previews a merge, shows what blocks it, and merges.
import { type FormEvent, type ReactNode, useState } from 'react';
import {
  MERGE_STRATEGIES,
  type MergeRequestBody,
  type MergeResponseBody,
  type MergeStrategy,
  type Ranking,
  visibleText,
} from '../../src/contract/index.ts';
import { type DataSource, DataSourceError } from '../api/data-source.ts';
import { Badge } from '../components/badge.tsx';
import { ErrorView, LoadError } from '../components/error-view.tsx';
import { MessageText } from '../components/message-text.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { failedGates } from '../format/labels.ts';
import { useLoaded } from '../hooks/use-loaded.ts';
import type { FinishedRun } from '../run/finished-run.ts';
import { MergePlan } from './merge-plan.tsx';
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
  return <Merge key={ranking.agent} run={detail.id} ranking={ranking} merge={source.merge} onMerged={onMerged} />;
}

interface MergeProps {
  run: string;
  ranking: Ranking;
  merge: NonNullable<DataSource['merge']>;
  onMerged: () => void;
}

function Merge({ run, ranking, merge, onMerged }: MergeProps) {
  const [onto, setOnto] = useState<string | null>(null);
  const [strategy, setStrategy] = useState<MergeStrategy>('squash');
  const [reason, setReason] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [mergeState, setMergeState] = useState<MergeState>({ state: 'idle' });
  const candidate = ranking.agent;
  const question: MergeRequestBody = { candidate, onto, strategy, dry_run: true, force_reason: null };
  const { value: plan, error, reload } = useLoaded(JSON.stringify([run, question]), () => merge(run, question));
  const doMerge = async () => {
    setMergeState({ state: 'pending' });
    const force = {
      force_reason: reason.trim() === '' ? null : reason.trim(),
      confirmation: confirmation.trim() === '' ? null : confirmation.trim(),
    };
    const next = await attempt(() => merge(run, { ...question, dry_run: false, ...force }));
    if (next.state !== 'unconfirmed' || next.isNew) setConfirmation('');
    setMergeState(next);
    if (next.state !== 'unconfirmed') onMerged();
  };
  const changeTarget = (target: string | null) => {
    setOnto(target);
    setMergeState({ state: 'idle' });
  };
  return (
    <div className="merge" data-candidate={candidate}>
      <div className="view-header">
        <h1>
          Merge <SafeText text={candidate} />
        </h1>
        <fieldset className="strategies">
          <legend className="visually-hidden">Merge strategy</legend>
          {MERGE_STRATEGIES.map((name) => (
            <label key={name}>
              <input type="radio" name="strategy" checked={strategy === name} onChange={() => setStrategy(name)} />
              {STRATEGY_LABELS[name]}
            </label>
          ))}
        </fieldset>
      </div>
      {mergeState.state !== 'pending' && mergeState.state !== 'merged' && (
        <Target onto={onto} branch={plan?.target.branch ?? ''} onChange={changeTarget} />
      )}
      {plan === null && error === null && (
        <>
          <p className="muted">
            Previewing the merge; nothing is changed yet. If the target branch has moved, Hydra runs the checks on the merged
            tree.
          </p>
          <Skeleton lines={6} label="Previewing the merge" />
        </>
      )}
      {plan === null && error !== null && <LoadError error={error} onRetry={reload} />}
      {plan !== null && mergeState.state !== 'merged' && (
        <>
          <MergePlan plan={plan} refusals={plan.refusals.filter(({ code }) => !OVERRIDABLE_CODES.has(code))} />
          <MergeButton
            ranking={ranking}
            plan={plan}
            reason={reason}
            isPending={mergeState.state === 'pending'}
            onReason={setReason}
            onMerge={doMerge}
          >
            {mergeState.state === 'unconfirmed' && (
              <ConfirmationInput request={mergeState} value={confirmation} onChange={setConfirmation} onSubmit={doMerge} />
            )}
          </MergeButton>
        </>
      )}
      <div role="status">
        {mergeState.state === 'failed' && <Refused answer={mergeState} />}
        {mergeState.state === 'merged' && (
          <p className="note good-note">
            Merged <SafeText text={candidate} />: <SafeText text={mergeState.branch} /> is now at{' '}
            <code>{mergeState.commit.slice(0, 10)}</code>.
          </p>
        )}
      </div>
    </div>
  );
}

interface TargetProps {
  /** Null is the branch that the run started from. */
  onto: string | null;
  /** The target branch of the preview. */
  branch: string;
  onChange: (onto: string | null) => void;
}

/** A submitted form, because a preview may run the checks. */
function Target({ onto, branch, onChange }: TargetProps) {
  const [branchInput, setBranchInput] = useState(onto ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange(branchInput.trim() === '' ? null : branchInput.trim());
  };
  return (
    <form className="merge-into" onSubmit={submit}>
      <label>
        Merge into{' '}
        <input
          type="text"
          placeholder={onto === null ? branch : ''}
          value={branchInput}
          onChange={({ target }) => setBranchInput(target.value)}
        />
      </label>
      <button type="submit" className="quiet" disabled={branchInput.trim() === (onto ?? '')}>
        Preview
      </button>
    </form>
  );
}

const STRATEGY_LABELS: Record<MergeStrategy, string> = {
  squash: 'Squash into one commit',
  merge: 'Merge commit',
  rebase: 'Rebase',
};

type MergeState =
  | { state: 'idle' }
  | { state: 'pending' }
  /** The server waits for the code that it printed in its terminal. `isNew`: it has just printed one. */
  | { state: 'unconfirmed'; isNew: boolean; message: string; next: string }
  | { state: 'failed'; reasons: { message: string; next: string }[] }
  | { state: 'merged'; commit: string; branch: string };

async function attempt(ask: () => Promise<MergeResponseBody>): Promise<MergeState> {
  try {
    const { merged, refusals, target } = await ask();
    return merged === null ? { state: 'failed', reasons: refusals } : { state: 'merged', commit: merged, branch: target.branch };
  } catch (error) {
    if (!(error instanceof DataSourceError)) throw error;
    const { code, message, next } = error;
    if (code === 'confirmation_needed' || code === 'confirmation_wrong')
      return { state: 'unconfirmed', isNew: code === 'confirmation_needed', message, next };
    return { state: 'failed', reasons: [{ message: error.message, next: error.next }] };
  }
}

function Refused({ answer }: { answer: Extract<MergeState, { state: 'failed' }> }) {
  return (
    <div className="note bad-note">
      <strong>Nothing was changed.</strong>
      {answer.reasons.map(({ message, next }) => (
        <p key={message}>
          <MessageText text={message} />
          <br />
          <span className="muted">
            <MessageText text={next} />
          </span>
        </p>
      ))}
    </div>
  );
}

interface ConfirmationInputProps {
  request: { message: string; next: string };
  value: string;
  onChange: (value: string) => void;
  onSubmit: () => void;
}

/** The page alone cannot force a merge: the code is in the terminal of `hydra ui`. */
function ConfirmationInput({ request, value, onChange, onSubmit }: ConfirmationInputProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (value.trim() !== '') onSubmit();
  };
  return (
    <form className="force" onSubmit={submit}>
      <p role="status">
        <MessageText text={request.message} />
        <br />
        <span className="muted">
          <MessageText text={request.next} />
        </span>
      </p>
      <label className="force">
        <span>Code from the terminal</span>
        <input
          type="text"
          value={value}
          onChange={({ target }) => onChange(target.value)}
          maxLength={20}
          autoComplete="off"
          spellCheck={false}
          placeholder="XXXX-XXXX"
        />
      </label>
    </form>
  );
}

interface MergeButtonProps {
  ranking: Ranking;
  plan: MergeResponseBody;
  reason: string;
  isPending: boolean;
  onReason: (reason: string) => void;
  onMerge: () => void;
  /** The second confirmation, above the button. */
  children: ReactNode;
}

/** Failed gates can be overridden with a reason; refusals of git or the repository cannot. */
const OVERRIDABLE_CODES = new Set(['not_mergeable', 'needs_review', 'merged_tree_fails']);

function MergeButton({ ranking, plan, reason, isPending, onReason, onMerge, children }: MergeButtonProps) {
  const overridable = plan.refusals.filter(({ code }) => OVERRIDABLE_CODES.has(code));
  const isForced = !ranking.mergeable || overridable.length > 0;
  const canMerge = overridable.length === plan.refusals.length && (!isForced || reason.trim() !== '');
  const blockers = ranking.mergeable
    ? overridable.map(({ message }) => message)
    : failedGates(ranking).map((gate) => gate.reason);
  return (
    <div className="merge-action">
      {isForced && (
        <>
          <p id="merge-blocked" className="merge-blocked">
            <Badge tone="bad">{ranking.needs_review ? 'needs review' : 'not mergeable'}</Badge>{' '}
            <SafeText text={blockers.join('; ')} />
          </p>
          <label className="force">
            <span>Reason for merging anyway (stored with the decision)</span>
            <input type="text" value={reason} onChange={({ target }) => onReason(target.value)} maxLength={500} />
          </label>
          {children}
        </>
      )}
      <button
        type="button"
        className={isForced ? 'danger' : ''}
        disabled={!canMerge || isPending}
        onClick={onMerge}
        {...(isForced ? { 'aria-describedby': 'merge-blocked' } : {})}
      >
        {isPending ? 'Merging…' : isForced ? 'Merge anyway' : `Merge into ${visibleText(plan.target.branch)}`}
      </button>
    </div>
  );
}
