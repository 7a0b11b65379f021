import { expect, test } from 'vitest';
import { coverageText, fileCoverageText, placeOfReport, reportInTree } from './coverage.ts';

test.each([
  [{ changed_lines: 0, executed_lines: 0 }, null],
  [{ changed_lines: 1, executed_lines: 0 }, 'no test executes any of 1 changed line'],
  [{ changed_lines: 10, executed_lines: 8 }, 'tests execute 8 of 10 changed lines'],
  [{ changed_lines: 2, executed_lines: 2, only_task_tests: true as const }, 'tests about the task execute 2 of 2 changed lines'],
])('says of %j: %s', (counts, text) => {
  expect(coverageText({ ...counts, files: [] })).toBe(text);
});

test.each<[number[] | undefined, string]>([
  [undefined, '9 of 9 changed lines'],
  [[4], '8 of 9 changed lines; not executed: line 4'],
  [[3, 4, 5, 9, 11, 12], '3 of 9 changed lines; not executed: lines 3-5, 9, 11-12'],
])('names missed lines %j of a file', (missed_lines, text) => {
  const file = {
    path: 'a.js',
    changed_lines: 9,
    executed_lines: 9 - (missed_lines?.length ?? 0),
    ...(missed_lines && { missed_lines }),
  };
  expect(fileCoverageText(file)).toBe(text);
});

test('keeps the path of a report in the tree', () => {
  expect(placeOfReport(reportInTree('coverage/lcov.info'))).toBe('coverage/lcov.info');
  expect(placeOfReport('coverage/1-lcov.info')).toBeNull();
});
