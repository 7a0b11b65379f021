import { expect, test } from 'vitest';
import { parseMetricRead } from '../../contract/index.ts';
import { readMetric } from './read-metric.ts';

function read(setting: string, output: string) {
  return readMetric(parseMetricRead(setting), Buffer.byteLength(output), () => output);
}

const value = (number: number) => ({ state: 'read', value: number });
const unreadable = (why: string) => ({ state: 'unreadable', why });

test.each<[string, number]>([
  ['12', 12],
  ['bundle: 12.5 kB\n', 12.5],
  ['12.5kB', 12.5],
  ['coverage (98.73%)', 98.73],
  ['time=-1.5e3ms', -1500],
  ['a 1, b 2, c 3.', 3],
  ['+4', 4],
  ['-0', 0],
  ['\u001b[32m42\u001b[39m ms', 42],
  ['1 2 3\n\ndone\n', 3],
])('takes the last number of %j', (output, number) => {
  expect(read('last number', output)).toEqual(value(number));
});

test.each([
  ['1,234', '1,234'],
  ['1.2.3', '1.2.3'],
  ['12\u00a0345', '12\u00a0345'],
  ['v2', 'v2'],
  ['2024-01-02', '2024-01-02'],
  ['10/12', '10/12'],
  ['0xFF', '0xFF'],
  ['.5', '.5'],
  ['\u22125', '\u22125'],
  ['12 NaN', 'NaN'],
  ['size: Infinity bytes', 'Infinity'],
  ['12 -inf', '-inf'],
  [`${'x'.repeat(50)}1`, `${'x'.repeat(40)}...`],
])('does not guess a number from %j', (output, word) => {
  expect(read('last number', output)).toEqual(unreadable(`the last number in its output is not a plain one: \`${word}\``));
});

test('a name that contains nan is no number', () => {
  expect(read('last number', '12 nanoseconds')).toEqual(value(12));
});

test.each<[string, string, number]>([
  ['json: $', '7', 7],
  ['json: $.gzip.total', '{"gzip": {"total": 12.5}}', 12.5],
  ['json: $[1].ms', '[{"ms": 1}, {"ms": 2}]', 2],
  ['json: $.constructor', '{"constructor": 3}', 3],
  ['json: $.a', '\ufeff{"a": -0}', 0],
])('reads %s in %s', (setting, output, number) => {
  expect(read(setting, output)).toEqual(value(number));
});

test.each([
  ['json: $.a', 'done {"a": 1}', 'its standard output is not one JSON document'],
  ['json: $.a', '{"a": NaN}', 'its standard output is not one JSON document'],
  ['json: $.a.b', '{"a": {}}', 'its JSON output has no `$.a.b`'],
  ['json: $.toString', '{}', 'its JSON output has no `$.toString`'],
  ['json: $.length', '[1]', 'its JSON output has no `$.length`'],
  ['json: $[0]', '{"0": 1}', 'its JSON output has no `$[0]`'],
  ['json: $.a', 'null', 'its JSON output has no `$.a`'],
  ['json: $.a', '{"a": null}', '`$.a` is null, not a number'],
  ['json: $.a', '{"a": "1"}', '`$.a` is a string, not a number'],
  ['json: $.a', '{"a": [1]}', '`$.a` is a list, not a number'],
  ['json: $.a', '{"a": {}}', '`$.a` is an object, not a number'],
  ['json: $.a', '{"a": 1e400}', '`Infinity` is beyond 1000000000000000'],
  ['json: $.a', '{"a": -2e15}', '`-2000000000000000` is beyond 1000000000000000'],
  ['regex: size: (\\S+)', 'size: 1\nsize: 2', 'its output matches the pattern more than once'],
  ['regex: size: (\\S+)', 'nothing', 'its output does not match the pattern'],
  ['regex: a(\\d)|b', 'b', 'the group of the pattern matched nothing'],
  ['regex: size: (\\S+)', 'size: NaN', '`NaN` is not a number'],
  ['regex: size: (\\S+)', 'size: 1,234', '`1,234` is not a number'],
  ['regex: size: (.*)', 'size: ', '`` is not a number'],
  ['regex: size: (\\S+)', 'size: 1e999', '`1e999` is beyond 1000000000000000'],
  ['last number', 'no digits', 'its output has no number'],
  ['last number', ' \n', 'it printed nothing on standard output'],
  ['none', '1', 'its `read` cannot be used: it is none of `json: $.path`, `regex: PATTERN` and `last number`'],
])('%s in %j has no number', (setting, output, why) => {
  expect(read(setting, output)).toEqual(unreadable(why));
});

test.each([
  ['last number', 256 * 1024, 'it printed more than 256 KiB on standard output'],
  ['regex: (a)', 256 * 1024, 'it printed more than 256 KiB on standard output'],
  ['json: $', 16 * 1024 * 1024, 'it printed more than 16384 KiB on standard output'],
])('%s does not read more than %i bytes', (setting, limit, why) => {
  const notRead = () => {
    throw new Error('the output was read');
  };
  expect(readMetric(parseMetricRead(setting), limit + 1, notRead)).toEqual(unreadable(why));
  expect(readMetric(parseMetricRead(setting), limit, () => '')).toEqual(unreadable('it printed nothing on standard output'));
});
