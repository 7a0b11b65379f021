// Title and body of the commit, filled with the task and the facts of the candidate. Hydra appends the trailers.
import { useId } from 'react';
import type { MergeResponseBody } from '../../src/contract/index.ts';
import { SafeText } from '../components/safe-text.tsx';

export interface CommitText {
  title: string;
  body: string;
}

interface CommitMessageProps {
  /** Null if the commits of a branch keep their own messages. */
  proposed: MergeResponseBody['message'];
  /** Null until the user edits it. */
  edited: CommitText | null;
  onEdit: (text: CommitText) => void;
}

export function CommitMessage({ proposed, edited, onEdit }: CommitMessageProps) {
  const id = useId();
  if (proposed === null) return <p className="muted">A rebase keeps the messages of the branch’s commits.</p>;
  const { title, body } = edited ?? proposed;
  return (
    <fieldset className="commit-message">
      <legend>Commit message</legend>
      <label htmlFor={`${id}-title`}>Title</label>
      <input
        id={`${id}-title`}
        type="text"
        value={title}
        maxLength={200}
        aria-invalid={title.trim() === ''}
        aria-describedby={`${id}-error`}
        onChange={({ target }) => onEdit({ title: target.value, body })}
      />
      <p id={`${id}-error`} className="bad-text small">
        {title.trim() === '' && 'Enter a title.'}
      </p>
      <label htmlFor={`${id}-body`}>Body</label>
      <textarea
        id={`${id}-body`}
        rows={Math.min(12, Math.max(4, body.split('\n').length + 1))}
        value={body}
        maxLength={10_000}
        onChange={({ target }) => onEdit({ title, body: target.value })}
      />
      <details>
        <summary>{proposed.trailers.length} trailers are appended</summary>
        <pre className="code-block">
          <SafeLines lines={proposed.trailers} />
        </pre>
      </details>
    </fieldset>
  );
}

function SafeLines({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => (
    <div key={line}>
      <SafeText text={line} />
    </div>
  ));
}

/** Null uses the default message. */
export function messageText(edited: CommitText | null): string | null {
  if (edited === null) return null;
  return [edited.title.trim(), edited.body.trim()].filter((text) => text !== '').join('\n\n');
}
