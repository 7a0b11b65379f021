// The button that merges, after a second press. Failed gates need a reason and a code from the terminal instead.
import type { ReactNode } from 'react';
import type { MergeResponseBody, Ranking } from '../../src/contract/index.ts';
import { visibleText } from '../../src/text/index.ts';
import { Badge } from '../components/badge.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { failedGates } from '../format/labels.ts';
import { useSecondPress } from '../hooks/use-second-press.ts';

/** Failed gates can be overridden with a reason; refusals of git or the repository cannot. */
export const OVERRIDABLE_CODES: ReadonlySet<string> = new Set(['not_mergeable', 'needs_review', 'merged_tree_fails']);

interface MergeButtonProps {
  ranking: Ranking;
  plan: MergeResponseBody;
  isNewBranch: boolean;
  /** Whether the message has a title. */
  hasMessage: boolean;
  reason: string;
  isPending: boolean;
  onReason: (reason: string) => void;
  onMerge: () => void;
  /** The code for a forced merge, above the button. */
  confirmation: ReactNode;
  /** Other actions, beside the button. */
  children: ReactNode;
}

export function MergeButton(props: MergeButtonProps) {
  const { ranking, plan, hasMessage, reason, isPending, onReason, confirmation, children } = props;
  const overridable = plan.refusals.filter(({ code }) => OVERRIDABLE_CODES.has(code));
  const isForced = !ranking.mergeable || overridable.length > 0;
  const canMerge = hasMessage && overridable.length === plan.refusals.length && (!isForced || reason.trim() !== '');
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
          {confirmation}
        </>
      )}
      <p className="form-actions">
        {isForced ? (
          <button
            type="button"
            className="danger"
            disabled={!canMerge || isPending}
            onClick={props.onMerge}
            aria-describedby="merge-blocked"
          >
            {isPending ? 'Merging…' : 'Merge anyway'}
          </button>
        ) : (
          <AskingButton {...props} isDisabled={!canMerge || isPending} />
        )}
        {children}
      </p>
    </div>
  );
}

function AskingButton({ plan, isNewBranch, isPending, onMerge, isDisabled }: MergeButtonProps & { isDisabled: boolean }) {
  const { isAsking, handlers } = useSecondPress(onMerge);
  const { branch, from, is_checked_out: isCheckedOut } = plan.target;
  const name = visibleText(branch);
  const consequence = isNewBranch
    ? `The branch ${name} is created; nothing else changes.`
    : `${name} moves from ${from?.slice(0, 7)} to the new commit${isCheckedOut ? ', and its files are updated' : ''}.`;
  const label = isNewBranch ? `Create branch ${name}` : `Merge into ${name}`;
  return (
    <>
      <button type="button" disabled={isDisabled} aria-describedby="merge-question" {...handlers}>
        {isPending ? 'Merging…' : label}
      </button>
      <span id="merge-question" className="small" role="status">
        {isAsking && `Press again to ${isNewBranch ? 'create it' : 'merge'}. ${consequence}`}
      </span>
    </>
  );
}
