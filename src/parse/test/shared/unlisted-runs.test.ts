import { expect, test } from 'vitest';
import { emptyTestSection, type TestSection } from '../../section.ts';
import { doubtUnlistedRuns } from './unlisted-runs.ts';

function run(stated: number, ...listed: string[]): TestSection {
  const tests = listed.map((id) => ({ id, status: 'passed' as const }));
  return { ...emptyTestSection('deno-test', 1), tests, totals: { passed: stated, failed: 0, skipped: 0 } };
}

test.each<[string, TestSection[], number[]]>([
  ['a run without a list beside one that has it', [run(1, 'a'), run(3)], [0, 1]],
  ['no run has a list', [run(2), run(3)], [0, 0]],
  ['all runs have one', [run(1, 'a'), run(2, 'b', 'c')], [0, 0]],
  ['a run in which nothing passed', [run(1, 'a'), run(0)], [0, 0]],
])('%s', (_name, sections, problems) => {
  doubtUnlistedRuns(sections);
  expect(sections.map((section) => section.problems.length)).toEqual(problems);
});
