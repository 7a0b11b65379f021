import { expect, test } from 'vitest';
import { parseMetricRead } from './metric-read.ts';

test.each<[string, (string | number)[]]>([
  ['json: $', []],
  ['json: $.gzip.total', ['gzip', 'total']],
  ['json:$.a', ['a']],
  ['json: $[0].value', [0, 'value']],
  ['json: $["p 95"][12]', ['p 95', 12]],
  ['json: $["say \\"x\\"\\\\"]', ['say "x"\\']],
  ['json: $.type-coverage', ['type-coverage']],
])('reads the path of %s', (text, path) => {
  expect(parseMetricRead(text)).toEqual({ kind: 'json', path });
});

test.each(['last number', '  last number '])('reads %j', (text) => {
  expect(parseMetricRead(text)).toEqual({ kind: 'last_number' });
});

test('reads a pattern that contains colons', () => {
  expect(parseMetricRead('regex: size: ([0-9]+)')).toMatchObject({ kind: 'regex' });
});

test.each([
  ['first number', 'it is none of `json: $.path`, `regex: PATTERN` and `last number`'],
  ['json $.a', 'it is none of `json: $.path`, `regex: PATTERN` and `last number`'],
  ['JSON: $.a', 'it is none of `json: $.path`, `regex: PATTERN` and `last number`'],
  ['json: a.b', 'a JSON path begins with `$`, as in `json: $.gzip.total`'],
  ['json: $.a..b', 'the JSON path cannot be read from `..b` on'],
  ['json: $.a[*]', 'the JSON path cannot be read from `[*]` on'],
  ['json: $.5', 'the JSON path cannot be read from `.5` on'],
  ['json: $[-1]', 'the JSON path cannot be read from `[-1]` on'],
  ['regex: size', 'the pattern has no group; put the number into parentheses, as in `size: ([0-9.]+)`'],
  ['regex: (', 'a `(` has no `)` after it'],
])('rejects %s', (text, problem) => {
  expect(parseMetricRead(text)).toEqual({ kind: 'invalid', problem });
});
