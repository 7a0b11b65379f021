// Something that comes from the source: on its way, here, or why not. What the server's absence broke is
// tried again until it is back.
import { useEffect, useEffectEvent, useState } from 'react';
import { DataSourceError } from '../api/data-source.ts';

const AGAIN_MS = 1500;

export interface Loaded<Value> {
  /** Null while it is on its way; kept while it is loaded again. */
  value: Value | null;
  error: DataSourceError | null;
  reload(): void;
}

interface Attempt<Value> {
  key: string;
  value: Value | null;
  error: DataSourceError | null;
}

/** `key` says what is wanted: another key, another thing. */
export function useLoaded<Value>(key: string, load: () => Promise<Value>): Loaded<Value> {
  const [count, setCount] = useState(0);
  const [attempt, setAttempt] = useState<Attempt<Value>>({ key, value: null, error: null });
  const start = useEffectEvent(load);
  const reload = () => setCount((before) => before + 1);
  const tryAgain = useEffectEvent(reload);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the count is the request to load again.
  useEffect(() => {
    let stopped = false;
    let timer: ReturnType<typeof setTimeout> | null = null;
    start().then(
      (value) => {
        if (!stopped) setAttempt({ key, value, error: null });
      },
      (error: unknown) => {
        if (stopped) return;
        const known =
          error instanceof DataSourceError ? error : new DataSourceError('fault', String(error), 'Load the page again.');
        setAttempt((before) => ({ key, value: before.key === key ? before.value : null, error: known }));
        if (isPassing(known)) timer = setTimeout(tryAgain, AGAIN_MS);
      },
    );
    return () => {
      stopped = true;
      if (timer !== null) clearTimeout(timer);
    };
  }, [key, count]);
  const current = attempt.key === key ? attempt : { value: null, error: null };
  return { value: current.value, error: current.error, reload };
}

/** The server is away, or was started again with another key: both may be over in a moment. */
function isPassing({ code }: DataSourceError): boolean {
  return code === 'unreachable' || code === 'refused';
}
