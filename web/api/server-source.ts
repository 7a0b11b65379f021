// What the page shows, fetched from the local server. It never throws anything but DataSourceError.
import type {
  AcceptAnswer,
  ApiError,
  ExecutionEntry,
  HydraEvent,
  LogMatches,
  MergeAnswer,
  RunDetail,
  RunEntry,
} from '../../src/contract/index.ts';
import { type DataSource, DataSourceError, type LogName, type LogSource } from './data-source.ts';
import { raceSource } from './race-source.ts';

/** How long to wait before knocking again at a server that does not answer. */
const AGAIN_MS = 1000;

export function serverSource(): DataSource {
  return {
    runs: () => readJson<RunEntry[]>('/api/runs'),
    run: (id) => readJson<RunDetail>(`/api/runs/${part(id)}`),
    executions: (run) => readJson<ExecutionEntry[]>(`/api/runs/${part(run)}/executions`),
    patch: async (run, candidate) => (await ask(`/api/runs/${part(run)}/patch/${part(candidate)}`)).text(),
    patchBetween: async (run, first, second) => (await ask(`/api/runs/${part(run)}/patch/${part(first)}/${part(second)}`)).text(),
    log: openLog,
    follow: followRun,
    merge: (run, question) =>
      readJson<MergeAnswer>(`/api/runs/${part(run)}/merge`, { method: 'POST', body: JSON.stringify(question) }),
    accept: (run, question) =>
      readJson<AcceptAnswer>(`/api/runs/${part(run)}/accept`, { method: 'POST', body: JSON.stringify(question) }),
    race: raceSource(),
  };
}

const part = encodeURIComponent;

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, { ...init, cache: 'no-store', credentials: 'same-origin' });
  } catch {
    throw new DataSourceError(
      'unreachable',
      'The server does not answer.',
      'Is `hydra ui` still running? This page tries again by itself.',
    );
  }
  if (response.ok) return response;
  throw await errorOf(response);
}

async function readJson<Body>(path: string, init: RequestInit = {}): Promise<Body> {
  const response = await ask(path, init);
  try {
    return (await response.json()) as Body;
  } catch {
    throw new DataSourceError('unreachable', 'The answer broke off.', 'This page tries again by itself.');
  }
}

async function errorOf(response: Response): Promise<DataSourceError> {
  try {
    const { error } = (await response.json()) as ApiError;
    return new DataSourceError(error.code, error.message, error.next);
  } catch {
    return new DataSourceError(
      'fault',
      `The server answered with status ${response.status}.`,
      'Look at the terminal that runs `hydra ui`.',
    );
  }
}

async function openLog({ run, candidate, check, stream }: LogName): Promise<LogSource> {
  // No candidate can be called `base`.
  const path = `/api/runs/${part(run)}/logs/${part(candidate ?? 'base')}/${part(check)}/${stream}`;
  const head = await ask(path, { method: 'GET', headers: { Range: 'bytes=0-0' } });
  const size = sizeOf(head);
  return {
    size,
    read: async (start, end) => {
      if (end <= start || size === 0) return new Uint8Array();
      const response = await ask(path, { headers: { Range: `bytes=${start}-${end - 1}` } });
      return new Uint8Array(await response.arrayBuffer());
    },
    search: (text, from) => readJson<LogMatches>(`${path}/search?q=${part(text)}&from=${from}`),
  };
}

/** Of the whole file, whatever part of it was asked for. */
function sizeOf(response: Response): number {
  const whole = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1];
  return Number(whole ?? response.headers.get('content-length') ?? 0);
}

const followRun: NonNullable<DataSource['follow']> = (run, after, onEvent, onState) => {
  let last = after;
  let stream: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const stop = () => {
    stream?.close();
    if (timer !== null) clearTimeout(timer);
  };
  const open = () => {
    stream = new EventSource(`/api/runs/${part(run)}/events?after=${last}`);
    stream.addEventListener('open', () => onState('open'));
    stream.addEventListener('run', ({ data }) => {
      const event = JSON.parse(data) as HydraEvent;
      // After a broken connection the same event may come twice.
      if (event.seq <= last) return;
      last = event.seq;
      onEvent(event);
    });
    stream.addEventListener('end', () => {
      stop();
      onState('ended');
    });
    stream.addEventListener('error', () => {
      // The browser's own attempts end for good when a server refuses; ours go on.
      stop();
      onState('lost');
      timer = setTimeout(open, AGAIN_MS);
    });
  };
  open();
  return stop;
};
