// A button that ends something. The first press asks, the second does it; leaving it is a no.
import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { DataSourceError } from '../api/data-source.ts';
import { MessageText } from '../components/message-text.tsx';
import './stop-button.css';

interface StopButtonProps {
  /** What the button says. */
  children: ReactNode;
  /** What is lost by it: shown with the question. */
  consequence: string;
  /** Null when it may be pressed. */
  whyNot: string | null;
  onStop: () => Promise<unknown>;
}

type Stage = { name: 'idle' | 'asking' | 'stopping' } | { name: 'refused'; error: DataSourceError };

export function StopButton({ children, consequence, whyNot, onStop }: StopButtonProps) {
  const [stage, setStage] = useState<Stage>({ name: 'idle' });
  const button = useFocusKept();
  const wordsId = useId();
  const isOff = whyNot !== null || stage.name === 'stopping';
  const stop = async () => {
    setStage({ name: 'stopping' });
    try {
      await onStop();
    } catch (error) {
      if (!(error instanceof DataSourceError)) throw error;
      setStage({ name: 'refused', error });
    }
  };
  const press = (event: MouseEvent) => {
    // The second half of a double click is no answer to the question.
    if (isOff || event.detail > 1) return;
    if (stage.name === 'asking') stop();
    else setStage({ name: 'asking' });
  };
  const takeBack = () => setStage((before) => (before.name === 'asking' ? { name: 'idle' } : before));
  const onKeyDown = (event: KeyboardEvent) => {
    // A key that is held down answers nothing either.
    if (event.repeat) event.preventDefault();
    if (event.key !== 'Escape' || stage.name !== 'asking') return;
    event.preventDefault();
    takeBack();
  };
  return (
    <div className="stop-control">
      <button
        ref={button}
        type="button"
        className={stage.name === 'asking' ? 'danger' : 'quiet'}
        aria-disabled={isOff}
        aria-describedby={wordsId}
        onClick={press}
        onKeyDown={onKeyDown}
        onBlur={takeBack}
      >
        {children}
      </button>
      <span id={wordsId} className="small muted" role="status">
        <MessageText text={whyNot ?? wordsOf(stage, consequence)} />
      </span>
    </div>
  );
}

function wordsOf(stage: Stage, consequence: string): string {
  if (stage.name === 'refused') return `${stage.error.message} ${stage.error.next}`;
  if (stage.name === 'asking') return `Press again to stop. ${consequence}`;
  return stage.name === 'stopping' ? 'Stopping' : '';
}

/** When the button goes, because there is nothing to stop any more, the keyboard stays on the page. */
function useFocusKept() {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const { current } = button;
    return () => {
      if (document.activeElement === current) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
    };
  }, []);
  return button;
}
