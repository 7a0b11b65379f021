import { expect, test } from 'vitest';
import { readWithParsers } from '../../../../test/read-with-parsers.ts';
import type { JsonParser } from '../../../parse/parser.ts';
import type { LintSection } from '../../../parse/section.ts';
import { pylint } from './index.ts';

const json = pylint.parse.find((parser): parser is JsonParser<LintSection> => parser.form === 'json');

const message = {
  type: 'error',
  symbol: 'undefined-variable',
  message: "Undefined variable 'anchor'",
  messageId: 'E0602',
  confidence: 'UNDEFINED',
  module: 'quay',
  obj: 'moor',
  line: 4,
  column: 9,
  endLine: 4,
  endColumn: 15,
  path: 'quay.py',
  absolutePath: '/project/quay.py',
};
const counts = { fatal: 0, error: 1, warning: 0, refactor: 0, convention: 2, info: 0 };

test('reads the totals of json2, of pylint 3', () => {
  const report = { messages: [message], statistics: { messageTypeCount: counts, modulesLinted: 1, score: 5 } };
  expect(json?.accepts(report)).toBe(true);
  expect(readWithParsers('lint', pylint.parse, JSON.stringify(report, null, 1)).sections).toMatchObject([
    {
      findings: [{ path: 'quay.py', line: 4, rule: 'undefined-variable', severity: 'error' }],
      totals: { errors: 1, warnings: 2, total: null },
    },
  ]);
});

test.each([[[]], [{ messages: [] }], [[{ message: 'a' }]]])('rejects %j', (document) => {
  expect(json?.accepts(document)).toBe(false);
});
