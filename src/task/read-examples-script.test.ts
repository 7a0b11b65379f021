import { expect, test } from 'vitest';
import type { TaskExample } from '../contract/index.ts';
import { neededNames, readExamples } from './index.ts';

function read(text: string): TaskExample[] {
  return readExamples(text, ['javascript', 'typescript']);
}

/** Each example as `call -> result`, with its setup before it. */
function shown(text: string): string[] {
  return read(text).map(({ setup, call, expected }) => {
    const result =
      expected.kind === 'value'
        ? expected.code
        : expected.kind === 'output'
          ? `prints ${expected.text}`
          : expected.kind === 'error'
            ? `throws ${expected.name}`
            : 'holds';
    return `${setup === '' ? '' : `${setup.replaceAll('\n', ' ')} | `}${call} -> ${result}`;
  });
}

const code = (text: string, info = 'js') => `\`\`\`${info}\n${text}\n\`\`\`\n`;

test('reads results in comments', () => {
  const text = `slug('a b') // => 'a-b'
slug('c'); //=> 'c'
slug('d') // -> 'd'
slug('e') // returns 'e'
slug('f') // 'f'
slug('g'); // should be 'g'
slug('h') /* => 'h' */
slug('i') // → "i"
slug('j') // Output: 'j'
slug([1, { a: null }]) // => [1, { a: undefined }]
await slug('k') // => 'k'
new Slug('l').text() // => 'l'
slug('m') // throws TypeError
slug('n') // throws
`;
  expect(shown(code(text))).toEqual([
    "slug('a b') -> 'a-b'",
    "slug('c') -> 'c'",
    "slug('d') -> 'd'",
    "slug('e') -> 'e'",
    "slug('f') -> 'f'",
    "slug('g') -> 'g'",
    "slug('h') -> 'h'",
    'slug(\'i\') -> "i"',
    "slug('j') -> 'j'",
    'slug([1, { a: null }]) -> [1, { a: undefined }]',
    "await slug('k') -> 'k'",
    "new Slug('l').text() -> 'l'",
    "slug('m') -> throws TypeError",
    "slug('n') -> throws null",
  ]);
  expect(read(code("slug('a b') // => 'a-b'"))[0]).toEqual({
    number: 1,
    language: 'javascript',
    form: 'comment',
    lines: [2, 2],
    imports: '',
    setup: '',
    call: "slug('a b')",
    expected: { kind: 'value', code: "'a-b'" },
  });
});

test('reads results below a statement, also of several lines', () => {
  const text = `slugs({
  text: 'a',
});
//=> 'a'

parse('x=1')
// => {
//   x: 1
// }

parse('y')
// returns {}
`;
  expect(shown(code(text))).toEqual(["slugs({\n  text: 'a',\n}) -> 'a'", "parse('x=1') -> {\n  x: 1\n}", "parse('y') -> {}"]);
});

test('takes what should be, not what is', () => {
  const text = `slug('a') // got '', expected 'a'
slug('b') // expected 'b' but got ''
slug('c') // '' (should be 'c')
slug('d') // returns '' instead of 'd'
slug('e') // '' ❌
slug('f') // 'f' ✅
slug('g') // => '' (wrong!)
slug('h') // actual: ''
// should be 'h'
slug('i') // not 'x'
slug('j') // 'j' and some more text
`;
  expect(shown(code(text))).toEqual([
    "slug('a') -> 'a'",
    "slug('b') -> 'b'",
    "slug('c') -> 'c'",
    "slug('d') -> 'd'",
    "slug('f') -> 'f'",
    "slug('h') -> 'h'",
  ]);
});

test('follows comments that introduce what happens and what should happen', () => {
  const text = `// Current behavior:
slug('a') // ''
slug('b') // ''

// Expected behavior:
slug('a') // 'a'
slug('b') // 'b'
`;
  expect(shown(`It is wrong today.\n\n${code(text)}`)).toEqual(["slug('a') -> 'a'", "slug('b') -> 'b'"]);
});

