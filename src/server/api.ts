// The routes. Each is a few lines: the pipeline does the work, and the contract defines requests and responses.
import { existsSync } from 'node:fs';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import {
  type AcceptResponseBody,
  acceptRequestSchema,
  hydraError,
  mergeRequestSchema,
  type PickResponseBody,
  pickRequestSchema,
  type QueueReport,
  type RaceResponseBody,
  raceRequestSchema,
  reportFormatSchema,
  type SessionResponseBody,
  type StopResponseBody,
  sessionRequestSchema,
  stopRequestSchema,
} from '../contract/index.ts';
import { describeAgents } from '../doctor/index.ts';
import { answerOf, listBranches, mergeCandidate, recordPick } from '../merge/index.ts';
import { decideTests } from '../pipeline/index.ts';
import { describeRematch } from '../race/index.ts';
import {
  describeDetail,
  describeEntry,
  findLog,
  findPatch,
  listAttempts,
  listExecutions,
  listRunFolders,
  patchBetweenCandidates,
  readChangedFile,
  searchLog,
  summarizeAgents,
  tellStory,
} from '../runs/index.ts';
import { type RunFolder, runFile } from '../store/index.ts';
import { describeBlind, describeEntriesBlind, isHidden, revealName } from './blind.ts';
import type { Confirmations } from './confirmations.ts';
import { exportRun } from './export-run.ts';
import { sendEvents } from './live-events.ts';
import { sendFile } from './logs.ts';
import { withoutNames } from './queue-report.ts';
import type { Races } from './races.ts';
import { USED_CODE } from './security.ts';
import type { Sessions } from './sessions.ts';

const LOG_TYPE = 'text/plain; charset=utf-8';
const MATCHES = 500;
const MAX_SEARCH_LENGTH = 500;

export interface ApiState {
  /** The project. */
  cwd: string;
  /** Whether names and scores of undecided runs are hidden. */
  blind: boolean;
  races: Races;
  queue(): Promise<QueueReport>;
  sessions: Sessions;
  confirmations: Confirmations;
}

export function apiRoutes({ cwd, blind, races, queue, sessions, confirmations }: ApiState): Hono {
  const api = new Hono();
  const runs = { cwd, blind };
  addSessions(api, sessions);
  addRuns(api, runs);
  addReports(api, runs);
  addBlind(api, runs);
  addDiffs(api, runs);
  addFiles(api, runs);
  addLogs(api, runs);
  addEvents(api, runs);
  addMerge(api, runs, confirmations);
  addAccept(api, runs);
  addRaces(api, runs, races);
  api.get('/queue', async (context) => context.json(blind ? withoutNames(await queue()) : await queue()));
  return api;
}

type Runs = Pick<ApiState, 'cwd' | 'blind'>;

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
async function findAnyRun({ cwd, blind }: Runs, id: string): Promise<{ folder: RunFolder; hidden: boolean }> {
  const folders = await listRunFolders(cwd);
  const folder = folders.find((each) => each.id === id);
  if (folder === undefined) throw hydraError('unknown_run', { run: id }, { value: id });
  return { folder, hidden: blind && isHidden(folder, folders) };
}

/** Refuses a run that is hidden. */
async function findRun(runs: Runs, id: string): Promise<RunFolder> {
  const { folder, hidden } = await findAnyRun(runs, id);
  if (hidden) throw hydraError('blind_run', { run: id });
  return folder;
}

function addRuns(api: Hono, runs: Runs): void {
  api.get('/runs', async (context) => {
    const folders = await listRunFolders(runs.cwd);
    return context.json(runs.blind ? describeEntriesBlind(folders) : folders.map(describeEntry));
  });
  api.get('/runs/:run', async (context) => context.json(describeDetail(await findRun(runs, context.req.param('run')))));
  api.get('/runs/:run/executions', async (context) =>
    context.json(listExecutions(await findRun(runs, context.req.param('run')))),
  );
  api.get('/runs/:run/agent/:candidate', async (context) => {
    const { run, candidate } = context.req.param();
    const story = tellStory(await findRun(runs, run), candidate);
    return story === null ? context.notFound() : context.json(story);
  });
}

/** Always as an attachment: the report is a page of its own, which must not run in the origin of this server. */
function addReports(api: Hono, runs: Runs): void {
  api.get('/runs/:run/report', async (context) => {
    const folder = await findRun(runs, context.req.param('run'));
    const format = reportFormatSchema.parse(context.req.query('format'));
    const { name, type, text } = exportRun(folder, format);
    return context.body(text, 200, { 'Content-Type': type, 'Content-Disposition': `attachment; filename="${name}"` });
  });
}

function addBlind(api: Hono, runs: Runs): void {
  const findHidden = async (id: string) => {
    const { folder, hidden } = await findAnyRun(runs, id);
    if (!hidden) throw hydraError('run_decided', { run: id });
    return folder;
  };
  api.get('/runs/:run/blind', async (context) => context.json(describeBlind(await findHidden(context.req.param('run')))));
  api.post('/runs/:run/pick', async (context) => {
    const run = await findHidden(context.req.param('run'));
    const { candidate: letter } = pickRequestSchema.parse(await context.req.json());
    const { candidate } = await recordPick(runs.cwd, run, revealName(run, letter));
    return context.json({ run_id: run.id, candidate } satisfies PickResponseBody);
  });
}

