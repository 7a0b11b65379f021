import { expect, test } from 'vitest';
import { pyright } from './pyright.ts';

test('versions of 2020 name the file above its findings', () => {
  const reader = pyright.open({ before: () => '' });
  const lines = [
    '/project/quay.py',
    '  5:12 - error: Expression of type "str" (reportGeneralTypeIssues)',
    '1 error, 0 warnings ',
  ];
  lines.forEach((line, index) => {
    reader.line(line, index + 1);
  });
  expect(reader.end()).toMatchObject([
    { findings: [{ path: '/project/quay.py', line: 5, rule: 'reportGeneralTypeIssues', severity: 'error' }], closed: true },
  ]);
});
