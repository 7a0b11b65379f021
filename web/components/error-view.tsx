// A full-page error: what happened, and what to do next.
import type { ReactNode } from 'react';
import type { DataSourceError } from '../api/data-source.ts';
import { pageAdvice } from '../format/page-advice.ts';
import { linkTo } from '../route.ts';
import { MessageText } from './message-text.tsx';
import './error-view.css';

interface ErrorViewProps {
  title: string;
  message: string;
  next: string;
  children?: ReactNode;
}

export function ErrorView({ title, message, next, children }: ErrorViewProps) {
  return (
    <section className="error-view" role="alert">
      <h1>{title}</h1>
      <p>
        <MessageText text={message} />
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
  ['unreachable', 'Server not reachable'],
  ['refused', 'Server restarted'],
  ['unknown_run', 'Run not found'],
  ['no_runs', 'Run not found'],
  ['not_in_file', 'Not in this report file'],
  ['not_found', 'Not found'],
  ['invalid_data', 'Unexpected data'],
]);

export function LoadError({ error, onRetry }: { error: DataSourceError; onRetry?: () => void }) {
  return (
    <ErrorView title={TITLES.get(error.code) ?? 'Something went wrong'} message={error.message} next={pageAdvice(error)}>
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
