// The local server of `hydra ui`: its responses and its access control.

import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { executionEntrySchema, type MergeResponseBody, runDetailSchema, runEntrySchema } from '../../src/contract/index.ts';
import { type ForcedMerge, type RunningServer, startServer } from '../../src/server/index.ts';
import { createRepository, git, temporaryFolder } from '../temporary-repository.ts';
import { openSession } from './open-session.ts';
import { ensureProgram, runHydra } from './run-hydra.ts';

const CONFIG = `[scoring.commands]
build = "sh build.sh"
test = "sh test.sh"
[scoring.tests]
reruns = 0
`;
const TEST =
  'echo "TAP version 13"; echo 1..2; echo "ok 1 - keeps"; grep -q fixed code.c && echo "ok 2 - <fixes>" || { echo "not ok 2 - <fixes>"; echo "# expected fixed" >&2; exit 1; }\n';
const BASE = { 'hydra.toml': CONFIG, 'build.sh': 'echo built\n', 'test.sh': TEST, 'code.c': 'broken\n' };

let folder: string;
let server: RunningServer;
let run: string;
let origin: string;
let token: string;
const announced: ForcedMerge[] = [];

beforeAll(async () => {
  await ensureProgram();
  folder = createRepository(BASE, { good: { 'code.c': 'fixed\n' }, worse: { 'code.c': 'fixed\n', 'build.sh': 'exit 3\n' } });
  git(folder, 'config', 'user.name', 'Ada');
  git(folder, 'config', 'user.email', 'ada@example.org');
  await runHydra(['score', 'good', 'worse', '--base', 'main'], folder);
  [run = ''] = readdirSync(join(folder, '.hydra/runs'));
  server = await startServer({ cwd: folder, port: 0, announce: (merge) => announced.push(merge) });
  ({ origin, token } = await openSession(server));
});
afterAll(() => server.close());

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** node:http, because fetch does not allow setting the host. */
function call(
  path: string,
  { method = 'GET', headers = {}, body = '' }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  const { port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks).toString('utf8') }),
      );
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

const bearer = () => ({ authorization: `Bearer ${token}` });
const read = (path: string, headers: Record<string, string> = {}) => call(path, { headers: { ...bearer(), ...headers } });

