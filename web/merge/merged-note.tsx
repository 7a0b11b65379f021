// What was merged, and the command that undoes it.
import type { MergeDecision } from '../../src/contract/index.ts';
import { undoMergeCommand, visibleText } from '../../src/text/index.ts';
import { CopyButton } from '../components/copy-button.tsx';
import { InlineCode } from '../components/inline-code.tsx';
import { SafeText } from '../components/safe-text.tsx';

export function MergedNote({ merged }: { merged: MergeDecision }) {
  const { candidate, target } = merged;
  const undo = undoMergeCommand(merged);
  return (
    <div className="note good-note merged-note">
      <p>
        <strong>
          {target.from === null ? (
            <>
              Created branch <SafeText text={target.branch} /> with <SafeText text={candidate} /> at{' '}
            </>
          ) : (
            <>
              Merged <SafeText text={candidate} /> into <SafeText text={target.branch} /> as{' '}
            </>
          )}
          <code>{target.to.slice(0, 7)}</code>
        </strong>
      </p>
      <p>
        To undo: <InlineCode text={visibleText(undo)} />
      </p>
      <p className="actions">
        <CopyButton text={undo} what="undo command" />
        <CopyButton text={target.to} what="commit" />
      </p>
    </div>
  );
}
