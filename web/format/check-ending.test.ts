import { expect, test } from 'vitest';
import { checkEnding } from './check-ending.ts';

test.each([
  ['test', 'exited', 0, 'good', 'exit 0'],
  ['pinned-test', 'exited', 1, 'bad', 'exit 1'],
  ['test', 'timed_out', null, 'bad', 'timed out'],
  ['canary', 'exited', 1, 'quiet', 'exit 1'],
  ['canary-file', 'exited', 0, 'bad', 'planted failure not reported'],
  ['test', 'exited', null, 'bad', 'killed by SIGSEGV'],
  ['cross.fix', 'exited', 1, 'quiet', 'exit 1'],
  ['again1-cross.fix.v2', 'exited', 1, 'quiet', 'exit 1'],
  ['acceptance', 'exited', 0, 'good', 'exit 0'],
  ['authored', 'timed_out', null, 'bad', 'timed out'],
] as const)('labels %s that %s with %s as %s: %s', (check, ended, exitCode, tone, label) => {
  expect(checkEnding(check, { ended, exitCode, signal: 'SIGSEGV' })).toEqual({ tone, label });
});

test.each([
  ['reported', 1, 'good', 'planted failure reported'],
  ['not_reported', 1, 'bad', 'exit code 1, planted failure not in its results'],
  ['not_reported', 0, 'bad', 'planted failure not reported'],
] as const)('labels a run that must fail with the failure %s and exit code %s', (planted, exitCode, tone, label) => {
  expect(checkEnding('canary', { ended: 'exited', exitCode, planted })).toEqual({ tone, label });
});