describe('access control', () => {
  const pathOf = (address: string) => address.slice(origin.length);

  test('a code sets a cookie for this server once, and is removed from the URL', async () => {
    const path = pathOf(server.newAddress());
    const typed = { 'sec-fetch-site': 'none', accept: 'text/html' };
    const { status, headers } = await call(path, { headers: typed });
    const { port } = new URL(origin);
    expect([status, headers.location]).toEqual([303, expect.stringMatching(/^\/#token=[\w-]{32}$/)]);
    const own = String(headers.location).slice('/#token='.length);
    const [cookie = ''] = headers['set-cookie'] ?? [];
    expect(cookie).toMatch(new RegExp(`^hydra-${port}=[\\w-]{32}; Path=/; HttpOnly; SameSite=Strict$`));
    const [value = ''] = cookie.split(';');
    // Neither the code nor the token.
    expect([path, own].map((secret) => value.includes(secret))).toEqual([false, false]);
    expect((await call('/api/runs', { headers: { cookie: value } })).status).toBe(200);
    expect((await call('/api/runs', { headers: { authorization: `Bearer ${own}` } })).status).toBe(200);
    const again = await call(path, { headers: typed });
    expect([again.status, again.headers['set-cookie'], again.headers['content-type']]).toEqual([
      401,
      undefined,
      'text/html; charset=UTF-8',
    ]);
    expect(again.body).toContain('<h1>This code was used or is unknown</h1>');
    expect(again.body).toContain('press Enter and open the address that it prints');
    // Whoever has the cookie needs no code.
    expect((await call(path, { headers: { ...typed, cookie: value } })).headers.location).toBe('/');
  });

  test('a navigation from the opened file continues in a page of the server, where browsers send the cookie', async () => {
    const opener = server.writeOpener();
    expect(statSync(opener).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(opener)).mode & 0o777).toBe(0o700);
    const [, address = ''] = /url=([^"]+)"/.exec(readFileSync(opener, 'utf8')) ?? [];
    const answer = await call(pathOf(address), { headers: { 'sec-fetch-site': 'cross-site', accept: 'text/html' } });
    expect([answer.status, answer.headers['set-cookie']?.length]).toEqual([200, 1]);
    expect(answer.body).toContain('<meta http-equiv="refresh" content="0;url=/#token=');
    expect(existsSync(dirname(opener))).toBe(false);
  });

  test('a code can be exchanged by a program, once', async () => {
    const code = new URL(server.newAddress()).searchParams.get('code');
    const exchange = (headers = {}) => call('/api/sessions', { method: 'POST', headers, body: JSON.stringify({ code }) });
    expect((await exchange({ host: 'evil.example' })).status).toBe(403);
    expect((await exchange({ origin: 'http://evil.example' })).status).toBe(403);
    const first = await exchange();
    expect(first.status).toBe(201);
    const authorization = `Bearer ${JSON.parse(first.body).token}`;
    expect((await call('/api/runs', { headers: { authorization } })).status).toBe(200);
    const second = await exchange();
    expect([second.status, JSON.parse(second.body).error.code]).toEqual([401, 'refused']);
  });

  test('a browser without a key sees what to do', async () => {
    for (const path of ['/', '/anything']) {
      const { status, body, headers } = await call(path, { headers: { accept: 'text/html,*/*' } });
      expect(status).toBe(401);
      expect(body).toContain('<h1>This page needs a key</h1>');
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    }
  });

  test('HEAD does not use a code up', async () => {
    const path = pathOf(server.newAddress());
    await call(path, { method: 'HEAD' });
    expect((await call(path)).status).toBe(200);
  });

  test.each([
    ['without a token', '/api/runs', {}, 401],
    ['with an unknown code', '/?code=abc', {}, 401],
    ['with a code instead of a token', '/api/runs?code=CODE', {}, 401],
    ['with a wrong token of the same length', '/api/runs', { authorization: `Bearer ${'x'.repeat(32)}` }, 401],
    ['with a host name that resolves to loopback', '/api/runs', { host: 'evil.example:80' }, 403],
    ['with another host name, even with a code', '/?code=CODE', { host: 'evil.example' }, 403],
    ['for the IPv6 loopback, where another user may listen', '/api/runs', { host: '[::1]:PORT' }, 403],
    ['from another page', '/api/runs', { origin: 'http://evil.example' }, 403],
    ['from the same port under another name', '/api/runs', { origin: 'http://localhost:PORT' }, 403],
    ['from a page without an origin', '/api/runs', { origin: 'null' }, 403],
  ])('rejects a request %s', async (_who, path, headers, status) => {
    const { port } = new URL(origin);
    const fill = (text: string) => text.replace('PORT', port);
    const own = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value)]));
    const given = { ...(status === 403 ? bearer() : {}), ...own };
    const code = new URL(server.newAddress()).searchParams.get('code') ?? '';
    const answer = await call(path.replace('CODE', code), { headers: given });
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body).error.code).toBe('refused');
    expect(answer.headers['set-cookie']).toBeUndefined();
    // It is still valid.
    expect((await call(`/?code=${code}`)).status).toBe(200);
  });

  test('rejects a large body before reading it', async () => {
    const large = { body: JSON.stringify({ code: 'x'.repeat(1024 * 1024) }) };
    const chunked = { body: '{}', headers: { ...bearer(), 'transfer-encoding': 'chunked' } };
    for (const path of ['/api/sessions', `/api/runs/${run}/merge`]) {
      for (const request of [large, chunked]) {
        expect((await call(path, { method: 'POST', headers: bearer(), ...request })).status).toBe(413);
      }
    }
  });

  test('a request that changes something needs the token: servers on other ports get the cookie', async () => {
    const { headers } = await call(pathOf(server.newAddress()), { headers: { 'sec-fetch-site': 'none' } });
    const [cookie = ''] = headers['set-cookie']?.[0]?.split(';') ?? [];
    const [, value = ''] = cookie.split('=');
    const post = (given: Record<string, string>) =>
      call(`/api/runs/${run}/merge`, { method: 'POST', headers: given, body: '{}' });
    expect((await post({ cookie })).status).toBe(403);
    expect((await post({ cookie, origin })).status).toBe(403);
    expect((await post({ cookie, origin, authorization: `Bearer ${value}` })).status).toBe(403);
    expect((await post({ origin })).status).toBe(401);
    expect((await post({ ...bearer(), origin: 'http://evil.example' })).status).toBe(403);
    expect((await post({ ...bearer(), origin })).status).toBe(400);
    expect((await post(bearer())).status).toBe(400);
  });

  test('every response forbids what the page does not need', async () => {
    for (const path of ['/api/runs', '/nothing', '/?code=abc', `/api/runs/${run}/logs/base/test/stdout`]) {
      const { headers } = await read(path);
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; (?:script-src 'self'|style-src 'sha256-)/);
      expect([headers['x-content-type-options'], headers['referrer-policy']]).toEqual(['nosniff', 'no-referrer']);
    }
  });
});