/** The candidates of a hidden run are named by letters. */
function addDiffs(api: Hono, runs: Runs): void {
  const find = async (id: string, ...candidates: string[]) => {
    const { folder, hidden } = await findAnyRun(runs, id);
    return { folder, names: hidden ? candidates.map((letter) => revealName(folder, letter)) : candidates };
  };
  api.get('/runs/:run/patch/:candidate', async (context) => {
    const { run, candidate } = context.req.param();
    const { folder, names } = await find(run, candidate);
    const file = findPatch(folder, names[0] ?? '');
    return file === null ? context.notFound() : sendFile(file, context.req.header('range'), LOG_TYPE);
  });
  api.get('/runs/:run/patch/:first/:second', async (context) => {
    const { run, first, second } = context.req.param();
    const { folder, names } = await find(run, first, second);
    if (names.some((name) => findPatch(folder, name) === null)) return context.notFound();
    const patch = await patchBetweenCandidates(runs.cwd, folder, names[0] ?? '', names[1] ?? '');
    return context.body(new Uint8Array(patch), 200, { 'Content-Type': LOG_TYPE });
  });
}

/** The base's files are under `base`, which is not a valid candidate name. */
function addFiles(api: Hono, runs: Runs): void {
  api.get('/runs/:run/file/:subject', async (context) => {
    const { run, subject } = context.req.param();
    const folder = await findRun(runs, run);
    const text = await readChangedFile(runs.cwd, folder, subject === 'base' ? null : subject, context.req.query('path') ?? '');
    const headers = { 'Content-Type': LOG_TYPE, 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };
    return text === null ? context.notFound() : context.body(text, 200, headers);
  });
}

/** The baseline's checks are under `base`, which is not a valid candidate name. */
function addLogs(api: Hono, runs: Runs): void {
  const logOf = async ({ run, subject, check, stream }: Record<'run' | 'subject' | 'check' | 'stream', string>) => {
    if (stream !== 'stdout' && stream !== 'stderr') return null;
    return findLog(await findRun(runs, run), subject === 'base' ? null : subject, check, stream);
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

function addEvents(api: Hono, runs: Runs): void {
  api.get('/runs/:run/events', async (context) => {
    const folder = await findRun(runs, context.req.param('run'));
    const after = Number(context.req.header('last-event-id') ?? context.req.query('after') ?? 0);
    const isLive = () => existsSync(folder.path) && describeEntry(folder).state === 'running';
    return streamSSE(context, (stream) =>
      sendEvents(stream, { file: runFile(folder, 'events.jsonl'), after: Number.isFinite(after) ? after : 0, isLive }),
    );
  });
}

function addMerge(api: Hono, runs: Runs, confirmations: Confirmations): void {
  api.post('/runs/:run/merge', async (context) => {
    const run = await findRun(runs, context.req.param('run'));
    const question = mergeRequestSchema.parse(await context.req.json());
    const toBranch = question.to_branch ?? null;
    if (question.force_reason !== null && !question.dry_run) confirmations.require(run.id, question, question.force_reason);
    const { plan, result } = await mergeCandidate({
      cwd: runs.cwd,
      run,
      candidate: question.candidate,
      onto: question.onto,
      strategy: question.strategy,
      destination: toBranch === null ? { kind: 'target' } : { kind: 'branch', name: toBranch },
      picks: [],
      message: question.message ?? null,
      runHooks: true,
      forceReason: question.force_reason,
      jobs: null,
      useCache: true,
      signal: new AbortController().signal,
      watch: () => {},
      // The page shows the obstacles; they are not an error of the request.
      confirm: async ({ refusals }) => !question.dry_run && refusals.length === 0,
    });
    return context.json(answerOf(plan, result !== null && 'commit' in result ? result.commit : null));
  });
}

function addAccept(api: Hono, runs: Runs): void {
  api.post('/runs/:run/accept', async (context) => {
    const run = await findRun(runs, context.req.param('run'));
    const question = acceptRequestSchema.parse(await context.req.json());
    const { tests, scorecard } = await decideTests({ cwd: runs.cwd, run, ...question });
    const { candidate, decision } = question;
    return context.json({ run_id: run.id, candidate, decision, tests, scorecard } satisfies AcceptResponseBody);
  });
}

function addRaces(api: Hono, runs: Runs, races: Races): void {
  // Figures over few runs tell who made which candidate.
  api.get('/statistics', async (context) => context.json(runs.blind ? [] : await summarizeAgents(runs.cwd)));
  api.get('/attempts', async (context) => context.json(runs.blind ? [] : await listAttempts(runs.cwd)));
  api.get('/runs/:run/rematch', async (context) => {
    const folder = await findRun(runs, context.req.param('run'));
    return context.json(describeRematch(folder, context.req.query('failures') ?? null));
  });
  api.get('/branches', async (context) => context.json(await listBranches(runs.cwd)));
  api.get('/agents', async (context) => context.json(await describeAgents(runs.cwd)));
  api.get('/races', (context) => context.json(races.list()));
  api.post('/races', async (context) => {
    const run = await races.start(raceRequestSchema.parse(await context.req.json()));
    return context.json({ run_id: run } satisfies RaceResponseBody, 201);
  });
  api.post('/runs/:run/stop', async (context) => {
    const question = stopRequestSchema.parse(await context.req.json());
    const { folder, hidden } = await findAnyRun(runs, context.req.param('run'));
    // The error for an unknown name lists the candidates.
    if (hidden && question.candidate !== null) throw hydraError('blind_run', { run: folder.id });
    await races.stop(folder, question);
    return context.json({ stopped: true } satisfies StopResponseBody);
  });
}
