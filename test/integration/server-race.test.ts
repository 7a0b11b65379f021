// Races that are started, watched and stopped through the local server, with programs that simulate agents.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  agentEntrySchema,
  parseStored,
  raceEntrySchema,
  raceResponseSchema,
  runEntrySchema,
  stopResponseSchema,
} from '../../src/contract/index.ts';
import { type RunningServer, startServer } from '../../src/server/index.ts';
import { createRepository, temporaryFolder, until } from '../temporary-repository.ts';
import { openSession } from './open-session.ts';
import { ensureProgram, MAIN } from './run-hydra.ts';

const FIXTURES = fileURLToPath(new URL('../fixtures/agents', import.meta.url));
const STAND_IN = readFileSync(new URL('./stand-in-agent.sh', import.meta.url), 'utf8');
const BASE = {
  'hydra.toml': '[scoring.commands]\ntest = "sh test.sh"\n[scoring.tests]\nreruns = 0\n',
  'test.sh': 'grep -q new code.txt && echo "ok 1 - is new" || echo "not ok 1 - is new"\necho 1..1\ngrep -q new code.txt\n',
  'code.txt': 'old\n',
};
const TASK = 'make "code.txt" new; $(touch never)\n--and `more`';

let place: string;
let repository: string;
let server: RunningServer;
let session: Awaited<ReturnType<typeof openSession>>;
const untouched = { ...process.env };

beforeAll(ensureProgram, 120_000);

/** The server starts agents in its own process, which is this one. */
async function openScene(): Promise<void> {
  place = temporaryFolder();
  repository = createRepository(BASE);
  const programs = join(place, 'bin');
  for (const folder of [programs, join(place, 'tmp')]) mkdirSync(folder);
  const text = STAND_IN.replaceAll('FIXTURES', FIXTURES).replaceAll('PLACE', place).replaceAll('REPOSITORY', repository);
  for (const name of ['claude', 'codex']) {
    writeFileSync(join(programs, name), text);
    chmodSync(join(programs, name), 0o755);
  }
  const others = (untouched.PATH ?? '').split(delimiter).filter((folder) => !existsSync(join(folder, 'gemini')));
  Object.assign(process.env, {
    ...{ PATH: [programs, ...others].join(delimiter), HOME: place, TMPDIR: join(place, 'tmp') },
    ...{ XDG_CACHE_HOME: join(place, 'cache'), ANTHROPIC_API_KEY: 'x', OPENAI_API_KEY: '' },
  });
  server = await startServer({ cwd: repository, port: 0, announce: () => {} });
  session = await openSession(server);
}

afterEach(async () => {
  await server.close();
  for (const name of Object.keys(process.env)) if (!(name in untouched)) delete process.env[name];
  Object.assign(process.env, untouched);
});

