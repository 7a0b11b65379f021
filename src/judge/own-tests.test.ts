import { expect, test } from 'vitest';
import { read, subjectWith, tests } from '../../test/readings-builder.ts';
import { parseCheckRun, type TestStatus } from '../contract/index.ts';
import { ownTests } from './own-tests.ts';
import type { CandidateCaptures } from './run-reading.ts';

type Results = Record<string, TestStatus>;

/** A candidate with the base's tests and its new test file, which ran alone. */
function own(pinned: Results, changed: Results, more: { exit_code: number; loadError?: string } = { exit_code: 0 }) {
  const { exit_code, ...parts } = more;
  const changedRun = read(tests(changed), { exit_code });
  const reading = changedRun.state === 'read' ? { ...changedRun, reading: { ...changedRun.reading, ...parts } } : changedRun;
  const testRuns = [
    { run: parseCheckRun('pinned-test'), reading: read(tests(pinned)), output: '' },
    { run: parseCheckRun('changed1-test'), reading, output: '' },
  ];
  const diff = { files: [{ path: 'test/new.test.js', status: 'added' }] };
  const result = ownTests({ ...subjectWith(testRuns), diff } as unknown as CandidateCaptures);
  return result?.state === 'read' ? result.reading.summary.tests.map(({ id, status }) => `${id} ${status}`) : null;
}

test('adds the tests of the changed files to those of the base', () => {
  expect(own({ old: 'passed' }, { new: 'passed' })).toEqual(['old passed', 'new passed']);
  expect(own({ old: 'passed' }, { new: 'failed' }, { exit_code: 1 })).toEqual(['old passed', 'new failed']);
});

test('is unknown if a changed file cannot be loaded: that may stop the whole suite', () => {
  expect(own({ old: 'passed' }, { new: 'failed' }, { exit_code: 2, loadError: 'ImportError: no' })).toBeNull();
  expect(own({ old: 'passed' }, { new: 'passed' }, { exit_code: 0, loadError: 'ImportError: no' })).not.toBeNull();
});
