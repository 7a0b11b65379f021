import { describe, expect, test } from 'vitest';
import {
  assess,
  broken,
  built,
  makeCandidate,
  makeFacts,
  makePolicy,
  notConfigured,
  unavailable,
} from '../../../test/facts-builder.ts';
import { build } from './build.ts';

const gradient = makePolicy({ build: { mode: 'gradient' } });
const withBuild = (candidate: ReturnType<typeof built>, baseline: ReturnType<typeof built> = built(true)) =>
  makeFacts({ baseline: { build: baseline }, candidates: [makeCandidate({ build: candidate })] });

describe('binary', () => {
  test.each([
    ['passes', built(true), 100],
    ['fails', built(false), 0],
    ['fails in one target of two, which is still a failure', built(false, { app: true, docs: false }), 0],
  ])('scores a build that %s', (_, candidate, score) => {
    expect(assess(build, withBuild(candidate))).toMatchObject({ state: 'scored', score });
  });

  test('scores a candidate that fixes the build of a base that does not build', () => {
    expect(assess(build, withBuild(built(true), built(false)))).toMatchObject({ state: 'scored', score: 100 });
    expect(assess(build, withBuild(built(true), broken('timed out')))).toMatchObject({ state: 'scored', score: 100 });
  });
});

describe('gradient', () => {
  test.each([
    ['all targets', built(true, { app: true, docs: true }), 100],
    ['three of four targets', built(false, { a: true, b: true, c: true, d: false }), 75],
    ['no target', built(false, { app: false }), 0],
    ['no targets to tell apart, passing', built(true), 100],
    ['no targets to tell apart, failing', built(false), 0],
  ])('%s', (_, candidate, score) => {
    expect(assess(build, withBuild(candidate), gradient)).toMatchObject({ state: 'scored', score });
  });
});

test('does not apply without a build command', () => {
  expect(assess(build, withBuild(notConfigured, notConfigured))).toEqual({
    state: 'not_applicable',
    why: 'no build command is configured',
  });
});

test('is unavailable to all candidates if the tool is missing on the base', () => {
  expect(assess(build, withBuild(built(true), unavailable('make is not installed')))).toEqual({
    state: 'unavailable',
    why: 'the build check could not be measured on the base: make is not installed',
  });
});

test.each([
  [broken('timed out after 300 s'), 'timed out after 300 s'],
  [unavailable('package.json is gone'), 'package.json is gone'],
  [notConfigured, 'there is no result'],
])('a candidate without a result is an error: %j', (candidate, why) => {
  expect(assess(build, withBuild(candidate))).toEqual({
    state: 'error',
    why: `the build check of this candidate could not be measured: ${why}`,
  });
});
