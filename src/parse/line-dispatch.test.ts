import { expect, test } from 'vitest';
import { LineDispatch } from './line-dispatch.ts';
import type { LineParser } from './parser.ts';

const parser = (id: string, fields: Partial<LineParser>): LineParser => ({
  id,
  form: 'lines',
  commands: [],
  startsWith: [],
  open: () => ({ line: () => false, end: () => [] }),
  ...fields,
});

const PARSERS = [
  parser('beginning', { startsWith: ['ok ', 'not ok '] }),
  parser('ending', { endsWith: [' ... ok', '.bats'] }),
  parser('blanks', { startsWith: '0', indented: true }),
  parser('margin', { startsWith: ['ok '], atMargin: true }),
];

test.each([
  ['ok 1', 0, ['beginning', 'margin']],
  ['  ok 1', 2, ['beginning', 'blanks']],
  ['0 tests', 0, ['blanks']],
  ['any text', 0, []],
])('%j may concern %s', (text, start, ids) => {
  const found = new LineDispatch(PARSERS).candidates(text, start);
  expect(found.map((candidate) => PARSERS[candidate.parser]?.id)).toEqual(ids);
});

test.each([
  ['test_a ... ok', [{ parser: 1, endings: [' ... ok'] }]],
  ['suite.bats', [{ parser: 1, endings: ['.bats'] }]],
  ['any text', []],
  ['', []],
])('the end of %j is looked at where a parser names such ends', (text, candidates) => {
  expect(new LineDispatch(PARSERS).candidatesByEnd(text)).toMatchObject(candidates);
});
