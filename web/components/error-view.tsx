// What went wrong, and what to do about it.
import type { ReactNode } from 'react';
import type { DataSourceError } from '../api/data-source.ts';
import { linkTo } from '../route.ts';
import { MessageText } from './message-text.tsx';
import './error-view.css';

export function ErrorView({ title, what, next, children }: { title: string; what: string; next: string; children?: ReactNode }) {
  return (
    <section className="error-view" role="alert">
      <h1>{title}</h1>
      <p>
        <MessageText text={what} />
      </p>
      <p className="muted">
        <MessageText text={next} />
      </p>
      {children}
      <p>
        <a data-row href={linkTo({ view: 'runs', filter: '' })}>
          All runs
        </a>
      </p>
    </section>
  );
}

const TITLES = new Map([
  ['unreachable', 'The server is not there'],
  ['refused', 'The server was started again'],
  ['unknown_run', 'This run is gone'],
  ['no_runs', 'This run is gone'],
  ['not_in_file', 'Not in this file'],
  ['not_found', 'Not found'],
]);

export function LoadError({ error, onRetry }: { error: DataSourceError; onRetry?: () => void }) {
  return (
    <ErrorView title={TITLES.get(error.code) ?? 'This could not be shown'} what={error.message} next={error.next}>
      {onRetry !== undefined && (
        <p>
          <button type="button" className="quiet" onClick={onRetry}>
            Try again
          </button>
        </p>
      )}
    </ErrorView>
  );
}
