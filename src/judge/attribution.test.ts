import { describe, expect, test } from 'vitest';
import { addedFiles } from '../../test/added-file.ts';
import { read, tests } from '../../test/readings-builder.ts';
import { type Capture, parseCheckRun, type RestoredFile, type TestStatus, type TestSummary } from '../contract/index.ts';
import { attributionOf, causesOf, productUnits } from './attribution.ts';
import type { MaybeReading } from './measure.ts';
import type { CandidateCaptures } from './run-reading.ts';

type Results = Record<string, TestStatus>;

interface Made {
  files: readonly string[];
  restored?: RestoredFile[];
  /** By the name of the capture. */
  runs?: Record<string, Results>;
  /** Attribution runs: what is left out, and the results. */
  without?: readonly [tree: 'own' | 'pinned', leftOut: readonly string[], results: Results][];
}

function leavingOut(reading: MaybeReading<TestSummary>, leftOut: readonly string[]): MaybeReading<TestSummary> {
  if (reading.state !== 'read') return reading;
  const capture: Capture = { ...reading.reading.capture, left_out: [...leftOut] };
  return { ...reading, reading: { ...reading.reading, capture } };
}

function captures({ files, restored = [], runs = {}, without = [] }: Made): CandidateCaptures {
  const pinned = restored.length === 0 ? null : { commit: 'p', tree: 'p' };
  const parts = without.map(([tree, leftOut, results], index) => ({
    run: parseCheckRun(`${tree === 'own' ? '' : 'pinned-'}selected${index + 1}-attribution`),
    reading: leavingOut(read(tests(results)), leftOut),
    output: '',
  }));
  const whole = Object.entries(runs).map(([name, results]) => ({
    run: parseCheckRun(name),
    reading: read(tests(results)),
    output: '',
  }));
  return {
    testRuns: [...whole, ...parts],
    entry: { name: 'a', source: { kind: 'ref', value: 'a' }, commit: 'c', tree: 't', pinned, restored },
    ...addedFiles(Object.fromEntries(files.map((path) => [path, ['work();']]))),
  } as unknown as CandidateCaptures;
}

describe('why fixed tests pass', () => {
  test('names the only changed product file without a run', () => {
    const one = captures({
      files: ['src/a.js', 'README.md', 'test/a.test.js', '.gitignore', 'package-lock.json'],
      restored: [{ path: 'test/a.test.js', why: 'test' }],
    });
    expect(attributionOf(one, ['x'])).toEqual({ groups: [{ tests: ['x'], files: ['src/a.js'] }] });
  });

  test('counts a file of which only parts are the base’s', () => {
    const rust = captures({ files: ['src/a.rs'], restored: [{ path: 'src/a.rs', why: 'test', in_part: true }] });
    expect(productUnits(rust)).toEqual([{ path: 'src/a.rs', paths: ['src/a.rs'] }]);
  });

  test('names the files without which a test does not pass', () => {
    const several = captures({
      files: ['src/a.js', 'src/b.js', 'src/c.js'],
      without: [
        ['own', ['src/a.js'], { x: 'failed', y: 'passed' }],
        ['own', ['src/b.js'], {}],
        ['own', ['src/c.js'], { x: 'passed', y: 'passed' }],
      ],
    });
    expect(attributionOf(several, ['y', 'x'])).toEqual({
      groups: [
        { tests: ['x'], files: ['src/a.js', 'src/b.js'] },
        { tests: ['y'], files: ['src/b.js'] },
      ],
    });
  });

  test('says so if no part decides, or no run left a part out', () => {
    const files = ['src/a.js', 'src/b.js'];
    const redundant = captures({ files, without: [['own', ['src/a.js'], { x: 'passed' }]] });
    expect(attributionOf(redundant, ['x'])).toEqual({
      groups: [],
      unknown: 'no single part of the change decides 1 of its tests',
    });
    expect(attributionOf(captures({ files }), ['x'])?.unknown).toMatch(/^it changes 2 product files/);
  });

  test('says nothing without fixed tests or without product files', () => {
    expect(attributionOf(captures({ files: ['src/a.js'] }), [])).toBeUndefined();
    expect(attributionOf(captures({ files: ['README.md'] }), ['x'])).toBeUndefined();
  });
});

describe('why tests pass only in the own tree', () => {
  const hooks: RestoredFile = { path: 'etc/hooks.js', why: 'support' };
  const settings: RestoredFile = { path: 'jest.config.mjs', why: 'runner' };
  const edit: RestoredFile = { path: 'test/a.test.js', why: 'test' };
  const runs = { test: { 'a > x': 'passed' }, 'pinned-test': { 'a > x': 'failed' } } as const;
  const causes = (made: Omit<Made, 'files' | 'runs'>, results: Record<string, Results> = runs) =>
    Object.fromEntries(causesOf(captures({ files: ['src/a.js'], runs: results, ...made })));

  test('names the only other file without a run', () => {
    expect(causes({ restored: [hooks] })).toEqual({ 'a > x': [hooks] });
  });

  test('calls a test edited if its file is restored', () => {
    expect(causes({ restored: [edit] })).toEqual({ 'a > x': [] });
    const named = { test: { 'test/a.test.js > x': 'passed' }, 'pinned-test': { 'test/a.test.js > x': 'failed' } } as const;
    expect(causes({ restored: [edit, hooks] }, named)).toEqual({ 'test/a.test.js > x': [] });
  });

  test('decides by a run that leaves out only the edits of tests', () => {
    const restored = [edit, hooks];
    expect(causes({ restored, without: [['own', [edit.path], { 'a > x': 'passed' }]] })).toEqual({ 'a > x': [hooks] });
    expect(causes({ restored, without: [['own', [edit.path], { 'a > x': 'failed' }]] })).toEqual({ 'a > x': [] });
  });

  test('names the files without which the test fails', () => {
    const without: Made['without'] = [
      ['own', [hooks.path], { 'a > x': 'passed' }],
      ['own', [settings.path], { 'a > x': 'failed' }],
    ];
    expect(causes({ restored: [hooks, settings], without })).toEqual({ 'a > x': [settings] });
  });

  test('is empty if the pinned run has no results, or agrees', () => {
    expect(causes({ restored: [hooks] }, { test: { x: 'passed' }, 'pinned-test': {} })).toEqual({});
    expect(causes({ restored: [hooks] }, { test: { x: 'passed' }, 'pinned-test': { x: 'passed' } })).toEqual({});
  });
});