describe('responses', () => {
  test('the history and a run match the contract', async () => {
    const entries = JSON.parse((await read('/api/runs')).body).map((entry: unknown) => runEntrySchema.parse(entry));
    expect(entries).toMatchObject([{ id: run, state: 'finished', winner: 'good', base: 'main' }]);
    expect(entries[0].candidates).toEqual([
      { name: 'good', total: 100, mergeable: true },
      { name: 'worse', total: 60, mergeable: false },
    ]);
    const detail = runDetailSchema.parse(JSON.parse((await read(`/api/runs/${run}`)).body));
    expect(detail.scorecard?.winner).toBe('good');
    expect(detail.captures.map(({ candidate, check }) => `${candidate}:${check}`)).toContain('null:test');
  });

  test('every execution, with its reason', async () => {
    const listed = JSON.parse((await read(`/api/runs/${run}/executions`)).body) as unknown[];
    const executions = listed.map((entry) => executionEntrySchema.parse(entry));
    expect(executions.find(({ candidate, check }) => candidate === null && check === 'test')).toEqual({
      candidate: null,
      check: 'test',
      reason: 'baseline',
      ended: 'exited',
      exit_code: 1,
      duration_ms: expect.any(Number),
      from_cache: false,
    });
    const ofWorse = executions.filter(({ candidate }) => candidate === 'worse').map(({ check, reason }) => `${check}: ${reason}`);
    expect(ofWorse).toContain('build: first run on the candidate');
    expect((await read('/api/runs/nothing/executions')).status).toBe(409);
  });

  test('the tests of the base that fail there, with their messages', async () => {
    const { facts } = runDetailSchema.parse(JSON.parse((await read(`/api/runs/${run}`)).body));
    expect(facts?.tests?.map(({ id, base, message }) => [id, base, message])).toEqual([['<fixes>', 'failed', 'expected fixed']]);
  });

  test('serves logs whole, in ranges and searched', async () => {
    const path = `/api/runs/${run}/logs/base/test/stdout`;
    const whole = await read(path);
    expect([whole.status, whole.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(whole.body).toBe('TAP version 13\n1..2\nok 1 - keeps\nnot ok 2 - <fixes>\n');
    const piece = await read(path, { range: 'bytes=4-10' });
    expect([piece.status, piece.headers['content-range'], piece.body]).toEqual([
      206,
      `bytes 4-10/${whole.body.length}`,
      'version',
    ]);
    expect((await read(path, { range: 'bytes=9999-' })).status).toBe(416);
    expect((await read(path, { range: 'bytes=-8' })).body).toBe('<fixes>\n');
    expect(JSON.parse((await read(`${path}/search?q=OK`)).body)).toEqual({ offsets: [20, 37], next: null });
  });

  test('serves patches of one candidate and between two', async () => {
    expect((await read(`/api/runs/${run}/patch/good`)).body).toContain('-broken\n+fixed\n');
    expect((await read(`/api/runs/${run}/patch/good/worse`)).body).toContain('-echo built\n+exit 3\n');
  });

  test('serves the changed files of the base and of a candidate, and no others', async () => {
    const readFile = async (subject: string, path: string) =>
      await read(`/api/runs/${run}/file/${subject}?path=${encodeURIComponent(path)}`);
    const changed = await readFile('good', 'code.c');
    expect([changed.status, changed.headers['content-type'], changed.body]).toEqual([
      200,
      'text/plain; charset=utf-8',
      'fixed\n',
    ]);
    expect((await readFile('base', 'code.c')).body).toBe('broken\n');
    const unchanged = ['hydra.toml', '../hydra.toml', '/etc/passwd', '', 'code.c\ncode.c', '.', '-v', 'HEAD:code.c'];
    for (const path of unchanged) expect([path, (await readFile('good', path)).status]).toEqual([path, 404]);
    for (const subject of ['nobody', '..%2fgood', 'Base']) expect((await readFile(subject, 'code.c')).status).toBe(404);
  });

  test('resumes events after the last one received', async () => {
    const all = (await read(`/api/runs/${run}/events`)).body;
    const ids = [...all.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
    expect(ids).toEqual(ids.map((_id, index) => index + 1));
    expect(all.trim().endsWith('event: end\ndata: {}')).toBe(true);
    const rest = (await read(`/api/runs/${run}/events`, { 'last-event-id': String(ids.length - 1) })).body;
    expect([...rest.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))).toEqual([ids.length]);
    expect(rest).toContain('"type":"run_finished"');
  });

  test.each([
    ['/api/runs/none', 409],
    ['/api/runs/..%2f..%2fetc', 409],
    ['/api/runs/RUN/logs/base/test/..%2f..%2frun.json', 404],
    ['/api/runs/RUN/logs/base/..%2f..%2fcandidates/stdout', 404],
    ['/api/runs/RUN/logs/..%2fbaseline/test/stdout', 404],
    ['/api/runs/RUN/logs/base/cross.none/stdout', 404],
    ['/api/runs/RUN/logs/good/cross.a%2f..%2f..%2fworse%2ftest/stdout', 404],
    ['/api/runs/RUN/logs/good/./stdout', 404],
    ['/api/runs/RUN/patch/..%2f..%2fbaseline', 404],
    ['/assets/..%2f..%2fcli%2fmain.js', 404],
    ['/assets/%2e%2e/index.html', 404],
  ])('%s is not found', async (path, status) => {
    expect((await read(path.replace('RUN', run))).status).toBe(status);
  });

  test('previews a merge, and merges on request', async () => {
    const ask = async (question: object): Promise<MergeResponseBody> => {
      const body = JSON.stringify({
        candidate: null,
        onto: null,
        strategy: 'squash',
        dry_run: true,
        force_reason: null,
        ...question,
      });
      return JSON.parse((await call(`/api/runs/${run}/merge`, { method: 'POST', headers: bearer(), body })).body);
    };
    const before = git(folder, 'rev-parse', 'main');
    expect(await ask({})).toMatchObject({
      candidate: 'good',
      refusals: [],
      merged: null,
      files: [{ path: 'code.c', added: 1, removed: 1 }],
    });
    const refusedAnswer = await ask({ candidate: 'worse', dry_run: false });
    expect([refusedAnswer.merged, refusedAnswer.refusals.map(({ code }) => code)]).toEqual([null, ['not_mergeable']]);
    expect(git(folder, 'rev-parse', 'main')).toBe(before);
    const made = await ask({ dry_run: false });
    expect(made.merged).toBe(git(folder, 'rev-parse', 'main').trim());
    const detail = runDetailSchema.parse(JSON.parse((await read(`/api/runs/${run}`)).body));
    expect(detail.decisions).toMatchObject([{ candidate: 'good' }]);
  });

  test('a forced merge needs the code of the terminal', async () => {
    const merge = async (question: object): Promise<[number, string]> => {
      const asked = { candidate: 'worse', onto: null, strategy: 'squash', dry_run: false, force_reason: 'later', ...question };
      const answer = await call(`/api/runs/${run}/merge`, { method: 'POST', headers: bearer(), body: JSON.stringify(asked) });
      const body = JSON.parse(answer.body);
      return [answer.status, body.error?.code ?? body.merged ?? body.refusals[0]?.code ?? 'preview'];
    };
    const before = git(folder, 'rev-parse', 'main');
    announced.length = 0;
    expect((await merge({ dry_run: true }))[0]).toBe(200);
    expect(announced).toEqual([]);
    expect(await merge({})).toEqual([409, 'confirmation_needed']);
    expect(announced).toMatchObject([{ run, candidate: 'worse', reason: 'later', code: expect.stringMatching(/^\w{4}-\w{4}$/) }]);
    const code = announced[0]?.code ?? '';
    expect(await merge({ confirmation: 'AAAA-AAAA' })).toEqual([409, 'confirmation_wrong']);
    // The code of one merge does not confirm another.
    expect(await merge({ confirmation: code, force_reason: 'other' })).toEqual([409, 'confirmation_needed']);
    expect(git(folder, 'rev-parse', 'main')).toBe(before);
    expect(await merge({})).toEqual([409, 'confirmation_needed']);
    const [status, merged] = await merge({ confirmation: announced.at(-1)?.code.toLowerCase().replace('-', ' ') });
    expect([status, `${merged}\n`]).toEqual([200, git(folder, 'rev-parse', 'main')]);
    expect(git(folder, 'rev-parse', 'main')).not.toBe(before);
  });

  test('rejects unknown contested tests with the next step', async () => {
    const body = JSON.stringify({ candidate: 'good', tests: null, decision: 'accept' });
    const refused = await call(`/api/runs/${run}/accept`, { method: 'POST', headers: bearer(), body });
    expect([refused.status, JSON.parse(refused.body).error.code]).toEqual([409, 'nothing_contested']);
    expect((await call(`/api/runs/${run}/accept`, { method: 'POST', headers: {}, body })).status).toBe(401);
  });

  test('a run that disappears is an error response, not a crash', async () => {
    const path = join(folder, '.hydra/runs', run, 'facts.json');
    const facts = readFileSync(path, 'utf8');
    writeFileSync(path, '{');
    const answer = await read(`/api/runs/${run}`);
    expect([answer.status, JSON.parse(answer.body).error.code]).toEqual([409, 'json_syntax']);
    writeFileSync(path, facts);
    expect((await read(`/api/runs/${run}`)).status).toBe(200);
    const other = await startServer({ cwd: temporaryFolder(), port: 0, announce: () => {} });
    await other.close();
  });
});
