// The routes. Each is a few lines: the pipeline does the work, and the contract defines requests and responses.
import { existsSync } from 'node:fs';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import {
  type AcceptResponseBody,
  acceptRequestSchema,
  hydraError,
  type MergeRequestBody,
  type MergeResponseBody,
  mergeRequestSchema,
  type RaceResponseBody,
  raceRequestSchema,
  type SessionResponseBody,
  type StopResponseBody,
  sessionRequestSchema,
  stopRequestSchema,
} from '../contract/index.ts';
import { describeAgents } from '../doctor/index.ts';
import { type MergePlan, mergeCandidate } from '../merge/index.ts';
import { decideTests } from '../pipeline/index.ts';
import {
  describeDetail,
  describeEntry,
  findLog,
  findPatch,
  listExecutions,
  listRunFolders,
  patchBetweenCandidates,
  searchLog,
  summarizeAgents,
} from '../runs/index.ts';
import { type RunFolder, runFile } from '../store/index.ts';
import type { Confirmations } from './confirmations.ts';
import { sendEvents } from './live-events.ts';
import { sendFile } from './logs.ts';
import type { Races } from './races.ts';
import { USED_CODE } from './security.ts';
import type { Sessions } from './sessions.ts';

const LOG_TYPE = 'text/plain; charset=utf-8';
const MATCHES = 500;
const MAX_SEARCH_LENGTH = 500;

export interface ApiState {
  /** The project. */
  cwd: string;
  races: Races;
  sessions: Sessions;
  confirmations: Confirmations;
}

export function apiRoutes({ cwd, races, sessions, confirmations }: ApiState): Hono {
  const api = new Hono();
  addSessions(api, sessions);
  api.get('/runs', async (context) => context.json((await listRunFolders(cwd)).map(describeEntry)));
  api.get('/runs/:run', async (context) => context.json(describeDetail(await findRun(cwd, context.req.param('run')))));
  api.get('/runs/:run/executions', async (context) => context.json(listExecutions(await findRun(cwd, context.req.param('run')))));
  addDiffs(api, cwd);
  addLogs(api, cwd);
  addEvents(api, cwd);
  addMerge(api, cwd, confirmations);
  addAccept(api, cwd);
  addRaces(api, cwd, races);
  return api;
}

/** For programs; a browser exchanges its code by opening the page. */
function addSessions(api: Hono, sessions: Sessions): void {
  api.post('/sessions', async (context) => {
    const session = sessions.exchange(sessionRequestSchema.parse(await context.req.json()).code);
    if (session !== null) return context.json({ token: session.token } satisfies SessionResponseBody, 201);
    const { message, next } = USED_CODE;
    return context.json({ error: { code: 'refused', message, next } }, 401);
  });
}

/** By its full id only, so that a URL always names the same run. */
async function findRun(cwd: string, id: string): Promise<RunFolder> {
  const found = (await listRunFolders(cwd)).find((folder) => folder.id === id);
  if (found === undefined) throw hydraError('unknown_run', { run: id }, { value: id });
  return found;
}

function addDiffs(api: Hono, cwd: string): void {
  api.get('/runs/:run/patch/:candidate', async (context) => {
    const { run, candidate } = context.req.param();
    const file = findPatch(await findRun(cwd, run), candidate);
    return file === null ? context.notFound() : sendFile(file, context.req.header('range'), LOG_TYPE);
  });
  api.get('/runs/:run/patch/:first/:second', async (context) => {
    const { run, first, second } = context.req.param();
    const folder = await findRun(cwd, run);
    if (findPatch(folder, first) === null || findPatch(folder, second) === null) return context.notFound();
    const patch = await patchBetweenCandidates(cwd, folder, first, second);
    return context.body(new Uint8Array(patch), 200, { 'Content-Type': LOG_TYPE });
  });
}

