// A merge that the server refused: the reasons, and what to do.
import { MessageText } from '../components/message-text.tsx';
import { pageAdvice } from '../format/page-advice.ts';
import type { MergeState } from './use-merge.ts';

export function RefusedMerge({ reasons }: Extract<MergeState, { state: 'failed' }>) {
  return (
    <div className="note bad-note">
      <strong>Nothing was changed.</strong>
      {reasons.map(({ code, message, next }) => (
        <p key={message}>
          <MessageText text={message} />
          <br />
          <span className="muted">
            <MessageText text={pageAdvice({ code, next })} />
          </span>
        </p>
      ))}
    </div>
  );
}
