// The keys of a diff. They work wherever the focus is, unless the user types or a dialog is open.
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { isTyping } from '../../hooks/use-keyboard.ts';

export interface DiffKeys {
  onFile: (step: 1 | -1) => void;
  onFinding: (step: 1 | -1) => void;
  onViewed: () => void;
}

export function useDiffKeys(frame: RefObject<HTMLElement | null>, { onFile, onFinding, onViewed }: DiffKeys): void {
  const actions: Record<string, () => void> = {
    n: () => onFile(1),
    p: () => onFile(-1),
    '.': () => onFinding(1),
    ',': () => onFinding(-1),
    v: onViewed,
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const action = actions[event.key];
    if (action === undefined || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (isTyping(event.target) || document.querySelector('dialog[open]') !== null || !isAddressed(frame.current)) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

/** A blind run can show several diffs; then the keys are for the one with the focus. */
function isAddressed(frame: HTMLElement | null): boolean {
  return document.querySelectorAll('.diff-view').length === 1 || frame?.contains(document.activeElement) === true;
}
