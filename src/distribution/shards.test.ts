import { expect, test } from 'vitest';
import type { Plan } from '../contract/index.ts';
import { divide, parseShard } from './shards.ts';

function planOf(names: readonly string[], expected_ms: Record<string, number> = {}): Plan {
  return { plan_id: '0123456789abcdef', run: { candidates: names.map((name) => ({ name })) }, expected_ms } as unknown as Plan;
}

const NAMES = Array.from({ length: 10 }, (_, index) => `c${index}`);

test('every candidate is in exactly one shard, and shards differ by at most one', () => {
  for (const count of [1, 3, 4, 12]) {
    const shards = divide(planOf(NAMES), count);
    expect(shards.flat().sort()).toEqual(NAMES);
    expect(shards.length).toBe(count);
    const sizes = shards.map((shard) => shard.length);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
  }
});

test('the same plan is divided the same way, in the order of the run', () => {
  expect(divide(planOf(NAMES), 3)).toEqual(divide(planOf(NAMES), 3));
  for (const shard of divide(planOf(NAMES), 3)) expect(shard).toEqual([...shard].sort());
});

test('long candidates are spread: the longest alone, the others together', () => {
  const shards = divide(planOf(['a', 'b', 'c', 'd'], { a: 90, b: 30, c: 30, d: 30 }), 2);
  expect(shards).toEqual([['a'], ['b', 'c', 'd']]);
});

test.each([
  ['3/16', {}, { index: 3, count: 16 }],
  ['auto', { CI_NODE_INDEX: '2', CI_NODE_TOTAL: '4' }, { index: 2, count: 4 }],
  ['auto', { BUILDKITE_PARALLEL_JOB: '0', BUILDKITE_PARALLEL_JOB_COUNT: '4' }, { index: 1, count: 4 }],
  ['auto', { CIRCLE_NODE_INDEX: '3', CIRCLE_NODE_TOTAL: '4' }, { index: 4, count: 4 }],
  ['auto', { SLURM_ARRAY_TASK_ID: '7', SLURM_ARRAY_TASK_MIN: '5', SLURM_ARRAY_TASK_COUNT: '3' }, { index: 3, count: 3 }],
  ['auto/8', { JOB_COMPLETION_INDEX: '7' }, { index: 8, count: 8 }],
])('%s with %o is shard %o', (text, env, shard) => {
  expect(parseShard(text, env)).toEqual(shard);
});

test.each([
  ['0/4', {}, 'got `0/4`.'],
  ['5/4', {}, ': there is no shard 5 of 4'],
  ['x', {}, 'got `x`.'],
  ['auto', {}, ': no variable of a CI system numbers this job'],
  ['auto', { JOB_COMPLETION_INDEX: '1' }, 'use auto/COUNT'],
  ['auto/2', { JOB_COMPLETION_INDEX: '2' }, ': there is no shard 3 of 2'],
])('rejects %s with %o', (text, env, reason) => {
  expect(() => parseShard(text, env)).toThrow(expect.objectContaining({ code: 'shard_usage' }));
  expect(() => parseShard(text, env)).toThrow(reason);
});
