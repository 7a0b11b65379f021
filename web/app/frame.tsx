// Header, banner and main part of the page. The banner lies over the page: nothing jumps when it comes.
import { type ReactNode, useState } from 'react';
import type { DataSourceError } from '../api/data-source.ts';
import { MessageText } from '../components/message-text.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { linkTo, linkToRanking, type Route } from '../route.ts';
import { applyTheme, storedTheme, THEMES, type Theme } from './theme.ts';
import './frame.css';

interface FrameProps {
  route: Route;
  lost: DataSourceError | null;
  onHelp: () => void;
  children: ReactNode;
}

export function Frame({ route, lost, onHelp, children }: FrameProps) {
  return (
    <>
      <a className="skip-link visually-hidden" href={location.hash} onClick={toContent}>
        To the content
      </a>
      <header className="top">
        <nav aria-label="Where you are">
          <a className="brand" href={linkTo({ view: 'runs', filter: '' })}>
            <Mark />
            Hydra
          </a>
          {'run' in route && (
            <>
              <span aria-hidden="true">/</span>
              <a href={linkToRanking(route.run)}>
                <SafeText text={route.run} />
              </a>
            </>
          )}
        </nav>
        <div className="tools">
          <ThemeSwitch />
          <button type="button" className="ghost" onClick={onHelp} aria-label="Keys">
            ?
          </button>
        </div>
      </header>
      <main tabIndex={-1}>{children}</main>
      <div className="banner-slot" role="status">
        {lost !== null && <Banner error={lost} />}
      </div>
    </>
  );
}

/** The address names a view, so a fragment cannot name a place. */
function toContent(event: { preventDefault(): void }): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('main')?.focus();
}

function Banner({ error }: { error: DataSourceError }) {
  const restarted = error.code === 'refused';
  return (
    <p className="banner">
      <strong>{restarted ? 'The server was started again.' : 'The server does not answer.'}</strong>{' '}
      <MessageText
        text={
          restarted
            ? 'Open the address that `hydra ui` printed; this page then goes on by itself.'
            : 'What you see is from before. Start `hydra ui` again; this page tries on by itself.'
        }
      />
    </p>
  );
}

const THEME_SIGNS: Record<Theme, string> = { system: '◐', light: '○', dark: '●' };

function ThemeSwitch() {
  const [theme, setTheme] = useState(storedTheme);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  const change = () => {
    applyTheme(next);
    setTheme(next);
  };
  return (
    <button type="button" className="ghost" onClick={change} aria-label={`Colours: ${theme}. Change to ${next}`}>
      <span aria-hidden="true">{THEME_SIGNS[theme]}</span>
    </button>
  );
}

function Mark() {
  return (
    <svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true">
      <path d="M8 15V8M8 9C3 9 2 6 2 2M8 9c5 0 6-3 6-7M8 8V2" />
    </svg>
  );
}
