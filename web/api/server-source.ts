// The data source of the page of `hydra ui`: the local server. It throws nothing but DataSourceError.
import {
  acceptResponseSchema,
  agentStatisticsSchema,
  agentStorySchema,
  attemptEntrySchema,
  blindRunSchema,
  branchEntrySchema,
  eventSchema,
  executionEntrySchema,
  type HydraEvent,
  logMatchesSchema,
  mergeResponseSchema,
  type PickRequestBody,
  pickResponseSchema,
  queueReportSchema,
  runDetailSchema,
  runEntrySchema,
} from '../../src/contract/index.ts';
import type { DataSource, LogName, LogSource } from './data-source.ts';
import { raceSource } from './race-source.ts';
import { jsonBody, request, requestJson } from './request.ts';

/** How long to wait before connecting again to a server that does not respond. */
const RETRY_MS = 1000;

const segment = encodeURIComponent;

export function serverSource(): DataSource {
  return {
    runs: () => requestJson(runEntrySchema.array(), '/api/runs'),
    run: (id) => requestJson(runDetailSchema, `/api/runs/${segment(id)}`),
    executions: (run) => requestJson(executionEntrySchema.array(), `/api/runs/${segment(run)}/executions`),
    agent: (run, candidate) => requestJson(agentStorySchema, `/api/runs/${segment(run)}/agent/${segment(candidate)}`),
    patch: async (run, candidate) => (await request(`/api/runs/${segment(run)}/patch/${segment(candidate)}`)).text(),
    patchBetween: async (run, first, second) =>
      (await request(`/api/runs/${segment(run)}/patch/${segment(first)}/${segment(second)}`)).text(),
    file: async (run, candidate, path) =>
      (await request(`/api/runs/${segment(run)}/file/${segment(candidate)}?path=${segment(path)}`)).text(),
    log: openLog,
    follow: followRun,
    merge: (run, question) => requestJson(mergeResponseSchema, `/api/runs/${segment(run)}/merge`, jsonBody(question)),
    branches: () => requestJson(branchEntrySchema.array(), '/api/branches'),
    accept: (run, question) => requestJson(acceptResponseSchema, `/api/runs/${segment(run)}/accept`, jsonBody(question)),
    race: raceSource(),
    scoreboard: {
      statistics: () => requestJson(agentStatisticsSchema.array(), '/api/statistics'),
      attempts: () => requestJson(attemptEntrySchema.array(), '/api/attempts'),
    },
    queue: () => requestJson(queueReportSchema, '/api/queue'),
    blind: {
      run: (id) => requestJson(blindRunSchema, `/api/runs/${segment(id)}/blind`),
      pick: (run, candidate) =>
        requestJson(pickResponseSchema, `/api/runs/${segment(run)}/pick`, jsonBody({ candidate } satisfies PickRequestBody)),
    },
  };
}

async function openLog({ run, candidate, check, stream }: LogName): Promise<LogSource> {
  // No candidate can be named `base`.
  const path = `/api/runs/${segment(run)}/logs/${segment(candidate ?? 'base')}/${segment(check)}/${stream}`;
  const head = await request(path, { method: 'GET', headers: { Range: 'bytes=0-0' } });
  const size = sizeOf(head);
  return {
    size,
    read: async (start, end) => {
      if (end <= start || size === 0) return new Uint8Array();
      const response = await request(path, { headers: { Range: `bytes=${start}-${end - 1}` } });
      return new Uint8Array(await response.arrayBuffer());
    },
    search: (text, from) => requestJson(logMatchesSchema, `${path}/search?q=${segment(text)}&from=${from}`),
  };
}

/** The size of the whole file, whichever range was requested. */
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
    stream = new EventSource(`/api/runs/${segment(run)}/events?after=${last}`);
    stream.addEventListener('open', () => onState('open'));
    stream.addEventListener('run', ({ data }) => {
      const event = readEvent(data);
      if (event === null) {
        stop();
        onState('invalid');
        return;
      }
      // After a broken connection the server may send an event again.
      if (event.seq <= last) return;
      last = event.seq;
      onEvent(event);
    });
    stream.addEventListener('end', () => {
      stop();
      onState('ended');
    });
    stream.addEventListener('error', () => {
      // The browser stops retrying when a server refuses the connection; this timer does not.
      stop();
      onState('lost');
      timer = setTimeout(open, RETRY_MS);
    });
  };
  open();
  return stop;
};

/** Null when the text is not an event that this page knows. */
function readEvent(text: string): HydraEvent | null {
  try {
    const parsed = eventSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
