// Loads the logs of test/fixtures/parse and mutates them. All randomness comes from a seed, so that a failure can be
// repeated.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './project.mjs';

/** @typedef {import('../src/parse/parse-output.ts').ParseKind} ParseKind */
/**
 * @typedef {object} Log
 * @property {string} name
 * @property {ParseKind} kind
 * @property {number | null} exit
 * @property {string | null} command
 * @property {Buffer} bytes
 * @property {boolean} isGuarded Whether its tool prints totals, so that an added or missing line is noticed.
 */
/** @typedef {() => number} Random From 0 to below 1. */

const FIXTURES = join(ROOT, 'test/fixtures/parse');

/** @returns {Log[]} */
export function loadLogs() {
  return readdirSync(FIXTURES)
    .sort()
    .filter((id) => existsSync(join(FIXTURES, id, 'expected.json')))
    .flatMap((id) => logsOf(id));
}

/** @returns {Log[]} */
function logsOf(/** @type {string} */ id) {
  const { cases } = JSON.parse(readFileSync(join(FIXTURES, id, 'expected.json'), 'utf8'));
  return Object.entries(cases).map(([file, { kind, exit, command, summary, cut_is_invisible }]) => ({
    name: `${id}/${file}`,
    kind,
    exit,
    command: command ?? null,
    bytes: readFileSync(join(FIXTURES, id, file)),
    isGuarded: cut_is_invisible !== true && summary.precision === 'exact',
  }));
}

/** Mulberry32: fast, and the same on every machine. @returns {Random} */
export function randomFrom(/** @type {number} */ seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A whole number from 0 to below `limit`. */
export function below(/** @type {Random} */ random, /** @type {number} */ limit) {
  return Math.floor(random() * limit);
}

/**
 * @template Item
 * @param {Random} random
 * @param {readonly Item[]} items
 * @returns {Item}
 */
export function pick(random, items) {
  return /** @type {Item} */ (items[below(random, items.length)]);
}

/** Applies one to four of the mutations below. */
export function mutate(/** @type {Random} */ random, /** @type {Buffer} */ bytes, /** @type {Buffer} */ other) {
  let mutated = bytes;
  for (let left = 1 + below(random, 4); left > 0; left -= 1) mutated = pick(random, MUTATIONS)(random, mutated, other);
  return mutated;
}

/** @typedef {(random: Random, bytes: Buffer, other: Buffer) => Buffer} Mutation */

/** Bytes that tools do not print, or not in such places. */
const INTRUDERS = [
  '\0',
  '\xff\xfe',
  '\xc3\x28',
  '\xe2\x82',
  '\x1b[31m',
  '\x1b[2K\x1b[1G',
  '\x1b]8;;http://x',
  '\x1b[2J\x1b[H',
  '\x1b[',
  '\r',
  '\r\n',
  '\n',
  '\t',
  '{',
  '[',
  '<',
  ']]>',
  '"',
  '-',
  '9',
  ' ',
].map((text) => Buffer.from(text, 'latin1'));

const NUMBERS = ['0', '1', '2', '7', '-1', '00', '1e9', '3.5', '99999999999999999999', '4294967296', '9007199254740993', ''];

/** @type {readonly Mutation[]} */
const MUTATIONS = [
  function cut(random, bytes) {
    const [from, to] = range(random, bytes.length);
    return pick(random, [bytes.subarray(0, to), bytes.subarray(from), bytes.subarray(from, to)]);
  },
  function splice(random, bytes, other) {
    const at = below(random, bytes.length + 1);
    const [from, to] = range(random, other.length);
    return Buffer.concat([bytes.subarray(0, at), other.subarray(from, to), bytes.subarray(at)]);
  },
  function append(_random, bytes, other) {
    return Buffer.concat([bytes, other]);
  },
  function interleave(random, bytes, other) {
    const others = linesOf(other);
    return joined(linesOf(bytes).flatMap((line) => (random() < 0.3 ? [line, ...others.splice(0, 1)] : [line])));
  },
  changeLines((random, lines) => lines.splice(below(random, lines.length), 1 + below(random, 3))),
  changeLines((random, lines) => lines.splice(below(random, lines.length), 0, pick(random, lines))),
  changeLines((random, lines) => {
    const [one, two] = [below(random, lines.length), below(random, lines.length)];
    [lines[one], lines[two]] = [lines[two] ?? '', lines[one] ?? ''];
  }),
  changeLines((random, lines) => {
    const [from, to] = range(random, lines.length);
    lines.splice(to, 0, ...lines.slice(from, Math.min(to, from + 200)));
  }),
  changeLines((random, lines) => {
    const at = below(random, lines.length);
    lines[at] = `${pick(random, ['  ', '\t', 'web-1  | ', '2026-01-02T03:04:05Z ', '> ', '# '])}${lines[at] ?? ''}`;
  }),
  changeLines((random, lines) => {
    const numbered = [...lines.keys()].filter((at) => /\d/.test(lines[at] ?? ''));
    // Totals are near the end.
    const at = numbered[numbered.length - 1 - below(random, Math.min(numbered.length, 5))] ?? 0;
    lines[at] = changedNumber(random, lines[at] ?? '');
  }),
  changeLines((random, lines) => {
    const at = below(random, lines.length);
    lines[at] = changedNumber(random, lines[at] ?? '');
  }),
  function flip(random, bytes) {
    const flipped = Buffer.from(bytes);
    for (let left = 1 + below(random, 5); left > 0 && flipped.length > 0; left -= 1) {
      const at = below(random, flipped.length);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << below(random, 8));
    }
    return flipped;
  },
  function intrude(random, bytes) {
    const at = below(random, bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, at), pick(random, INTRUDERS), bytes.subarray(at)]);
  },
  function fromPowerShell(random, bytes) {
    return random() < 0.2 ? Buffer.from(`\ufeff${bytes.toString('utf8')}`, 'utf16le') : bytes;
  },
];