test('keeps what a call needs', () => {
  const text = `import slug, { Cache } from 'slugs';
const assert = require('assert');
const cache = new Cache(2);
cache.set('a', 1);
cache.get('a') // => 1
const text = slug('a b'); // 'a-b'
text.length // => 3
function double(x) { return x + x; }
slug(double('a')) // => 'aa'
`;
  const examples = read(code(text));
  expect(examples.map(({ call, setup }) => [call, setup])).toEqual([
    ["cache.get('a')", "const cache = new Cache(2);\ncache.set('a', 1);"],
    ["slug('a b')", "const cache = new Cache(2);\ncache.set('a', 1);"],
    ['text.length', "const cache = new Cache(2);\ncache.set('a', 1);\nconst text = slug('a b');"],
    [
      "slug(double('a'))",
      "const cache = new Cache(2);\ncache.set('a', 1);\nconst text = slug('a b');\nfunction double(x) { return x + x; }",
    ],
  ]);
  expect(examples.map(({ imports }) => imports)).toEqual(
    new Array(4).fill("import slug, { Cache } from 'slugs';\nconst assert = require('assert');"),
  );
  expect(examples.map(neededNames)).toEqual([[], [], [], []]);
});

test('reads what is printed', () => {
  const text = `console.log(slug('a')); // 'a'
console.log(slugs('a b')) // => [ 'a', 'b' ]
console.log(count('a b')) // 2
console.log(isSlug('a')) // prints true
`;
  expect(shown(code(text))).toEqual([
    "slug('a') -> 'a'",
    "slugs('a b') -> [ 'a', 'b' ]",
    "console.log(count('a b')) -> prints 2",
    "console.log(isSlug('a')) -> prints true",
  ]);
});

test('reads equations', () => {
  expect(shown(code("slug('a') === 'a'\n'b' == slug('b')\nslug('c') !== 'x'"))).toEqual(["slug('a') -> 'a'", "slug('b') -> 'b'"]);
  expect(shown("slug('a b') === 'a-b'\n- `slug('c')` → `'c'`\n1. slug('d') => 'd'\n")).toEqual([
    "slug('a b') -> 'a-b'",
    "slug('c') -> 'c'",
    "slug('d') -> 'd'",
  ]);
});

test('reads assertions of every library as calls with results', () => {
  const text = `expect(slug('a')).toBe('a');
expect(slug('b')).to.equal('b');
expect(slug('c')).to.deep.equal(['c']);
expect(isSlug('d')).to.be.true;
await expect(slug('e')).resolves.toEqual({ e: 1 });
expect(() => slug(null)).toThrow(TypeError);
assert.equal(slug('f'), 'f');
assert.deepStrictEqual(slug('g'), [1, 2], 'message');
assert(slug('h') === 'h');
assert.throws(() => slug(), RangeError);
t.is(slug('i'), 'i');
t.deepEqual(slug('j'), {});
slug('k').should.equal('k');
expect(slug('l')).toBeUndefined();
expect(slug('m')).toBeGreaterThan(3);
assert.ok(slug('n'));
`;
  expect(shown(code(text))).toEqual([
    "slug('a') -> 'a'",
    "slug('b') -> 'b'",
    "slug('c') -> ['c']",
    "isSlug('d') -> true",
    "slug('e') -> { e: 1 }",
    'slug(null) -> throws TypeError',
    "slug('f') -> 'f'",
    "slug('g') -> [1, 2]",
    "slug('h') -> 'h'",
    'slug() -> throws RangeError',
    "slug('i') -> 'i'",
    "slug('j') -> {}",
    "slug('k') -> 'k'",
    "slug('l') -> undefined",
    "expect(slug('m')).toBeGreaterThan(3) -> holds",
    "assert.ok(slug('n')) -> holds",
  ]);
});

