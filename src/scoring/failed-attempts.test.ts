// How an agent ended: a failed attempt is listed below every finished one, whatever its scores, and says so.
import { expect, test } from 'vitest';
import { baseTests, changed, finding, makeCandidate, makeFacts, makePolicy, ranTests } from '../../test/facts-builder.ts';
import type { CandidateFacts } from '../contract/index.ts';
import { scoreFacts } from './score-facts.ts';

const BASELINE = { tests: baseTests({ passed: 10, failed: 1 }) };
const FIXED = { tests: ranTests({ passed: 11, fixed: ['t11'] }) };
const TIME_LIMIT = { kind: 'time_limit', cause: 'timeout_seconds = 6' } as const;

const good = makeCandidate({ name: 'good', ...FIXED, agent: { duration_ms: 60_000 }, files: [changed('a.ts', { lines: 900 })] });
const slow = makeCandidate({
  ...{ name: 'slow', ...FIXED },
  agent: { ended: 'timed_out', exit_code: null, ending: TIME_LIMIT, duration_ms: 1_000 },
});
const cheat = makeCandidate({ name: 'cheat', ...FIXED, integrity: [finding('early_exit', 'error')] });
const crash = makeCandidate({ name: 'crash', agent: { exit_code: 1, duration_ms: 100 }, files: [], change: 'nothing' });

function score(...candidates: CandidateFacts[]) {
  return scoreFacts(makeFacts({ baseline: BASELINE, candidates }), makePolicy());
}

test('a failed attempt is below every finished one, even if it can be merged and has the higher total', () => {
  const { rankings, winner, verdict, margin, firmness } = score(crash, slow, cheat, good);
  expect(rankings.map(({ agent, rank, ending }) => [agent, rank, ending?.kind])).toEqual([
    ['good', 1, 'finished'],
    ['cheat', null, 'finished'],
    ['slow', 2, 'time_limit'],
    ['crash', null, 'crashed'],
  ]);
  const totals = new Map(rankings.map(({ agent, total }) => [agent, total ?? 0]));
  expect(totals.get('slow')).toBeGreaterThan(totals.get('good') ?? 0);
  expect([winner, verdict.class, verdict.reason]).toEqual([
    'good',
    'decided_by_quality',
    'the only mergeable candidate whose agent finished',
  ]);
  expect([margin, firmness.verdict]).toEqual([null, 'firm']);
});

test('the order of failed attempts does not depend on mergeable_first', () => {
  const policy = makePolicy({ ranking: { mergeable_first: false } });
  const { rankings } = scoreFacts(makeFacts({ baseline: BASELINE, candidates: [slow, good] }), policy);
  expect(rankings.map(({ agent }) => agent)).toEqual(['good', 'slow']);
});

test('a failed attempt is first only if no finished one can be merged, and the verdict says how it ended', () => {
  const { winner, verdict } = score(slow, crash, cheat);
  expect([winner, verdict.reason]).toEqual([
    'slow',
    'the only candidate that can be merged; the agent of slow stopped at the time limit',
  ]);
});

test('the gate against empty diffs says how the agent ended', () => {
  const reasonOf = (candidate: CandidateFacts) =>
    score(candidate).rankings[0]?.gates.find(({ id }) => id === 'diff_not_empty')?.reason;
  expect(reasonOf(crash)).toBe('the diff is empty: the agent crashed (exit code 1)');
  expect(reasonOf({ ...crash, agent: good.agent })).toBe('the diff is empty');
  expect(reasonOf({ ...crash, agent: null })).toBe('the diff is empty');
});

test('a candidate that Hydra did not race has no ending', () => {
  expect(score(makeCandidate({ agent: null })).rankings[0]).not.toHaveProperty('ending');
});
