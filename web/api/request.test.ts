import { afterEach, expect, test, vi } from 'vitest';
import { logMatchesSchema } from '../../src/contract/index.ts';
import { DataSourceError } from './data-source.ts';
import { requestJson } from './request.ts';

afterEach(() => vi.unstubAllGlobals());

function respondWith(status: number, body: string): void {
  vi.stubGlobal('fetch', async () => new Response(body, { status }));
}

function failure(): Promise<unknown> {
  return requestJson(logMatchesSchema, '/api/x').catch((error: unknown) => error);
}

test('returns a response that has the form of the schema', async () => {
  respondWith(200, '{"offsets":[1,2],"next":null}');
  expect(await requestJson(logMatchesSchema, '/api/x')).toEqual({ offsets: [1, 2], next: null });
});

test.each([
  ['{"offsets":[1,"two"],"next":null}', 'offsets.1: Invalid input: expected number, received string'],
  ['{"offsets":[],"next":null,"more":1}', 'Unrecognized key: "more"'],
  ['null', 'Invalid input: expected object, received null'],
])('rejects the malformed response %s with the first problem', async (body, problem) => {
  respondWith(200, body);
  const error = await failure();
  expect(error).toBeInstanceOf(DataSourceError);
  expect(error).toMatchObject({
    code: 'invalid_data',
    message: `The response to /api/x does not have the expected form: ${problem}`,
    next: 'Reload the page. If the error stays, restart `hydra ui`.',
  });
});

test('throws the error that the server states', async () => {
  respondWith(409, '{"error":{"code":"no_agents","message":"No agents were given.","next":"Name one."}}');
  expect(await failure()).toMatchObject({ code: 'no_agents', message: 'No agents were given.', next: 'Name one.' });
});

test.each(['<h1>Bad gateway</h1>', '{"error":"text"}', 'null'])('states the status for the error body %s', async (body) => {
  respondWith(502, body);
  expect(await failure()).toMatchObject({ code: 'fault', message: 'The server responded with status 502.' });
});

test('treats a response that ends early and a refused connection as an unreachable server', async () => {
  respondWith(200, '{"offsets":');
  expect(await failure()).toMatchObject({ code: 'unreachable', message: 'The response ended early.' });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
  expect(await failure()).toMatchObject({ code: 'unreachable', message: 'The server does not respond.' });
});