test('reads whole tests', () => {
  const text = `import { test, expect } from 'vitest';
import { slug } from '../src/slug';

describe('slug', () => {
  const options = { lower: true };
  it('joins words', () => {
    const text = 'a b';
    expect(slug(text, options)).toBe('a-b');
    expect(slug('')).toBe('');
  });
  test('counts', (x) => {
    x.assert.snapshot(slug('a'));
  });
  it('ends later', (done) => { slug('a', done); });
});
`;
  const examples = read(code(text, 'ts'));
  expect(examples.map(({ form, call, setup, lines }) => [form, call, setup, lines])).toEqual([
    ['test', 'slug(text, options)', "const options = { lower: true };\nconst text = 'a b';", [9, 9]],
    ['test', "slug('')", "const options = { lower: true };\nconst text = 'a b';", [10, 10]],
    ['test', "x.assert.snapshot(slug('a'));", 'const options = { lower: true };\nconst x = t;', [13, 13]],
  ]);
  expect(examples.map(neededNames)).toEqual([[], [], ['t']]);
});

test('reads sessions of a console', () => {
  const session = `> const slug = require('slugs')
undefined
> slug('a b')
'a-b'
> let x = slug(
... 'c')
> x.concat('d')
< 'cd'
> slug(null)
Uncaught TypeError: not a text
`;
  expect(shown(code(session, ''))).toEqual([
    "slug('a b') -> 'a-b'",
    "let x = slug( 'c'); | x.concat('d') -> 'cd'",
    "let x = slug( 'c'); x.concat('d'); | slug(null) -> throws TypeError",
  ]);
  expect(shown("> slug('quoted') says someone\n")).toEqual([]);
});

test('reads sentences', () => {
  const cases: [string, string[]][] = [
    ["`slug('')` should return `'n-a'`.", ["slug('') -> 'n-a'"]],
    ["`slug('')` should return `'n-a'` instead of `''`.", ["slug('') -> 'n-a'"]],
    ["`slug('')` returns `''` instead of `'n-a'`.", ["slug('') -> 'n-a'"]],
    ["Currently `slug('')` returns `''` rather than `'n-a'`", ["slug('') -> 'n-a'"]],
    ["`slug('')` returns `''` but should return `'n-a'`.", ["slug('') -> 'n-a'"]],
    ["`slug('')` returns `''`, but I expected `'n-a'`.", ["slug('') -> 'n-a'"]],
    ["`slug('')` returns `''` (expected `'n-a'`).", ["slug('') -> 'n-a'"]],
    ["I expect `slug('')` to return `'n-a'`.", ["slug('') -> 'n-a'"]],
    ["I expected `slug('')` to be `'n-a'`, but got `''`.", ["slug('') -> 'n-a'"]],
    ["I'd expect `slug('')` to return `'n-a'`, and others stay.", ["slug('') -> 'n-a'"]],
    ['`slug(null)` should throw a `TypeError`.', ['slug(null) -> throws TypeError']],
    ['`slug(null)` should throw an error.', ['slug(null) -> throws null']],
    ["`slug(null)` throws a TypeError instead of returning `''`.", ["slug(null) -> ''"]],
    ["- Expected: `slug('')` → `'n-a'`\n- Actual: `slug('')` → `''`", ["slug('') -> 'n-a'"]],
    // Which of the two is right is not certain.
    ["With this change `slug('')` returns `'n-a'` instead of `''`.", []],
    ["`slug('')` returns `''`, which is a bug.", []],
    ["Why should `slug(x)` return `'n-a'`?", []],
    ["`slug(...)` should return `'n-a'`.", []],
    ["It's `slug('a', /b+/g)` that should return 'c'.", []],
  ];
  expect(cases.map(([text]) => shown(text))).toEqual(cases.map(([, examples]) => examples));
});

