import { describe, expect, test } from 'vitest';
import { MemoryBudget } from '../../../parse/engine/memory-budget.ts';
import { ResultBuilder } from '../../../parse/engine/result-builder.ts';
import { readTeamcityMessage, TeamcityTests } from './teamcity-messages.ts';

describe('readTeamcityMessage', () => {
  test('decodes escapes', () => {
    const message = readTeamcityMessage("##teamcity[testFailed name='it|'s |[odd|] || |0x00e9' details='a|nb']");
    expect(message?.type).toBe('testFailed');
    expect([...(message?.attributes ?? [])]).toEqual([
      ['name', "it's [odd] | é"],
      ['details', 'a\nb'],
    ]);
  });

  test.each(['##teamcity[testFailed name=', 'x ##teamcity[testFailed]', '# teamcity[testFailed]'])('rejects %s', (line) => {
    expect(readTeamcityMessage(line)).toBeNull();
  });
});

function follow(...lines: string[]) {
  const position = { firstLine: 1, lineNumber: 1, before: () => '' };
  const results = new ResultBuilder('test', 'teamcity', new MemoryBudget(), position);
  const tests = new TeamcityTests(results, { idOf: (suites, name) => [...suites, name].join('/') });
  for (const line of lines) {
    const message = readTeamcityMessage(`##teamcity[${line}]`);
    if (message !== null) tests.message(message);
  }
  return { tests: tests.tests.map(({ id, status }) => `${status} ${id}`), open: tests.openCount, misplaced: tests.misplaced };
}

describe('TeamcityTests', () => {
  test('separates two flows', () => {
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
    expect(run).toEqual({ tests: ['passed a/t', 'failed b/t'], open: 0, misplaced: 0 });
  });

  test('accepts tests that are ignored without a start', () => {
    expect(follow("testIgnored name='t'", "testFinished name='t'", "testIgnored name='u'")).toEqual({
      tests: ['skipped t', 'skipped u'],
      open: 0,
      misplaced: 0,
    });
  });

  test('counts what was not finished', () => {
    expect(follow("testSuiteStarted name='a'", "testStarted name='t'")).toMatchObject({ open: 2 });
  });

  test('counts a test that finishes without a start', () => {
    expect(follow("testFinished name='t'")).toMatchObject({ tests: [], misplaced: 1 });
  });
});
