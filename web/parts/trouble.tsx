// What went wrong, and what to do about it.
import type { ReactNode } from 'react';
import { linkTo } from '../route.ts';
import type { SourceError } from '../source/source.ts';
import { Prose } from './prose.tsx';

export function Trouble({ title, what, next, children }: { title: string; what: string; next: string; children?: ReactNode }) {
  return (
    <section className="trouble" role="alert">
      <h1>{title}</h1>
      <p>
        <Prose text={what} />
      </p>
      <p className="muted">
        <Prose text={next} />
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

export function SourceTrouble({ error, onRetry }: { error: SourceError; onRetry?: () => void }) {
  return (
    <Trouble title={TITLES.get(error.code) ?? 'This could not be shown'} what={error.message} next={error.next}>
      {onRetry !== undefined && (
        <p>
          <button type="button" className="quiet" onClick={onRetry}>
            Try again
          </button>
        </p>
      )}
    </Trouble>
  );
}
