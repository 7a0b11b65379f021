// The code that `hydra ui` prints in its terminal, which a forced merge needs.
import type { FormEvent } from 'react';
import { MessageText } from '../components/message-text.tsx';

interface ConfirmationInputProps {
  request: { message: string; next: string };
  value: string;
  onChange: (value: string) => void;
  onSubmit: () => void;
}

/** The page alone cannot force a merge: the code is in the terminal of `hydra ui`. */
export function ConfirmationInput({ request, value, onChange, onSubmit }: ConfirmationInputProps) {
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