test('reads what the text below a piece of code expects', () => {
  const one = code("const slug = require('slugs');\nslug('');");
  const cases: [string, string[]][] = [
    [`${one}\nExpected: \`'n-a'\`\nActual: \`''\`\n`, ["slug('') -> 'n-a'"]],
    [`${one}\n**Expected:** 'n-a'\n\n**Got:** ''\n`, ["slug('') -> 'n-a'"]],
    [`${one}\nThis returns \`''\` but I expected \`'n-a'\`.\n`, ["slug('') -> 'n-a'"]],
    [`${one}\nIt should return \`'n-a'\`.\n`, ["slug('') -> 'n-a'"]],
    [`${one}\nreturns \`''\` instead of \`'n-a'\`\n`, ["slug('') -> 'n-a'"]],
    [`${one}\n### Actual\n\n${code("''", '')}\n### Expected\n\n${code("'n-a'", '')}`, ["slug('') -> 'n-a'"]],
    [`${one}\nExpected output:\n\n${code("'n-a'", '')}`, ["slug('') -> 'n-a'"]],
    [`${one}\nIt should not throw.\n`, ["slug(''); -> holds"]],
    [`${one}\nIt should throw a \`RangeError\`.\n`, ["slug('') -> throws RangeError"]],
    [`${one}\nIt crashes with \`TypeError: x\`.\n`, []],
    [`${one}\nExpected 'a' or expected 'b'.\n`, []],
    [
      `${code("console.log(slug(''));")}\n### Expected behavior\n\n\`n-a\`\n\n### Actual behavior\n\n\`-\`\n`,
      ["console.log(slug('')) -> prints n-a"],
    ],
    [
      `${code("console.log(slug(''));")}\n### Expected output\n\n${code('n-a', '')}\n### Actual\n\n${code('-', '')}`,
      ["console.log(slug('')) -> prints n-a"],
    ],
    [`${one}\n### Expected behavior\n\n\`n-a\`\n`, []],
    // Two calls: it is not certain which one is meant.
    [`${code("slug('');\nslug('a');")}\nExpected: \`'n-a'\`\n`, []],
  ];
  expect(cases.map(([text]) => shown(text))).toEqual(cases.map(([, examples]) => examples));
});

test('does not take the results in a report of a fault for what should be', () => {
  expect(shown(`This is a bug:\n\n${code("slug('a') // ''\nslug('b') // => ''")}`)).toEqual([]);
});

test('reads nothing from other text', () => {
  const trace = 'TypeError: x is not a function\n    at slug (/home/a/slug.js:3:1)\n';
  expect(shown(`${code(trace, '')}\nExpected: \`'a'\`\n`)).toEqual([]);
  expect(shown(code('{ "a": 1 }', 'json'))).toEqual([]);
  expect(shown(code("slug('unclosed // => 'a'"))).toEqual([]);
  expect(shown(code('const limit = 1000; // 5'))).toEqual([]);
});

test('regular expressions, parameters and keys are no names that an example needs', () => {
  const needed = (text: string) => read(code(text)).map(neededNames);
  expect(needed("cut('ab', /b+/gi) // => 'a'")).toEqual([['cut']]);
  expect(needed('map([1], (x) => x + 1, { key: 2 }) // => [2]')).toEqual([['map']]);
  expect(needed('pick({ own }) // => 1')).toEqual([['own', 'pick']]);
});

test('reads hostile texts in linear time', () => {
  const texts = [
    code(`${'slug('.repeat(3000)}`),
    code("slug('a') // => ".repeat(3000)),
    code(`slug('a') // ${'expected '.repeat(8000)}`),
    `${code("slug('')")}${'expected '.repeat(15_000)}`,
    code(`${'test("a", () => {'.repeat(400)}${'});'.repeat(400)}`),
    code(`${'> '.repeat(30_000)}`, ''),
    code('expect('.repeat(4000)),
    code(`${'describe("a", () => {'.repeat(400)}${'});'.repeat(400)}`),
  ];
  for (const text of texts) expect(read(text).length).toBeLessThan(60);
});
