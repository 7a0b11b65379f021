import { expect, test } from 'vitest';
import { Shelf } from '../../engine/shelf.ts';
import { pyright } from './pyright.ts';

test('versions of 2020 name the file above its findings', () => {
  const lines = [
    '/project/quay.py',
    '  5:12 - error: Expression of type "str" (reportGeneralTypeIssues)',
    '1 error, 0 warnings ',
  ];
  let current = 0;
  const reader = pyright.open({ before: (distance) => lines[current - distance] ?? '', lastLine: 0, shelf: new Shelf() });
  for (current = 0; current < lines.length; current += 1) reader.line(lines[current] ?? '', current + 1);
  expect(reader.end()).toMatchObject([
    { findings: [{ path: '/project/quay.py', line: 5, rule: 'reportGeneralTypeIssues', severity: 'error' }], closed: true },
  ]);
});
