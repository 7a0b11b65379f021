// The keys, on a sheet over the page.
import { useEffect, useRef } from 'react';
import { KEYS } from '../hooks/use-keyboard.ts';
import './help-dialog.css';

export function HelpDialog({ open, canChange, onClose }: { open: boolean; canChange: boolean; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    <dialog ref={dialog} className="help" aria-labelledby="help-title" onClose={onClose}>
      <h2 id="help-title">Keys</h2>
      <dl>
        {KEYS.filter(({ changes }) => canChange || changes !== true).map(({ keys, what }) => (
          <div key={keys}>
            <dt>
              {keys.split('  ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}
