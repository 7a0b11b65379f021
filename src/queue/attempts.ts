// The history of a job: what workers wrote into its log. The log is append-only, so that a worker that lost the job
// cannot erase what its successor wrote.

export type LogEntry =
  | { event: 'started'; worker: string }
  | { event: 'failed'; worker: string; reason: string }
  | { event: 'returned'; worker: string }
  | { event: 'done'; worker: string };

interface Attempt {
  worker: string;
  /** Null if the worker did not say how it ended. */
  failure: string | null;
}

export interface History {
  attempts: Attempt[];
  /** The worker that finished the job. */
  doneBy: string | null;
}

/** A message can be the whole output of a program. */
const MAX_REASON_LENGTH = 1000;
/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
const UNSTORABLE = /[\0\p{Surrogate}]/gu;

export function readHistory(lines: readonly string[]): History {
  const history: History = { attempts: [], doneBy: null };
  for (const line of lines) {
    const entry: LogEntry = JSON.parse(line);
    const { worker } = entry;
    const last = history.attempts.findLastIndex((attempt) => attempt.worker === worker);
    if (entry.event === 'started') history.attempts.push({ worker, failure: null });
    else if (entry.event === 'done') history.doneBy = worker;
    else if (entry.event === 'returned' && last >= 0) history.attempts.splice(last, 1);
    else if (entry.event === 'failed' && last >= 0) history.attempts[last] = { worker, failure: entry.reason };
  }
  return history;
}

/** Null without attempts. The last attempt of a running job has not failed yet: leave it out with `isRunning`. */
export function describeFailures({ attempts }: History, isRunning = false): string | null {
  const ended = isRunning ? attempts.slice(0, -1) : attempts;
  const texts = ended.map(({ worker, failure }) =>
    failure === null ? `worker \`${worker}\` was lost` : `worker \`${worker}\` failed: ${failure}`,
  );
  return texts.length === 0 ? null : texts.join('; ');
}

export function failureText(error: unknown): string {
  return storableText(error instanceof Error ? error.message : String(error), MAX_REASON_LENGTH);
}

/** At most `maxLength` characters and an ellipsis, without characters that a database refuses. */
export function storableText(text: string, maxLength: number): string {
  const cut = text.length <= maxLength ? text : `${text.slice(0, maxLength)}...`;
  return cut.replace(UNSTORABLE, '\uFFFD');
}