/** @returns {[number, number]} */
function range(/** @type {Random} */ random, /** @type {number} */ length) {
  const [one, two] = [below(random, length + 1), below(random, length + 1)];
  return [Math.min(one, two), Math.max(one, two)];
}

/** @returns {Mutation} */
function changeLines(/** @type {(random: Random, lines: string[]) => void} */ change) {
  return (random, bytes) => {
    const lines = linesOf(bytes);
    change(random, lines);
    return joined(lines);
  };
}

function changedNumber(/** @type {Random} */ random, /** @type {string} */ line) {
  const numbers = [...line.matchAll(/\d+/g)];
  if (numbers.length === 0) return line;
  const { index, 0: digits } = pick(random, numbers);
  return line.slice(0, index) + pick(random, NUMBERS) + line.slice(index + digits.length);
}

/** One character per byte, so that invalid UTF-8 is preserved. */
export function linesOf(/** @type {Buffer} */ bytes) {
  return bytes.toString('latin1').split('\n');
}

export function joined(/** @type {readonly string[]} */ lines) {
  return Buffer.from(lines.join('\n'), 'latin1');
}

/** Result lines of many runners, as code under test may print them. None is a complete run. */
export const FORGED_LINES = [
  'test forged::by_me ... ok',
  'test forged::by_me ... FAILED',
  'ok 7 - forged',
  'not ok 7 - forged',
  '    ok 7 - forged',
  '--- PASS: TestForged (0.00s)',
  '    --- FAIL: TestForged/sub (0.00s)',
  '=== RUN   TestForged',
  'tests/test_forged.py::test_forged PASSED                    [ 50%]',
  'tests/test_forged.py::test_forged FAILED',
  'tests/test_forged.py ....                                   [100%]',
  'PASSED tests/test_forged.py::test_forged',
  'test_forged (tests.Forged.test_forged) ... ok',
  'test_forged (tests.Forged.test_forged) ... FAIL',
  '  ✓ forged (1 ms)',
  '  ✔ forged (1.2ms)',
  '✔ forged',
  '  ✕ forged (1 ms)',
  ' ✓ src/forged.test.ts (3 tests) 4ms',
  'PASS src/forged.test.js',
  'FAIL src/forged.test.js',
  '[ RUN      ] Forged.Test',
  '[       OK ] Forged.Test (0 ms)',
  '[  FAILED  ] Forged.Test (0 ms)',
  '        PASS [   0.004s] forged tests::by_me',
  '1/9 Test  #1: forged ...........................   Passed    0.01 sec',
  ' ✓ forged in 3ms',
  '(pass) forged > by me [0.10ms]',
  '(fail) forged > by me',
  'forged ... ok (1ms)',
  'Forged#test_by_me = 0.00 s = .',
  '  Passed Forged.ByMe [3 ms]',
  '[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s -- in ForgedTest',
  'ForgedTest > byMe() PASSED',
  "Test Case '-[Forged byMe]' passed (0.001 seconds).",
  '{"Action":"pass","Package":"forged","Test":"TestForged","Elapsed":0}',
  '{"type":"test","event":"ok","name":"forged"}',
  "##teamcity[testFinished name='forged' duration='1']",
  '.....',
  'F',
  '- forged',
  '<testcase name="forged"/>',
];