/** The baseline's checks are under `base`, which is not a valid candidate name. */
function addLogs(api: Hono, cwd: string): void {
  const logOf = async ({ run, subject, check, stream }: Record<'run' | 'subject' | 'check' | 'stream', string>) => {
    if (stream !== 'stdout' && stream !== 'stderr') return null;
    return findLog(await findRun(cwd, run), subject === 'base' ? null : subject, check, stream);
  };
  api.get('/runs/:run/logs/:subject/:check/:stream', async (context) => {
    const file = await logOf(context.req.param());
    return file === null ? context.notFound() : sendFile(file, context.req.header('range'), LOG_TYPE);
  });
  api.get('/runs/:run/logs/:subject/:check/:stream/search', async (context) => {
    const file = await logOf(context.req.param());
    const text = context.req.query('q') ?? '';
    const from = Number(context.req.query('from') ?? 0);
    if (file === null) return context.notFound();
    if (text === '' || text.length > MAX_SEARCH_LENGTH || !Number.isSafeInteger(from) || from < 0)
      return context.json({ offsets: [], next: null });
    return context.json(searchLog(file, text, from, MATCHES));
  });
}

function addEvents(api: Hono, cwd: string): void {
  api.get('/runs/:run/events', async (context) => {
    const folder = await findRun(cwd, context.req.param('run'));
    const after = Number(context.req.header('last-event-id') ?? context.req.query('after') ?? 0);
    const isLive = () => existsSync(folder.path) && describeEntry(folder).state === 'running';
    return streamSSE(context, (stream) =>
      sendEvents(stream, { file: runFile(folder, 'events.jsonl'), after: Number.isFinite(after) ? after : 0, isLive }),
    );
  });
}

function addMerge(api: Hono, cwd: string, confirmations: Confirmations): void {
  api.post('/runs/:run/merge', async (context) => {
    const run = await findRun(cwd, context.req.param('run'));
    const question = mergeRequestSchema.parse(await context.req.json());
    if (question.force_reason !== null && !question.dry_run) confirmations.require(run.id, question, question.force_reason);
    const { plan, result } = await mergeCandidate({
      cwd,
      run,
      candidate: question.candidate,
      onto: question.onto,
      strategy: question.strategy,
      destination: { kind: 'target' },
      picks: [],
      message: null,
      runHooks: true,
      forceReason: question.force_reason,
      jobs: null,
      useCache: true,
      signal: new AbortController().signal,
      watch: () => {},
      // The page shows the obstacles; they are not an error of the request.
      confirm: async ({ refusals }) => !question.dry_run && refusals.length === 0,
    });
    return context.json(answerOf(plan, question, result !== null && 'commit' in result ? result.commit : null));
  });
}

function addAccept(api: Hono, cwd: string): void {
  api.post('/runs/:run/accept', async (context) => {
    const run = await findRun(cwd, context.req.param('run'));
    const question = acceptRequestSchema.parse(await context.req.json());
    const { tests, scorecard } = await decideTests({ cwd, run, ...question });
    const { candidate, decision } = question;
    return context.json({ run_id: run.id, candidate, decision, tests, scorecard } satisfies AcceptResponseBody);
  });
}

function addRaces(api: Hono, cwd: string, races: Races): void {
  api.get('/statistics', async (context) => context.json(await summarizeAgents(cwd)));
  api.get('/agents', async (context) => context.json(await describeAgents(cwd)));
  api.get('/races', (context) => context.json(races.list()));
  api.post('/races', async (context) => {
    const run = await races.start(raceRequestSchema.parse(await context.req.json()));
    return context.json({ run_id: run } satisfies RaceResponseBody, 201);
  });
  api.post('/runs/:run/stop', async (context) => {
    const run = await findRun(cwd, context.req.param('run'));
    await races.stop(run, stopRequestSchema.parse(await context.req.json()));
    return context.json({ stopped: true } satisfies StopResponseBody);
  });
}

function answerOf(plan: MergePlan, { strategy }: MergeRequestBody, merged: string | null): MergeResponseBody {
  const { runId, candidate, target, hasMoved, files, check, refusals } = plan;
  return {
    run_id: runId,
    candidate,
    strategy,
    target: { branch: target.branch, from: target.from, is_checked_out: target.isCheckedOut },
    has_moved: hasMoved,
    files,
    check: check === null ? null : { run_id: check.runId, failed_gates: check.failedGates },
    refusals: refusals.map(({ code, message, next }) => ({ code, message, next })),
    merged,
  };
}
