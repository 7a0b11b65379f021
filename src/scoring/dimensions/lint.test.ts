import { describe, expect, test } from 'vitest';
import {
  assess,
  baseLint,
  broken,
  countedLint,
  linted,
  makeCandidate,
  makeFacts,
  notConfigured,
  scoreBy,
} from '../../../test/facts-builder.ts';
import type { CandidateFacts, Facts } from '../../contract/index.ts';
import { lint } from './lint.ts';

function factsOf(baseline: Facts['baseline']['lint'], candidate: CandidateFacts['lint']): Facts {
  return makeFacts({ baseline: { lint: baseline }, candidates: [makeCandidate({ lint: candidate })] });
}

const clean = baseLint({});
const tenWarnings = baseLint({ warnings: 10 });

describe('by identity', () => {
  test.each([
    ['nothing found on either side', clean, linted({}), 100],
    [
      '2 new errors, 3 new warnings',
      clean,
      linted({ errors: 2, warnings: 3, added: ['error', 'error', 'warning', 'warning', 'warning'] }),
      70,
    ],
    ['4 of 10 warnings fixed, 1 new error', tenWarnings, linted({ errors: 1, warnings: 6, added: ['error'] }), 91],
    ['findings of the base cost no points', tenWarnings, linted({ warnings: 10 }), 100],
    ['mending never lifts above 100', tenWarnings, linted({}), 100],
    ['one fixed, another one new: nothing is resolved', tenWarnings, linted({ warnings: 10, added: ['warning'] }), 98],
    ['9 new errors', clean, linted({ errors: 9, added: Array.from({ length: 9 }, () => 'error' as const) }), 0],
    ['8 new errors', clean, linted({ errors: 8, added: Array.from({ length: 8 }, () => 'error' as const) }), 4],
  ])('%s', (_, baseline, candidate, score) => {
    expect(scoreBy(lint, factsOf(baseline, candidate))).toBe(score);
  });
});

describe('by count', () => {
  test.each([
    ['2 more errors, 3 more warnings', clean, countedLint({ errors: 2, warnings: 3 }), 70],
    ['4 warnings fewer, 1 error more', tenWarnings, countedLint({ errors: 1, warnings: 6 }), 91],
    ['an error in place of a warning', baseLint({ errors: 1, warnings: 1 }), countedLint({ errors: 2 }), 88],
    [
      'fewer errors do not pay for more warnings, beyond the net',
      baseLint({ errors: 5 }),
      countedLint({ errors: 1, warnings: 2 }),
      98,
    ],
  ])('%s', (_, baseline, candidate, score) => {
    expect(scoreBy(lint, factsOf(baseline, candidate))).toBe(score);
  });
});

test('is unavailable if the linter is missing on the base; a crash on the candidate is an error', () => {
  expect(assess(lint, factsOf(notConfigured, linted({})))).toEqual({
    state: 'not_applicable',
    why: 'no lint command is configured',
  });
  expect(assess(lint, factsOf(clean, broken('exit code 2')))).toEqual({
    state: 'error',
    why: 'the lint check of this candidate could not be measured: exit code 2',
  });
});
