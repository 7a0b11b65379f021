import { expect, test } from 'vitest';
import { readWithParsers } from '../../../../test/read-with-parsers.ts';
import { isRecord, recordsMember } from '../../../parse/shared/json-access.ts';
import { isListOf, jsonLinesLinter, jsonLinter } from './json-linter.ts';

const FIELDS = {
  commands: [],
  path: 'at.path',
  line: 'at.line',
  rule: 'rule',
  severity: ({ level }: Readonly<Record<string, unknown>>) => (level === 'error' ? 'error' : level === 'warn' ? 'warning' : null),
  message: ({ rule }: Readonly<Record<string, unknown>>) => `breaks ${rule}`,
} as const;

const REPORT = jsonLinter({
  ...FIELDS,
  id: 'report',
  accepts: (document) => isRecord(document) && 'report' in document,
  items: (document) => recordsMember(document, 'report'),
  totals: () => ({ errors: 1, warnings: 0, total: null }),
  problems: () => ['a problem'],
  tool: () => 'some tool',
});

const ERROR = { at: { path: 'a.c', line: 3 }, rule: 'r1', level: 'error' };
const NOTE = { at: { path: 'a.c', line: 4 }, rule: 'r2', level: 'note' };
const BARE_WARNING = { rule: '', level: 'warn' };

const ERROR_FINDING = { path: 'a.c', line: 3, rule: 'r1', severity: 'error', message: 'breaks r1' };
const WARNING_FINDING = { path: null, line: null, rule: null, severity: 'warning', message: 'breaks ' };

test('reads a report by the paths and functions of its fields', () => {
  const document = JSON.stringify({ report: [ERROR, NOTE, BARE_WARNING, 'text'] }, null, 1);
  const { sections } = readWithParsers('lint', [REPORT], `$ lint\n${document}\n`);
  expect(sections).toMatchObject([
    {
      parser: 'report',
      hasHeader: true,
      hasFooter: true,
      firstLine: 2,
      lastLine: 1 + document.split('\n').length,
      findings: [ERROR_FINDING, WARNING_FINDING],
      totals: { errors: 1, warnings: 0, total: null },
      problems: ['a problem'],
      tool: 'some tool',
    },
  ]);
});

const STREAM = { ...FIELDS, id: 'stream', accepts: (document: unknown) => isRecord(document) && 'level' in document };
const OUTPUT = [ERROR, NOTE, 'text', 'text', BARE_WARNING]
  .map((line) => (isRecord(line) ? JSON.stringify(line) : line))
  .join('\n');

test('reads a stream as one run', () => {
  const { sections } = readWithParsers('lint', [jsonLinesLinter({ ...STREAM, hasHeader: true })], OUTPUT);
  expect(sections).toMatchObject([
    { hasHeader: true, hasFooter: true, firstLine: 1, lastLine: 5, findings: [ERROR_FINDING, WARNING_FINDING] },
  ]);
});

test('separates the findings of a stream that are farther apart than its gap', () => {
  const { sections } = readWithParsers('lint', [jsonLinesLinter({ ...STREAM, maxGap: 1 })], OUTPUT);
  expect(sections).toMatchObject([
    { hasHeader: false, firstLine: 1, lastLine: 1, findings: [ERROR_FINDING] },
    { hasHeader: false, firstLine: 5, lastLine: 5, findings: [WARNING_FINDING] },
  ]);
});

test('an empty list could be any tool and is not accepted', () => {
  expect(isListOf([], isRecord)).toBe(false);
  expect(isListOf([{}, 1], isRecord)).toBe(false);
  expect(isListOf([{}], isRecord)).toBe(true);
});
