import { expect, test } from 'vitest';
import { sampleRanking, sampleScorecard } from '../../test/sample-scorecard.ts';
import { IN_FORCE, mergeOf, weightsOf } from '../../test/simulated-user.ts';
import type { MergeDecision } from '../contract/index.ts';
import { type RunRecord, toChoice } from './choice.ts';

const RANKINGS = [
  sampleRanking('a', { build: 100, tests: 100, lint: 80, cross_tests: 50 }),
  sampleRanking('b', { build: 100, tests: 90, lint: 100 }),
  sampleRanking('c', { build: 0, tests: 100, lint: 100 }, { mergeable: false }),
];

function record(decisions: RunRecord['decisions'], changes: Partial<RunRecord> = {}): RunRecord {
  return { runId: 'R', scorecard: sampleScorecard(RANKINGS), scorecardSha256: 'ab', decisions, ...changes };
}

const merge = (candidate: string, changes: Partial<MergeDecision> = {}): MergeDecision => ({
  ...mergeOf('R', 0, candidate, { order: ['a', 'b', 'c'] }),
  ...changes,
});
const WEIGHTS = weightsOf({ ...IN_FORCE, cross_tests: 20 });

test('a choice has the mergeable candidates and the dimensions that were measured for all of them', () => {
  expect(toChoice(record([merge('b')]), WEIGHTS)).toEqual({
    runId: 'R',
    at: '2026-01-01T00:00:00.000Z',
    candidates: ['a', 'b'],
    dimensions: ['build', 'tests', 'lint'],
    scores: [
      [100, 100, 80],
      [100, 90, 100],
    ],
    merged: 1,
    first: 0,
    isBlind: false,
  });
});

test('a dimension without a weight is no part of a choice', () => {
  expect(toChoice(record([merge('a')]), { ...WEIGHTS, lint: 0 })).toMatchObject({ dimensions: ['build', 'tests'] });
});

test('a failed measurement counts as 0', () => {
  const broken = sampleRanking('b', { build: 100, tests: { state: 'error', why: 'it crashed' }, lint: 100 });
  const scorecard = sampleScorecard([RANKINGS[0] ?? broken, broken]);
  expect(toChoice(record([merge('a')], { scorecard }), WEIGHTS)).toMatchObject({
    scores: [
      [100, 100, 80],
      [100, 0, 100],
    ],
  });
});

test('takes the order and the blind flag from the decision, and the last merge of a run', () => {
  const shown = { ...mergeOf('R', 0, 'a', {}).shown, order: ['c', 'b', 'a'], scores: [], blind: true };
  expect(toChoice(record([merge('b'), merge('a', { shown })]), WEIGHTS)).toMatchObject({ merged: 0, first: 1, isBlind: true });
});

test('a run without a merge is no choice', () => {
  const { schema_version, run_id, number, previous, candidate, by, at } = merge('a');
  const shown = { order: ['a', 'b', 'c'], scorecard_sha256: 'ab' };
  const pick = { schema_version, run_id, number, previous, candidate, by, at, kind: 'pick' as const, shown };
  expect(toChoice(record([pick]), WEIGHTS)).toBeNull();
});

const equal = [sampleRanking('a', { tests: 90, lint: 80, speed: 10 }), sampleRanking('b', { tests: 90, lint: 80, speed: 20 })];
const alike = ['a', 'b'].map((name) => sampleRanking(name, { tests: 90, lint: 80 }));
const level = { class: 'level' as const, leaders: ['a', 'b'], reason: 'equal', next: null };

test.each<[string, RunRecord]>([
  ['forced', record([merge('c', { forced: { reason: 'urgent', failed_gates: ['build fails'] } })])],
  ['parts', record([merge('a', { picked: ['b:file'] })])],
  ['rescored', record([merge('a')], { scorecardSha256: 'cd' })],
  ['level', record([merge('a')], { scorecard: sampleScorecard(alike, { verdict: level }) })],
  ['one_mergeable', record([merge('a')], { scorecard: sampleScorecard(RANKINGS.filter(({ agent }) => agent !== 'b')) })],
  ['no_difference', record([merge('a')], { scorecard: sampleScorecard(equal) })],
  ['unreadable', record([merge('c')])],
])('leaves out a run: %s', (reason, left) => {
  expect(toChoice(left, weightsOf({ tests: 30, lint: 15 }))).toBe(reason);
});

test('takes a level run whose leaders differ in what decides nothing', () => {
  const left = record([merge('a')], { scorecard: sampleScorecard(equal, { verdict: level }) });
  expect(toChoice(left, weightsOf({ tests: 30, speed: 10 }))).toMatchObject({ candidates: ['a', 'b'], merged: 0 });
});
