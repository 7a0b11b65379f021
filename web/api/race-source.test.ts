import { afterEach, expect, test, vi } from 'vitest';
import { raceSource } from './race-source.ts';

afterEach(() => vi.unstubAllGlobals());

const COMMON = { cache: 'no-store', credentials: 'same-origin', headers: { Authorization: 'Bearer T' } };

test('requests the route of each call, with escaped names and the token', async () => {
  const calls: unknown[][] = [];
  const bodies = ['[]', '[]', '{"run_id":"R"}', '{"stopped":true}'];
  vi.stubGlobal('fetch', async (...args: unknown[]) => {
    calls.push(args);
    return new Response(bodies[calls.length - 1]);
  });
  vi.stubGlobal('localStorage', { getItem: () => 'T' });
  const source = raceSource();
  const question = { task: 't', agents: ['a'], base: null, budget_usd: 1, budget_tokens: null, allow_experimental: false };
  expect(await source.agents()).toEqual([]);
  expect(await source.races()).toEqual([]);
  expect(await source.start(question)).toEqual({ run_id: 'R' });
  expect(await source.stop('../x', 'a/b')).toEqual({ stopped: true });
  expect(calls).toEqual([
    ['/api/agents', COMMON],
    ['/api/races', COMMON],
    ['/api/races', { ...COMMON, method: 'POST', body: JSON.stringify(question) }],
    ['/api/runs/..%2Fx/stop', { ...COMMON, method: 'POST', body: '{"candidate":"a/b"}' }],
  ]);
});
