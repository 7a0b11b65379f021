import { expect, test } from 'vitest';
import { lineParser } from '../../../../test/line-parser-builder.ts';
import { type Candidate, TriggerIndex } from './trigger-index.ts';

const PARSERS = [
  lineParser('beginning', { startsWith: ['ok ', 'not ok '] }),
  lineParser('ending', { endsWith: [' ... ok', '.bats'] }),
  lineParser('blanks', { startsWith: '0', indents: [2] }),
  lineParser('margin', { startsWith: ['ok '], atMargin: true }),
];

test.each([
  ['ok 1', 0, ['beginning', 'margin']],
  ['  ok 1', 2, ['beginning', 'blanks']],
  ['    ok 1', 4, ['beginning']],
  ['0 tests', 0, ['blanks']],
  ['any text', 0, []],
])('%j may concern %s', (text, start, ids) => {
  const dispatch = new TriggerIndex(PARSERS);
  const found = dispatch.candidates(dispatch.prefixKeyOf(text, start));
  expect(found.map((candidate) => PARSERS[candidate.parser]?.id)).toEqual(ids);
});

test.each([
  ['test_a ... ok', [{ parser: 1, suffixes: [' ... ok'] }]],
  ['suite.bats', [{ parser: 1, suffixes: ['.bats'] }]],
  ['any text', []],
  ['', []],
])('the end of %j is looked at where a parser names such ends', (text, candidates) => {
  const dispatch = new TriggerIndex(PARSERS);
  expect(dispatch.candidatesBySuffix(dispatch.suffixKeyOf(text))).toMatchObject(candidates);
});

test.each([
  ['src/a.js:3:1: message', true],
  ['src/a.js:3', true],
  ['Dockerfile:3 DL3008 warning: message', true],
  ['README.md:3:1 error MD001', true],
  ['src/a.ts(3,1): error TS1: message', true],
  ['notes.ipynb:cell 3:1:2: F401 message', true],
  ['"GET /items" to localhost:8080 took long', false],
  ['{"level":"info","time":1714550400000}', false],
  ['[2024-05-01T10:00:00.000Z] worker', false],
  ['I0501 10:00:00.000000       1 controller.go:88', true],
  ['connected to database:5432 as reader', false],
])('%j may hold a place in a file: %s', (text, isExpected) => {
  const dispatch = new TriggerIndex([lineParser('places', { positions: true })]);
  expect(dispatch.candidates(dispatch.prefixKeyOf(text, 0))).toHaveLength(isExpected ? 1 : 0);
});

test.each([
  ['src/a.js:3:1: own message', true],
  ['src/a.js:3:1: message', false],
  ['3 own findings', true],
  ['3 findings', false],
  ['tool: src/a.js:3:1: message', true],
  ['tool: message', true],
])('%j, by its text, may concern a parser that restricts positions and digits: %s', (text, isExpected) => {
  const dispatch = new TriggerIndex([lineParser('texts', { startsWith: ['3', 'tool: '], positions: true, contains: /own/ })]);
  const candidates = dispatch.candidates(dispatch.prefixKeyOf(text, 0));
  const isFitting = ({ prefixes, contains }: Candidate) =>
    (prefixes?.some((prefix) => text.startsWith(prefix)) ?? true) && (contains?.test(text) ?? true);
  expect(candidates.some(isFitting)).toBe(isExpected);
});

test('calls parsers with an empty-line trigger for empty lines', () => {
  const dispatch = new TriggerIndex([lineParser('empty', { empty: true }), lineParser('other', {})]);
  expect(dispatch.candidates(dispatch.prefixKeyOf('', 0)).map((candidate) => candidate.parser)).toEqual([0]);
  expect(dispatch.candidates(dispatch.prefixKeyOf('   ', 3))).toEqual([]);
});
