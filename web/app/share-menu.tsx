// Shares a run: the address of the view, and the run as a file.
import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';
import { EXPORTS, linkToExport } from '../format/report-exports.ts';
import './share-menu.css';

export function ShareMenu({ run, canExport }: { run: string; canExport: boolean }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (menu.current !== null) menu.current.open = false;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || menu.current?.open !== true) return;
    event.preventDefault();
    close();
    menu.current.querySelector('summary')?.focus();
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>) => {
    if (!currentTarget.contains(relatedTarget)) close();
  };
  return (
    <details ref={menu} className="share" onKeyDown={onKeyDown} onBlur={onBlur}>
      <summary className="ghost">Share</summary>
      <div className="share-items">
        <CopyLink />
        {canExport && (
          <ul>
            {EXPORTS.map(({ format, title, use }) => (
              <li key={format}>
                <a href={linkToExport(run, format)} download onClick={close}>
                  Export as {title}
                </a>{' '}
                <span className="muted small">{use}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </details>
  );
}

/** The address alone opens nothing: another browser needs a key of this server. */
function CopyLink() {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      setState('copied');
    } catch {
      setState('failed');
    }
  };
  return (
    <div className="copy-link">
      <button type="button" className="quiet" onClick={copy}>
        Copy link
      </button>
      <span className="small" role="status">
        {state === 'copied' && 'Copied.'}
        {state === 'failed' && 'Not copied: copy it from the address bar.'}
      </span>
      <p className="muted small">
        Opens only on this machine, in a browser that has a key of <code>hydra ui</code>.
      </p>
    </div>
  );
}