async function call(path: string, body?: unknown): Promise<{ status: number; json: unknown }> {
  const { origin, token } = session;
  const response = await fetch(`${origin}/api${path}`, {
    headers: { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  return { status: response.status, json: await response.json() };
}

const question = (agents: string[], changes: Record<string, unknown> = {}) => ({
  ...{ task: TASK, agents, base: null, budget_usd: null, budget_tokens: null, allow_experimental: false },
  ...changes,
});

async function start(...agents: string[]): Promise<string> {
  const { status, json } = await call('/races', question(agents));
  expect(status).toBe(201);
  return raceResponseSchema.parse(json).run_id;
}

const entries = async () => z.array(runEntrySchema).parse((await call('/runs')).json);
const races = async () => z.array(raceEntrySchema).parse((await call('/races')).json);
const isWorking = (name: string) => existsSync(join(place, `task-of-${name}`));
const recordOf = (run: string, name: string) => {
  const file = join(repository, '.hydra/runs', run, 'candidates', name, 'agent/agent.json');
  return parseStored('agent', readFileSync(file, 'utf8'), file);
};

/** Polls the server, so that the wait needs no clock. */
async function untilAsync(isSo: () => Promise<boolean>): Promise<void> {
  for (;;) if (await isSo()) return;
}

describe('a race of the page', () => {
  test('can be watched as soon as it has an id, gets the task unchanged, and ends with a winner', async () => {
    await openScene();
    const run = await start('claude', 'codex:idle');
    expect((await entries()).map(({ id, state, task }) => ({ id, state, task }))).toEqual([
      { id: run, state: 'running', task: TASK },
    ]);
    await untilAsync(async () => (await races())[0]?.state !== 'running');
    expect(await races()).toEqual([{ run_id: run, state: 'finished', error: null }]);
    expect(await entries()).toMatchObject([{ id: run, state: 'finished', winner: 'claude' }]);
    expect(readFileSync(join(place, 'task-of-claude-good'), 'utf8')).toBe(TASK);
    const again = await call(`/runs/${run}/stop`, { candidate: null });
    expect([again.status, again.json]).toMatchObject([409, { error: { code: 'nothing_to_stop' } }]);
  });

  test('stops one agent while the others continue', async () => {
    await openScene();
    const run = await start('claude:slow', 'codex');
    await until(() => isWorking('claude-slow'));
    for (const [candidate, code] of [
      ['nobody', 'unknown_candidate'],
      ['../../x', 'unknown_candidate'],
    ])
      expect((await call(`/runs/${run}/stop`, { candidate })).json).toMatchObject({ error: { code } });
    const { status, json } = await call(`/runs/${run}/stop`, { candidate: 'claude-slow' });
    expect([status, stopResponseSchema.parse(json)]).toEqual([200, { stopped: true }]);
    await untilAsync(async () => (await races())[0]?.state === 'finished');
    expect(recordOf(run, 'claude-slow')).toMatchObject({ stopped: 'cancelled' });
    expect(recordOf(run, 'codex')).toMatchObject({ stopped: null, exit_code: 0 });
    const late = await call(`/runs/${run}/stop`, { candidate: 'codex' });
    expect([late.status, late.json]).toMatchObject([409, { error: { code: 'nothing_to_stop' } }]);
  });

  test('starts a test author, and stops it by its own name', async () => {
    await openScene();
    const { json } = await call('/races', question(['claude'], { test_author: 'codex:slow' }));
    const { run_id: run } = raceResponseSchema.parse(json);
    await until(() => isWorking('codex-slow'));
    expect((await call(`/runs/${run}/stop`, { candidate: 'test-author' })).status).toBe(200);
    await untilAsync(async () => (await races())[0]?.state === 'finished');
    const file = join(repository, '.hydra/runs', run, 'sources/test-author/agent/agent.json');
    expect(parseStored('agent', readFileSync(file, 'utf8'), file)).toMatchObject({ stopped: 'cancelled' });
  });

  test('stops the whole race, and leaves nothing', async () => {
    await openScene();
    const run = await start('claude:hang', 'codex');
    await until(() => existsSync(join(place, 'pid')) && readFileSync(join(place, 'pid'), 'utf8') !== '');
    expect((await call(`/runs/${run}/stop`, { candidate: null })).status).toBe(200);
    expect(await races()).toEqual([{ run_id: run, state: 'stopped', error: null }]);
    expect(await entries()).toEqual([]);
    expectEnded();
  });

  test('closing the server stops its races', async () => {
    await openScene();
    await start('claude:hang');
    await until(() => existsSync(join(place, 'pid')) && readFileSync(join(place, 'pid'), 'utf8') !== '');
    await server.close();
    expectEnded();
    expect(readdirSync(join(repository, '.hydra/runs'))).toEqual([]);
  });
});

function expectEnded(): void {
  const pid = Number(readFileSync(join(place, 'pid'), 'utf8'));
  const stat = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : '';
  expect(stat === '' || stat.includes(') Z ')).toBe(true);
}

test('cannot end a race of another process, but can stop its agents', async () => {
  await openScene();
  const child = spawn(process.execPath, [MAIN, 'race', TASK, '--agents', 'claude:slow'], {
    cwd: repository,
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  await until(() => isWorking('claude-slow'));
  const [{ id } = { id: '' }] = await entries();
  const refused = await call(`/runs/${id}/stop`, { candidate: null });
  expect([refused.status, refused.json]).toMatchObject([409, { error: { code: 'run_of_another' } }]);
  expect((await call(`/runs/${id}/stop`, { candidate: 'claude-slow' })).status).toBe(200);
  expect(await ended).toBe(0);
  expect(recordOf(id, 'claude-slow')).toMatchObject({ stopped: 'cancelled' });
});

describe('rejects invalid requests, and leaves nothing', () => {
  test.each([
    [question([]), 400, 'usage'],
    [question(['claude'], { task: ' \n' }), 400, 'usage'],
    [question(['claude'], { budget_usd: -1 }), 400, 'usage'],
    [question(['claude'], { surprise: 1 }), 400, 'usage'],
    [question(['cladue']), 409, 'unknown_agent'],
    [question(['claude:--help']), 409, 'agent_model'],
    [question(['gemini']), 409, 'agent_experimental'],
    [question(['gemini'], { allow_experimental: true }), 409, 'agent_missing'],
    [question(['claude'], { base: '--help' }), 409, 'unknown_ref'],
  ])('%j', async (body, status, code) => {
    await openScene();
    const answer = await call('/races', body);
    expect([answer.status, answer.json]).toMatchObject([status, { error: { code } }]);
    expect(await races()).toEqual([]);
    expect(await entries()).toEqual([]);
  });
});

test('a path or the beginning of an id is not a run', async () => {
  await openScene();
  const run = await start('claude');
  await untilAsync(async () => (await races())[0]?.state === 'finished');
  for (const name of [run.slice(0, -1), join(repository, '.hydra/runs', run), `./${run}`])
    expect((await call(`/runs/${encodeURIComponent(name)}`)).json).toMatchObject({ error: { code: 'unknown_run' } });
});

test('lists which agents are ready, and the next step for the others', async () => {
  await openScene();
  const agents = z.array(agentEntrySchema).parse((await call('/agents')).json);
  expect(agents.slice(0, 3)).toEqual([
    {
      ...{ id: 'claude', title: 'Claude Code', tier: 'first_class', installed: true, version: 'claude 9.9.9 (stand-in)' },
      ...{ login: 'found', needs_leave: false, takes_model: true, in_settings: [], next: null },
    },
    {
      ...{ id: 'codex', title: 'OpenAI Codex', tier: 'first_class', installed: true, version: 'codex 9.9.9 (stand-in)' },
      ...{
        login: 'not_found',
        needs_leave: false,
        takes_model: true,
        in_settings: [],
        next: 'Run `codex login`, or set OPENAI_API_KEY.',
      },
    },
    {
      ...{ id: 'gemini', title: 'Gemini CLI', tier: 'experimental', installed: false, version: null },
      ...{
        login: 'unknown',
        needs_leave: true,
        takes_model: true,
        in_settings: [],
        next: 'Install it with `npm install --global @google/gemini-cli`.',
      },
    },
  ]);
});
