import { expect, test } from 'vitest';
import { readWithParsers } from '../../../../test/read-with-parsers.ts';
import { pyright } from './index.ts';

test('reads versions of 2020, which name the file above its findings', () => {
  const lines = [
    '/project/quay.py',
    '  5:12 - error: Expression of type "str" (reportGeneralTypeIssues)',
    '1 error, 0 warnings ',
  ];
  const { sections } = readWithParsers('lint', pyright.parse, `${lines.join('\n')}\n`);
  expect(sections).toMatchObject([
    { findings: [{ path: '/project/quay.py', line: 5, rule: 'reportGeneralTypeIssues', severity: 'error' }], hasFooter: true },
  ]);
});
