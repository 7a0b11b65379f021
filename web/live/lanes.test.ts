import { expect, test } from 'vitest';
import { DEFAULT_POLICY, type HydraEvent, type Run } from '../../src/contract/index.ts';
import { lanesOf } from './lanes.ts';

const run = {
  policy: {
    ...DEFAULT_POLICY,
    scoring: { ...DEFAULT_POLICY.scoring, commands: { build: 'b', test: 't', lint: null, security: null } },
  },
  candidates: [{ name: 'a' }],
} as Run;
const stamp = { schema_version: 1 as const, seq: 1, at: '2026-01-01T00:00:00.000Z' };

test('a lane per tree, with the checks that wait, run and have ended', () => {
  const ended = { ended: 'exited', exit_code: 1, duration_ms: 5, from_cache: false } as const;
  const events: HydraEvent[] = [
    { ...stamp, type: 'run_started', run_id: 'R', candidates: ['a'] },
    { ...stamp, type: 'check_started', candidate: null, check: 'build' },
    { ...stamp, type: 'check_finished', candidate: null, check: 'build', ...ended },
    { ...stamp, type: 'check_started', candidate: 'a', check: 'test' },
    { ...stamp, type: 'check_progress', candidate: 'a', check: 'test', tests_seen: 7 },
    { ...stamp, type: 'check_started', candidate: 'a', check: 'pinned-test' },
    { ...stamp, type: 'check_started', candidate: 'unknown', check: 'test' },
  ];
  const lanes = lanesOf(run, events).map(({ candidate, checks }) => [
    candidate,
    ...checks.map(({ check, state, testsSeen, exitCode }) => [check, state, testsSeen, exitCode].join(' ')),
  ]);
  expect(lanes).toEqual([
    [null, 'build done 0 1', 'test waiting 0 '],
    ['a', 'build waiting 0 ', 'test running 7 ', 'pinned-test running 0 '],
  ]);
});
