// Loads a value from the data source: loading, loaded or failed. While the server is not reachable it retries.
import { useEffect, useEffectEvent, useState } from 'react';
import { DataSourceError } from '../api/data-source.ts';

const RETRY_MS = 1500;

export interface Loaded<Value> {
  /** Null until the first load succeeds; kept during a reload. */
  value: Value | null;
  error: DataSourceError | null;
  reload(): void;
}

interface Attempt<Value> {
  key: string;
  value: Value | null;
  error: DataSourceError | null;
}

/** Loads again when the key changes. */
export function useLoaded<Value>(key: string, load: () => Promise<Value>): Loaded<Value> {
  const [count, setCount] = useState(0);
  const [attempt, setAttempt] = useState<Attempt<Value>>({ key, value: null, error: null });
  const start = useEffectEvent(load);
  const reload = () => setCount((before) => before + 1);
  const tryAgain = useEffectEvent(reload);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the count requests a reload.
  useEffect(() => {
    let stopped = false;
    let timer: ReturnType<typeof setTimeout> | null = null;
    start().then(
      (value) => {
        if (!stopped) setAttempt({ key, value, error: null });
      },
      (error: unknown) => {
        if (stopped) return;
        const known = error instanceof DataSourceError ? error : new DataSourceError('fault', String(error), 'Reload the page.');
        setAttempt((before) => ({ key, value: before.key === key ? before.value : null, error: known }));
        if (isTemporary(known)) timer = setTimeout(tryAgain, RETRY_MS);
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

/** The server has stopped, or was restarted with another key. Both can end while the page is open. */
function isTemporary({ code }: DataSourceError): boolean {
  return code === 'unreachable' || code === 'refused';
}
