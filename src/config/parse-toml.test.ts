import { describe, expect, test } from 'vitest';
import { HydraError } from '../contract/index.ts';
import { parseToml } from './parse-toml.ts';

/** Restores the prototypes, which toEqual would otherwise compare. */
function plainValue(text: string): unknown {
  return JSON.parse(JSON.stringify(parseToml(text, 'hydra.toml').value));
}

function refusal(text: string): HydraError {
  try {
    parseToml(text, 'hydra.toml');
  } catch (error) {
    if (error instanceof HydraError) return error;
    throw error;
  }
  throw new Error('not refused');
}

describe('values', () => {
  test.each<[string, string, unknown]>([
    ['nothing', '', {}],
    ['only a comment', '# hello', {}],
    ['a table', '[a.b]\nc = 1', { a: { b: { c: 1 } } }],
    ['a table reopened below its child', '[a.b]\nc = 1\n[a]\nd = 2', { a: { b: { c: 1 }, d: 2 } }],
    ['dotted keys', 'a.b.c = 1\na.b.d = 2', { a: { b: { c: 1, d: 2 } } }],
    ['dotted keys with spaces and quotes', 'a . "b.c" = 1', { a: { 'b.c': 1 } }],
    ['an inline table', 'a = { b = 1, c.d = "x" }', { a: { b: 1, c: { d: 'x' } } }],
    ['an inline table over several lines', 'a = {\n  b = 1,\n}', { a: { b: 1 } }],
    ['nested lists', 'a = [[1, 2], ["x"], []]', { a: [[1, 2], ['x'], []] }],
    ['a list of inline tables', 'a = [{ b = 1 }, { b = 2 }]', { a: [{ b: 1 }, { b: 2 }] }],
    ['a list of tables', '[[a]]\nb = 1\n[a.c]\nd = 2\n[[a]]\nb = 3', { a: [{ b: 1, c: { d: 2 } }, { b: 3 }] }],
    ['nested lists of tables', '[[a]]\n[[a.b]]\nc = 1\n[[a.b]]\nc = 2', { a: [{ b: [{ c: 1 }, { c: 2 }] }] }],
    ['Windows line ends', '[a]\r\nb = 1\r\nc = """x\r\ny"""\r\n', { a: { b: 1, c: 'x\ny' } }],
    ['a byte order mark', '\ufeff[a]\nb = 1', { a: { b: 1 } }],
    ['numbers', 'a = [0x1f, 1_000, -3, 1.5, 1e2]', { a: [31, 1000, -3, 1.5, 100] }],
    ['the largest exact integer', 'a = 9007199254740991', { a: 9007199254740991 }],
  ])('%s', (_name, text, expected) => {
    expect(plainValue(text)).toEqual(expected);
  });

  test('keeps the text of a zero at the end of the file', () => {
    expect(parseToml('a = 0', 'f').find(['a'])?.text).toBe('0');
  });

  test('keeps an integer exact that a number cannot represent', () => {
    expect(parseToml('a = 9007199254740993', 'f').value.a).toBe(9007199254740993n);
  });

  test('minus zero is zero', () => {
    expect(parseToml('a = -0.0', 'f').value.a).toBe(0);
    expect(parseToml('a = -0', 'f').value.a).toBe(0);
  });

  test.each(['2026-01-02', '2026-01-02T03:04:05Z', '2026-01-02 03:04:05', '03:04:05'])(
    '%s is neither a string nor a table',
    (date) => {
      expect(typeof parseToml(`a = ${date}`, 'f').value.a).toBe('symbol');
    },
  );

  test('__proto__ and constructor are ordinary keys and change no prototype', () => {
    const { value } = parseToml('[__proto__]\npolluted = 1\n[constructor.prototype]\npolluted = 1\n[a.__proto__]\nb = 1', 'f');
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor', 'a']);
    expect(Object.keys(value.a as object)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBeNull();
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

describe('locations', () => {
  const text = [
    '[scoring]',
    'profile = "rust"',
    'gates.require_build_pass = true',
    '',
    '[scoring.weights] # comment',
    '  tests = 40',
    '[agents]',
    'x = { command = ["run", "it"] }',
    '[[extra]]',
    'y = 1',
  ].join('\r\n');
  const document = parseToml(text, 'f');

  test.each<[(string | number)[], number, number, number, string | null]>([
    [['scoring'], 1, 2, 2, null],
    [['scoring', 'profile'], 2, 1, 11, '"rust"'],
    [['scoring', 'gates'], 3, 1, 1, null],
    [['scoring', 'gates', 'require_build_pass'], 3, 7, 28, 'true'],
    [['scoring', 'weights'], 5, 10, 10, null],
    [['scoring', 'weights', 'tests'], 6, 3, 11, '40'],
    [['agents', 'x'], 8, 1, 5, '{ command = ["run", "it"] }'],
    [['agents', 'x', 'command'], 8, 7, 17, '["run", "it"]'],
    [['agents', 'x', 'command', 1], 8, 25, 25, '"it"'],
    [['extra'], 9, 3, 3, null],
    [['extra', 0], 9, 3, 3, null],
    [['extra', 0, 'y'], 10, 1, 5, '1'],
  ])('%j', (path, line, keyColumn, valueColumn, written) => {
    const entry = document.find(path);
    expect(entry?.keyAt).toMatchObject({ line, column: keyColumn });
    expect(entry?.valueAt).toMatchObject({ line, column: valueColumn });
    expect(entry?.text).toBe(written);
  });

  test('a path that is not in the file has no location', () => {
    expect(document.find(['scoring', 'speed'])).toBeUndefined();
    expect(document.find(['agents', 'x', 'command', '1'])).toBeUndefined();
  });

  test('a byte order mark does not shift the first line', () => {
    expect(parseToml('\ufeffa = 1', 'f').find(['a'])?.valueAt).toMatchObject({ line: 1, column: 5 });
  });
});

describe('errors', () => {
  test.each<[string, string, string, number, number, string]>([
    ['a key twice', 'a = 1\nb = 2\na = 3', 'this key is defined twice', 3, 1, 'a = 3'],
    ['a table twice', '[a]\n[b]\n[a]', 'this key is defined twice', 3, 2, '[a]'],
    ['a table over a value', 'a = 1\n[a.b]', 'this key is defined twice', 2, 2, '[a.b]'],
    ['an inline table extended', 'a = { b = 1 }\n[a.c]\nd = 1', 'this key is defined twice', 2, 2, '[a.c]'],
    ['__proto__ twice', '__proto__ = 1\n__proto__ = 2', 'this key is defined twice', 2, 1, '__proto__ = 2'],
    ['text without quotes', '[scoring]\nprofile = rust', 'expected a value; text needs quotes', 2, 11, 'profile = rust'],
    ['a string left open', 'a = "x\nb = 1', 'the string is not closed', 1, 7, 'a = "x'],
    ['a list left open', 'a = [1, 2', 'the list is not closed', 1, 10, 'a = [1, 2'],
    ['a header left open', '[a\nb = 1', 'the line ends too early', 1, 3, '[a'],
    ['a header left open at the end', '[a', 'the header of the table is not closed', 1, 3, '[a'],
    ['no value', 'a = 1\nb = # later\n\nc = 1', 'the line ends too early', 2, 12, 'b = # later'],
    ['no value at the end', 'a =\r\n\r\n', 'the value is missing', 1, 4, 'a ='],
    ['no equals sign', 'a 1', 'expected `=` after the key', 1, 3, 'a 1'],
    ['two on a line', 'a = 1 b = 2', 'expected the end of the line', 1, 7, 'a = 1 b = 2'],
    ['a stray character', 'a = 1\n$b = 2', 'unexpected character `$`', 2, 1, '$b = 2'],
    ['a non-breaking space', 'a =\u00a01', 'unexpected character U+00A0', 1, 4, 'a = 1'],
    ['a control character', 'a = "x\u0007y"', 'control characters are not allowed', 1, 7, 'a = "x\\u0007y"'],
    ['a date that does not exist', 'a = 2026-02-30', 'there is no such date', 1, 14, 'a = 2026-02-30'],
    ['a lone carriage return', 'a = 1\n# b\rc = 2', 'a carriage return stands without a line feed', 2, 4, '# b c = 2'],
    ['a leading zero', 'a = 01', 'leading zeros are not allowed', 1, 5, 'a = 01'],
  ])('%s', (_name, text, reason, line, column, written) => {
    const error = refusal(text);
    expect(error.code).toBe('config_syntax');
    expect(error.message).toBe(`The configuration is not valid TOML: ${reason}.`);
    expect(error.place).toEqual({ file: 'hydra.toml', line, column });
    expect(error.value).toBe(written);
  });

  test.each<[string, string]>([
    ['lists', `a = ${'['.repeat(40)}${']'.repeat(40)}`],
    ['inline tables', `a = ${'{a='.repeat(40)}1${'}'.repeat(40)}`],
    ['dotted keys', `${'a.'.repeat(10_000)}a = 1`],
    ['headers', `[${'a.'.repeat(10_000)}a]`],
  ])('reports a location for %s nested too deeply', (_name, text) => {
    const error = refusal(text);
    expect(error.message).toBe('The configuration is not valid TOML: keys and lists are nested more than 32 deep.');
    expect(error.place?.line).toBe(1);
  });

  test.each<[string, string]>([
    ['ten thousand brackets', `a = ${'['.repeat(10_000)}${']'.repeat(10_000)}`],
    ['ten thousand braces', `a = ${'{a='.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['a string of a million letters', `a = "${'x'.repeat(1_000_000)}"`],
  ])('rejects %s without a crash', (_name, text) => {
    const error = refusal(text);
    expect(error.code).toBe('config_syntax');
    expect(error.place?.file).toBe('hydra.toml');
  });

  test('shortens a key of a million letters in the message', () => {
    expect(refusal(`${'k'.repeat(1_000_000)} 1`).value).toHaveLength(80);
  });
});
