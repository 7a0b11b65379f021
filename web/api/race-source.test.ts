import { afterEach, expect, test, vi } from 'vitest';
import { DataSourceError } from './data-source.ts';
import { raceSource } from './race-source.ts';

afterEach(() => vi.unstubAllGlobals());

function answerWith(status: number, body: string): unknown[][] {
  const calls: unknown[][] = [];
  vi.stubGlobal('fetch', async (...args: unknown[]) => {
    calls.push(args);
    return new Response(body, { status });
  });
  return calls;
}

const COMMON = { cache: 'no-store', credentials: 'same-origin' };

test('each call goes to its route, with names that cannot change the way', async () => {
  const calls = answerWith(200, '{}');
  const source = raceSource();
  const question = { task: 't', agents: ['a'], base: null, budget_usd: 1, budget_tokens: null, allow_experimental: false };
  await source.agents();
  await source.races();
  await source.start(question);
  await source.stop('../x', 'a/b');
  expect(calls).toEqual([
    ['/api/agents', COMMON],
    ['/api/races', COMMON],
    ['/api/races', { ...COMMON, method: 'POST', body: JSON.stringify(question) }],
    ['/api/runs/..%2Fx/stop', { ...COMMON, method: 'POST', body: '{"candidate":"a/b"}' }],
  ]);
});

test('what the server refuses is told in its words', async () => {
  answerWith(409, '{"error":{"code":"no_agents","message":"There is nobody.","next":"Name one."}}');
  const refused = await raceSource()
    .races()
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(DataSourceError);
  expect(refused).toMatchObject({ code: 'no_agents', message: 'There is nobody.', next: 'Name one.' });
});

test.each([[200], [500]])('an answer that breaks off is no answer (%i)', async (status) => {
  answerWith(status, '{"a":');
  await expect(raceSource().agents()).rejects.toMatchObject({ code: 'unreachable' });
});
