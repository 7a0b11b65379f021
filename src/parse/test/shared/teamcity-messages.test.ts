import { describe, expect, test } from 'vitest';
import { Shelf } from '../../engine/shelf.ts';
import { readTeamcityMessage, TeamcityTests } from './teamcity-messages.ts';

describe('a message', () => {
  test('with escapes', () => {
    const message = readTeamcityMessage("##teamcity[testFailed name='it|'s |[odd|] || |0x00e9' details='a|nb']");
    expect(message?.type).toBe('testFailed');
    expect([...(message?.attributes ?? [])]).toEqual([
      ['name', "it's [odd] | é"],
      ['details', 'a b'],
    ]);
  });

  test.each(['##teamcity[testFailed name=', 'x ##teamcity[testFailed]', '# teamcity[testFailed]'])('not %s', (line) => {
    expect(readTeamcityMessage(line)).toBeNull();
  });
});

function follow(...lines: string[]) {
  const tests = new TeamcityTests(new Shelf(), { idOf: (suites, name) => [...suites, name].join('/') });
  for (const line of lines) {
    const message = readTeamcityMessage(`##teamcity[${line}]`);
    if (message !== null) tests.message(message);
  }
  return { tests: tests.tests.map(({ id, status }) => `${status} ${id}`), open: tests.openCount, misfits: tests.misfits };
}

describe('a run', () => {
  test('of two flows at once', () => {
    const run = follow(
      "testSuiteStarted name='a' flowId='1'",
      "testSuiteStarted name='b' flowId='2'",
      "testStarted name='t' flowId='1'",
      "testStarted name='t' flowId='2'",
      "testFailed name='t' flowId='2'",
      "testFinished name='t' flowId='2'",
      "testFinished name='t' flowId='1'",
      "testSuiteFinished name='b' flowId='2'",
      "testSuiteFinished name='a' flowId='1'",
    );
    expect(run).toEqual({ tests: ['passed a/t', 'failed b/t'], open: 0, misfits: 0 });
  });

  test('with tests that are ignored without a beginning', () => {
    expect(follow("testIgnored name='t'", "testFinished name='t'", "testIgnored name='u'")).toEqual({
      tests: ['skipped t', 'skipped u'],
      open: 0,
      misfits: 0,
    });
  });

  test('that broke off', () => {
    expect(follow("testSuiteStarted name='a'", "testStarted name='t'")).toMatchObject({ open: 2 });
  });

  test('with an end that has no beginning', () => {
    expect(follow("testFinished name='t'")).toMatchObject({ tests: [], misfits: 1 });
  });
});
