// The dialog that lists the keyboard shortcuts.
import { useEffect, useRef } from 'react';
import { PALETTE_KEYS, paletteKeys, SHORTCUTS } from '../hooks/use-keyboard.ts';
import './help-dialog.css';

export function HelpDialog({ open, canChange, onClose }: { open: boolean; canChange: boolean; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    <dialog ref={dialog} className="help" aria-labelledby="help-title" onClose={onClose}>
      <h2 id="help-title">Keyboard shortcuts</h2>
      <dl>
        {SHORTCUTS.filter(({ needsServer }) => canChange || needsServer !== true).map(({ keys, action }) => (
          <div key={keys}>
            <dt>
              {(keys === PALETTE_KEYS ? paletteKeys() : keys).split('  ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}
