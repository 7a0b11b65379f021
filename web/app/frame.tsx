// The header, the main part and the connection banner. The banner overlays the page, so that nothing moves when it appears.
import { type ReactNode, useState } from 'react';
import type { DataSourceError } from '../api/data-source.ts';
import { MessageText } from '../components/message-text.tsx';
import { paletteKeys } from '../hooks/use-keyboard.ts';
import { linkTo } from '../route.ts';
import { HeaderPlace } from './header-part.tsx';
import { ShareMenu } from './share-menu.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import './frame.css';

interface FrameProps {
  /** Null while the server responds. */
  connectionError: DataSourceError | null;
  /** The run that can be shared; null in other views, and in a report file. */
  shared: { run: string; canExport: boolean } | null;
  onPalette: () => void;
  onHelp: () => void;
  children: ReactNode;
}

export function Frame({ connectionError, shared, onPalette, onHelp, children }: FrameProps) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <HeaderPlace value={place}>
      <header className="top">
        <a className="skip-link visually-hidden" href={location.hash} onClick={focusContent}>
          Skip to content
        </a>
        <a className="brand" aria-label="Hydra" href={linkTo({ view: 'runs', filter: '' })}>
          <Logo />
          <span>Hydra</span>
        </a>
        <div ref={setPlace} className="header-place" />
        <div className="tools">
          <button type="button" className="ghost open-palette" onClick={onPalette} aria-keyshortcuts="Control+K Meta+K">
            Search <kbd>{paletteKeys()}</kbd>
          </button>
          {shared !== null && <ShareMenu run={shared.run} canExport={shared.canExport} />}
          <ThemeSwitch />
          <button type="button" className="ghost open-help" onClick={onHelp} aria-label="Keyboard shortcuts">
            ?
          </button>
        </div>
      </header>
      <main tabIndex={-1}>{children}</main>
      <div className="banner-slot" role="status">
        {connectionError !== null && <Banner error={connectionError} />}
      </div>
    </HeaderPlace>
  );
}

/** The fragment of the address names the view, so it cannot name an element as well. */
function focusContent(event: { preventDefault(): void }): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('main')?.focus();
}

const BANNERS = new Map([
  [
    'unreachable',
    {
      title: 'The server does not respond.',
      text: 'This page shows the last known state and retries automatically. If `hydra ui` has stopped, start it again.',
    },
  ],
  [
    'refused',
    {
      title: 'The server was restarted.',
      text: 'Open the address that `hydra ui` printed; this page then continues automatically.',
    },
  ],
]);

function Banner({ error }: { error: DataSourceError }) {
  const { title, text } = BANNERS.get(error.code) ?? { title: error.message, text: error.next };
  return (
    <p className="banner">
      <strong>{title}</strong> <MessageText text={text} />
    </p>
  );
}

function Logo() {
  return (
    <svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true">
      <path d="M8 15V8M8 9C3 9 2 6 2 2M8 9c5 0 6-3 6-7M8 8V2" />
    </svg>
  );
}
