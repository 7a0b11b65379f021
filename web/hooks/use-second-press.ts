// A button that asks first: the first press asks, the second one confirms. Escape and moving the focus away cancel.
import { type KeyboardEvent, type MouseEvent, useState } from 'react';

export function useSecondPress(onConfirm: () => void) {
  const [isAsking, setAsking] = useState(false);
  const onClick = (event: MouseEvent) => {
    // The second click of a double click does not confirm.
    if (event.detail > 1) return;
    setAsking(!isAsking);
    if (isAsking) onConfirm();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Nor does a key that is held down.
    if (event.repeat) event.preventDefault();
    if (event.key !== 'Escape' || !isAsking) return;
    event.preventDefault();
    setAsking(false);
  };
  return { isAsking, handlers: { onClick, onKeyDown, onBlur: () => setAsking(false) } };
}
