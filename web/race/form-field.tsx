// A labelled field with a hint, or the error that replaces it.
import { type ReactNode, useId } from 'react';

interface FieldProps {
  label: string;
  hint: string;
  error?: string | null;
  children: (aria: { id: string; 'aria-describedby': string; 'aria-invalid': boolean }) => ReactNode;
}

export function Field({ label, hint, error = null, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': hintId, 'aria-invalid': error !== null })}
      <p id={hintId} className={error === null ? 'muted small' : 'bad-text small'}>
        {error ?? hint}
      </p>
    </div>
  );
}
