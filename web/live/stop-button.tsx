// A stop button with confirmation: the first press asks, the second one stops. Moving the focus away cancels.
import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { DataSourceError } from '../api/data-source.ts';
import { MessageText } from '../components/message-text.tsx';
import './stop-button.css';

interface StopButtonProps {
  /** The label of the button. */
  children: ReactNode;
  /** What stopping does, shown with the question. */
  consequence: string;
  /** Why the button is disabled; null when it is enabled. */
  disabledReason: string | null;
  onStop: () => Promise<unknown>;
}

type Stage = { name: 'idle' | 'asking' | 'stopping' } | { name: 'refused'; error: DataSourceError };

export function StopButton({ children, consequence, disabledReason, onStop }: StopButtonProps) {
  const [stage, setStage] = useState<Stage>({ name: 'idle' });
  const button = useFocusFallback();
  const descriptionId = useId();
  const isDisabled = disabledReason !== null || stage.name === 'stopping';
  const stop = async () => {
    setStage({ name: 'stopping' });
    try {
      await onStop();
    } catch (error) {
      if (!(error instanceof DataSourceError)) throw error;
      setStage({ name: 'refused', error });
    }
  };
  const onClick = (event: MouseEvent) => {
    // The second click of a double click does not confirm.
    if (isDisabled || event.detail > 1) return;
    if (stage.name === 'asking') stop();
    else setStage({ name: 'asking' });
  };
  const cancel = () => setStage((before) => (before.name === 'asking' ? { name: 'idle' } : before));
  const onKeyDown = (event: KeyboardEvent) => {
    // Nor does a key that is held down.
    if (event.repeat) event.preventDefault();
    if (event.key !== 'Escape' || stage.name !== 'asking') return;
    event.preventDefault();
    cancel();
  };
  return (
    <div className="stop-control">
      <button
        ref={button}
        type="button"
        className={stage.name === 'asking' ? 'danger' : 'quiet'}
        aria-disabled={isDisabled}
        aria-describedby={descriptionId}
        onClick={onClick}
        onKeyDown={onKeyDown}
        onBlur={cancel}
      >
        {children}
      </button>
      <span id={descriptionId} className="small muted" role="status">
        <MessageText text={disabledReason ?? describe(stage, consequence)} />
      </span>
    </div>
  );
}

function describe(stage: Stage, consequence: string): string {
  if (stage.name === 'refused') return `${stage.error.message} ${stage.error.next}`;
  if (stage.name === 'asking') return `Press again to stop. ${consequence}`;
  return stage.name === 'stopping' ? 'Stopping…' : '';
}

/** Moves the focus to the page when the focused button disappears. */
function useFocusFallback() {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const { current } = button;
    return () => {
      if (document.activeElement === current) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
    };
  }, []);
  return button;
}
