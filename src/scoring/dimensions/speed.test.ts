import { describe, expect, test } from 'vitest';
import {
  assess,
  broken,
  built,
  changed,
  makeAgent,
  makeCandidate,
  makeFacts,
  makePolicy,
  scoreBy,
  unavailable,
} from '../../../test/facts-builder.ts';
import type { CandidateFacts } from '../../contract/index.ts';
import { speed } from './speed.ts';

const took = (name: string, seconds: number, parts: Partial<CandidateFacts> = {}) =>
  makeCandidate({ name, agent: { duration_ms: seconds * 1000 }, ...parts });
const scores = (candidates: CandidateFacts[], countFailed = true) => {
  const facts = makeFacts({ candidates });
  const policy = makePolicy({ speed: { count_failed: countFailed } });
  return candidates.map(({ name }) => scoreBy(speed, facts, policy, name));
};

test.each([
  [
    [60, 45],
    [75, 100],
  ],
  [
    [45, 45],
    [100, 100],
  ],
  [
    [10, 40, 20],
    [100, 25, 50],
  ],
  [[30], [100]],
  [
    [0, 0],
    [100, 100],
  ],
  [
    [0, 5],
    [100, 0],
  ],
])('scores durations %j', (seconds, expected) => {
  expect(scores(seconds.map((each, index) => took(`agent-${index}`, each)))).toEqual(expected);
});

describe('a failed agent does not count as the fastest', () => {
  const failures: [string, Partial<CandidateFacts>][] = [
    ['exited with 1', { agent: makeAgent({ ended: 'exited', exit_code: 1, duration_ms: 10_000, cost_usd: null }) }],
    ['timed out', { agent: makeAgent({ ended: 'timed_out', exit_code: null, duration_ms: 10_000, cost_usd: null }) }],
    ['changed nothing', { diff: { files: [] } }],
    ['broke the build', { build: built(false) }],
    ['broke the build beyond reading', { build: broken('crashed') }],
    ['took the build away', { build: unavailable('no build script') }],
  ];

  test.each(failures)('%s', (_, parts) => {
    const candidates = [took('slow', 40), took('slower', 80), { ...took('failed', 10), ...parts }];
    expect(scores(candidates)).toEqual([100, 50, 100]);
    expect(scores(candidates, false)).toEqual([100, 50, 0]);
  });

  test('compares a slow failed agent like the others', () => {
    expect(scores([took('good', 40), took('failed', 160, { build: built(false) })])).toEqual([100, 25]);
  });
});

test('a build that is unavailable fails no candidate', () => {
  const missing = unavailable('make is not installed');
  const candidates = [took('a', 20, { build: missing }), took('b', 40, { build: missing })];
  const facts = makeFacts({ baseline: { build: missing }, candidates });
  expect(scoreBy(speed, facts, makePolicy(), 'b')).toBe(50);
});

describe('does not apply', () => {
  const untimed = (name: string) => makeCandidate({ name, agent: null });

  test('if one duration is unknown', () => {
    const facts = makeFacts({ candidates: [took('a', 20), untimed('b')] });
    expect(assess(speed, facts)).toEqual({ state: 'not_applicable', why: 'the duration is not known for b' });
  });

  test('and lists a few of them in an order that does not depend on that of the candidates', () => {
    const facts = makeFacts({ candidates: ['d', 'b', 'e', 'a', 'c'].map(untimed) });
    expect(assess(speed, facts)).toEqual({ state: 'not_applicable', why: 'the duration is not known for a, b, c and 2 more' });
    const three = makeFacts({ candidates: ['c', 'b', 'a'].map(untimed) });
    expect(assess(speed, three)).toEqual({ state: 'not_applicable', why: 'the duration is not known for a, b, c' });
  });

  test('if no agent succeeded', () => {
    const facts = makeFacts({ candidates: [took('a', 20, { build: built(false) }), took('b', 5, { diff: { files: [] } })] });
    expect(assess(speed, facts)).toEqual({
      state: 'not_applicable',
      why: 'no agent succeeded, so there is no duration to compare with',
    });
  });
});

test('records the calculation', () => {
  const facts = makeFacts({ candidates: [took('a', 60), took('b', 45)] });
  expect(assess(speed, facts)).toEqual({
    state: 'scored',
    score: 75,
    steps: [
      {
        name: 'score',
        expression: 'if agent_duration <= fastest then 100 else (fastest / agent_duration) * 100',
        inputs: { fastest: 45_000, agent_duration: 60_000 },
        value: 75,
      },
    ],
  });
});

test('a lockfile alone counts as a change', () => {
  const files = [changed('package-lock.json', { class: 'lockfile' })];
  expect(scores([took('a', 10, { diff: { files } }), took('b', 20)])).toEqual([100, 50]);
});
