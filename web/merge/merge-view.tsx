// What a merge would do, what stands in its way, and the button that makes it.
import { type FormEvent, useState } from 'react';
import {
  MERGE_STRATEGIES,
  type MergeAnswer,
  type MergeQuestion,
  type MergeStrategy,
  type Ranking,
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
        title="Nothing can be merged from here"
        what="This page is a file, and has no repository behind it."
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
  const [made, setMade] = useState<Made>({ state: 'not_yet' });
  const candidate = ranking.agent;
  const question: MergeQuestion = { candidate, onto, strategy, dry_run: true, force_reason: null };
  const { value: plan, error, reload } = useLoaded(JSON.stringify([run, question]), () => merge(run, question));
  const doMerge = async () => {
    setMade({ state: 'under_way' });
    const forceReason = reason.trim() === '' ? null : reason.trim();
    setMade(await attempt(() => merge(run, { ...question, dry_run: false, force_reason: forceReason })));
    onMerged();
  };
  const changeTarget = (target: string | null) => {
    setOnto(target);
    setMade({ state: 'not_yet' });
  };
  return (
    <div className="merge" data-candidate={candidate}>
      <div className="view-header">
        <h1>
          Merge <SafeText text={candidate} />
        </h1>
        <fieldset className="strategies">
          <legend className="visually-hidden">How</legend>
          {MERGE_STRATEGIES.map((name) => (
            <label key={name}>
              <input type="radio" name="strategy" checked={strategy === name} onChange={() => setStrategy(name)} />
              {STRATEGY_WORDS[name]}
            </label>
          ))}
        </fieldset>
      </div>
      {(made.state === 'not_yet' || made.state === 'failed') && (
        <Target onto={onto} branch={plan?.target.branch ?? ''} onChange={changeTarget} />
      )}
      {plan === null && error === null && (
        <>
          <p className="muted">
            Trying the merge without changing anything. If the branch has moved, the checks run on the merged tree.
          </p>
          <Skeleton lines={6} label="Trying the merge" />
        </>
      )}
      {plan === null && error !== null && <LoadError error={error} onRetry={reload} />}
      {plan !== null && made.state !== 'made' && (
        <>
          <MergePlan plan={plan} refusals={plan.refusals.filter(({ code }) => !CAN_BE_FORCED.has(code))} />
          <MergeButton
            ranking={ranking}
            plan={plan}
            reason={reason}
            isUnderWay={made.state === 'under_way'}
            onReason={setReason}
            onMerge={doMerge}
          />
        </>
      )}
      <div role="status">
        {made.state === 'failed' && <Refused answer={made} />}
        {made.state === 'made' && (
          <p className="note good-note">
            <SafeText text={candidate} /> is merged: <SafeText text={made.branch} /> is now at{' '}
            <code>{made.commit.slice(0, 10)}</code>. <code>git log {made.branch}</code> shows it.
          </p>
        )}
      </div>
    </div>
  );
}

interface TargetProps {
  /** Null leaves it to the run. */
  onto: string | null;
  /** That of the plan. */
  branch: string;
  onChange: (onto: string | null) => void;
}

/** Tried when it is sent, not with every letter: the checks may run for it. */
function Target({ onto, branch, onChange }: TargetProps) {
  const [written, setWritten] = useState(onto ?? '');
  const send = (event: FormEvent) => {
    event.preventDefault();
    onChange(written.trim() === '' ? null : written.trim());
  };
  return (
    <form className="merge-into" onSubmit={send}>
      <label>
        Merge into{' '}
        <input
          type="text"
          placeholder={onto === null ? branch : ''}
          value={written}
          onChange={({ target }) => setWritten(target.value)}
        />
      </label>
      <button type="submit" className="quiet" disabled={written.trim() === (onto ?? '')}>
        Try
      </button>
    </form>
  );
}

const STRATEGY_WORDS: Record<MergeStrategy, string> = {
  squash: 'as one commit',
  merge: 'as a merge commit',
  rebase: 'commit by commit',
};

type Made =
  | { state: 'not_yet' }
  | { state: 'under_way' }
  | { state: 'failed'; reasons: { message: string; next: string }[] }
  | { state: 'made'; commit: string; branch: string };

async function attempt(ask: () => Promise<MergeAnswer>): Promise<Made> {
  try {
    const { merged, refusals, target } = await ask();
    return merged === null ? { state: 'failed', reasons: refusals } : { state: 'made', commit: merged, branch: target.branch };
  } catch (error) {
    if (!(error instanceof DataSourceError)) throw error;
    return { state: 'failed', reasons: [{ message: error.message, next: error.next }] };
  }
}

function Refused({ answer }: { answer: Extract<Made, { state: 'failed' }> }) {
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

interface MergeButtonProps {
  ranking: Ranking;
  plan: MergeAnswer;
  reason: string;
  isUnderWay: boolean;
  onReason: (reason: string) => void;
  onMerge: () => void;
}

/** Gates can be passed over with a reason; what git or the repository refuses cannot. */
const CAN_BE_FORCED = new Set(['not_mergeable', 'needs_review', 'merged_tree_fails']);

function MergeButton({ ranking, plan, reason, isUnderWay, onReason, onMerge }: MergeButtonProps) {
  const forcible = plan.refusals.filter(({ code }) => CAN_BE_FORCED.has(code));
  const isForced = !ranking.mergeable || forcible.length > 0;
  const isOpen = forcible.length === plan.refusals.length && (!isForced || reason.trim() !== '');
  const whyNot = ranking.mergeable ? forcible.map(({ message }) => message) : failedGates(ranking).map((gate) => gate.reason);
  return (
    <div className="merge-action">
      {isForced && (
        <>
          <p id="why-not" className="merge-blocked">
            <Badge tone="bad">{ranking.needs_review ? 'needs review' : 'not mergeable'}</Badge>{' '}
            <SafeText text={whyNot.join('; ')} />
          </p>
          <label className="force">
            <span>Why merge it all the same? The reason is kept with the decision.</span>
            <input type="text" value={reason} onChange={({ target }) => onReason(target.value)} maxLength={500} />
          </label>
        </>
      )}
      <button
        type="button"
        className={isForced ? 'danger' : ''}
        disabled={!isOpen || isUnderWay}
        onClick={onMerge}
        {...(isForced ? { 'aria-describedby': 'why-not' } : {})}
      >
        {isUnderWay ? 'Merging' : isForced ? 'Merge in spite of that' : 'Merge'} onto <SafeText text={plan.target.branch} />
      </button>
    </div>
  );
}
