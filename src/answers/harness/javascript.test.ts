import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readAnswers } from '../read-answers.ts';
import { javascriptTest } from './javascript.ts';

const MODULES = `exports.exit = () => process.exit(3);
exports.loop = () => { for (;;) {} };
exports.never = () => new Promise(() => {});
exports.fail = (kind) => { throw new ({ TypeError, RangeError, Own: class OwnError extends Error {} })[kind]('text'); };
let count = 0;
exports.count = () => (count += 1);
exports.seconds = () => Math.floor(Date.now() / 1000);
exports.print = () => { console.log('printed'); process.stdout.write('written'); return 1; };
`;

/** The answers to calls, made by a file in a folder beside the module. */
async function answersTo(
  calls: readonly string[],
  imports = '',
): Promise<{ answers: (string | null)[]; unstable: readonly string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'answers-'));
  writeFileSync(join(folder, 'module.js'), MODULES);
  const made = calls.map((call, index) => ({ probe: { id: `p${index}`, call }, imports, importsPath: 'test/deep/a.test.js' }));
  const { support, body } = javascriptTest(made, 'answers.test.js', 'require');
  const helpers = 'const _member = (loaded, name) => loaded[name];';
  const run = new Function('require', `${helpers}\n${support}\nreturn (async () => {\n${body}\n})();`) as (
    load: NodeJS.Require,
  ) => Promise<void>;
  const file = join(folder, 'answers.jsonl');
  process.env.HYDRA_ANSWERS_FILE = file;
  await run(createRequire(join(folder, 'test.js')));
  const read = readAnswers({ text: readFileSync(file, 'utf8'), probes: made.map(({ probe }) => probe) });
  return { answers: made.map(({ probe }) => read.answers.get(probe.id) ?? null), unstable: read.unstable };
}

test('writes values in a canonical form', async () => {
  const values: [string, string][] = [
    ['{ b: 1, a: [true, null, undefined] }', '{a: [true, null, undefined], b: 1}'],
    ['[0.1 + 0.2, 1 / 3, 1e21, -0, NaN, -Infinity, 10n]', '[0.3, 0.333333333333, 1e+21, -0, NaN, -Infinity, 10n]'],
    ['["é\\n", Symbol("s"), () => 1, class K {}]', '["é\\n", Symbol(s), <function>, <class K>]'],
    ['new Map([["b", 1], ["a", { c: 2 }]])', 'Map{"a" => {c: 2}, "b" => 1}'],
    ['new Set([3, 1])', 'Set{1, 3}'],
    ['[new Date(0), new Date(NaN), /a+/g]', '[Date(1970-01-01T00:00:00.000Z), Date(Invalid), /a+/g]'],
    ['[new Uint8Array([1, 2]), new ArrayBuffer(1), [, 1]]', '[Uint8Array[1, 2], ArrayBuffer[0], [<empty>, 1]]'],
    ['new (class Point { constructor() { this.y = 1; this.x = 2; this._z = 3; } })()', 'Point{x: 2, y: 1}'],
    ['new (class Text { #a = 1; toString() { return "shown"; } })()', 'Text("shown")'],
    ['Object.assign(new TypeError("hidden"), { code: "E" })', 'TypeError{code: "E"}'],
    ['[Object.create(null), new Number(3), new URL("http://a.b/c")]', '[{}, Number(3), URL("http://a.b/c")]'],
    ['(function* () { let n = 0; while (true) yield n++; })()', `iter([${Array.from({ length: 100 }, (_, n) => n).join(', ')}])`],
    ['(async function* () { yield 1; yield 2; })()', 'iter([1, 2])'],
    ['Promise.resolve({ a: Promise.resolve(1) })', '{a: <Promise>}'],
    ['await Promise.resolve(4)', '4'],
    ['(() => { const a = {}; a.self = a; return a; })()', '{self: <cycle>}'],
    ['{ "a b": 1 }', '{"a b": 1}'],
  ];
  const { answers } = await answersTo(values.map(([call]) => call));
  expect(answers).toEqual(
    values.map(([, answer]) => (answer.length > 400 ? expect.stringContaining(answer.slice(0, 400)) : answer)),
  );
});

test('bounds what a value may cost', async () => {
  const { answers } = await answersTo(['"a".repeat(100000)', '"a".repeat(99999) + "b"', 'new Array(5000).fill(1)']);
  expect(answers.map((answer) => answer?.length)).toEqual([409, 409, 409]);
  expect(answers[0]).not.toBe(answers[1]);
});

test('isolates calls that fail, end the process, do not end, or print', { timeout: 60_000 }, async () => {
  const imports = "const { exit, loop, never, fail, count, print } = require('../../module');";
  const calls = [
    'fail("TypeError")',
    'fail("Own")',
    'exit()',
    'loop()',
    'never()',
    'missing()',
    'Promise.reject(new RangeError())',
    'print()',
  ];
  const { answers, unstable } = await answersTo([...calls, 'count()'], imports);
  expect(answers).toEqual([
    'raises TypeError',
    'raises OwnError',
    'exits',
    'times out',
    'times out',
    'raises ReferenceError',
    'raises RangeError',
    '1',
    null,
  ]);
  // It answers differently in each pass.
  expect(unstable).toEqual(['p8']);
});

test('a call of something that the tree does not have has no answer', async () => {
  const { answers } = await answersTo(['1', 'slug()'], "const { slug } = require('../../module');");
  expect(answers).toEqual([null, null]);
  const other = await answersTo(['slug()'], "const slug = require('../../missing');");
  expect(other.answers).toEqual([null]);
});

test('an answer with the time of day is unstable', async () => {
  const { answers, unstable } = await answersTo(['seconds()'], "import { seconds } from '../../module.js';");
  expect([answers, unstable]).toEqual([[null], ['p0']]);
});
