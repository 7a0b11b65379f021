import { describe, expect, test } from 'vitest';
import type { TestToWrite } from './tool.ts';
import { placeTestFile, writeTestFile } from './write-test-file.ts';

const example: TestToWrite = {
  name: 'example_1_line_3',
  title: "example 1, line 3: slug('') gives 'n-a'",
  imports: "import { slug } from '../src/slug.js';",
  setup: '',
  call: "slug('')",
  expected: { kind: 'value', code: "'n-a'" },
};

function request(command: string, files: Readonly<Record<string, string>>, tests: readonly TestToWrite[] = [example]) {
  const read = (path: string) => files[path] ?? null;
  return { command, scripts: {}, files: Object.keys(files), read, stem: 'task_examples', language: 'javascript' as const, tests };
}

function pathFor(command: string, ...files: string[]): string | null {
  return placeTestFile(request(command, Object.fromEntries(files.map((path) => [path, ''])))).path;
}

/** The file after its helpers: its head and its tests. */
function written(command: string, files: Readonly<Record<string, string>>, ...tests: TestToWrite[]): string {
  const text = writeTestFile(request(command, files, tests.length === 0 ? [example] : tests))?.text ?? '';
  const [head = ''] = text.split('\n\nfunction _default');
  const [, body = ''] = /\n\}\n\n((?:test|_test|_tap\.test)\([\s\S]*)$/.exec(text) ?? [];
  return `${head}\n${body}`;
}

describe('the place of the file', () => {
  test('is beside the tests that the command runs, with a name like theirs', () => {
    expect(pathFor('vitest run', 'src/a.spec.ts', 'src/b.spec.ts', 'e2e/c.test.ts')).toBe('src/task_examples.spec.ts');
    expect(pathFor('jest', 'src/__tests__/a.js', 'src/a.js')).toBe('src/__tests__/task_examples.js');
    expect(pathFor('mocha', 'test/slug.js', 'test/helpers/x.js')).toBe('test/task_examples.js');
    expect(pathFor('mocha spec', 'spec/slug_spec.js', 'test/a.js', 'test/b.js')).toBe('spec/task_examples_spec.js');
    expect(pathFor("mocha 'unit/**/*.test.mjs'", 'unit/a/x.test.mjs', 'test/a.js', 'test/b.js')).toBe(
      'unit/a/task_examples.test.mjs',
    );
    expect(pathFor('mocha "test/{a,b}/*.js"', 'test/a/x.js', 'test/c/y.js', 'test/c/z.js')).toBe('test/a/task_examples.js');
    expect(pathFor('node --test', 'test-slug.js', 'index.js')).toBe('task_examples.test.js');
    expect(pathFor('ava', 'test.js', 'index.js')).toBe('task_examples.test.js');
    expect(pathFor('tape test/*.js', 'test/index.js')).toBe('test/task_examples.js');
    expect(pathFor('ava', 'index.test-d.ts', 'test.js')).toBe('task_examples.test.js');
    expect(pathFor('mocha checks.js', 'checks.js')).toBe('task_examples.test.js');
    expect(pathFor('jest', 'index.js')).toBe('task_examples.test.js');
    expect(pathFor('jest', 'a.test.js', 'task_examples.test.js')).toBe('task_examples_2.test.js');
  });

  test('is no declaration, fixture or helper', () => {
    expect(pathFor('vitest run', 'test/a.test.ts', 'test/fixtures/a.test.js', 'test/fixtures/b.test.js', 'test/x.d.ts')).toBe(
      'test/task_examples.test.ts',
    );
  });
});

describe('the file loads modules as the tests beside it do', () => {
  const esm = { 'test/a.test.js': "import { test } from 'node:test';\n" };
  const commonJs = { 'test/a.test.js': "const { test } = require('node:test');\n", 'package.json': '{"type":"module"}' };

  test('with import', () => {
    expect(written('node --test', esm)).toBe(`// @ts-nocheck
import { test } from 'node:test';
test("example 1, line 3: slug('') gives 'n-a'", async (t) => {
  const slug = _member((typeof require === 'function' ? require('../src/slug.js') : await import('../src/slug.js')), 'slug');
  const _got = await eval("(slug(''))");
  const _want = 'n-a';
  _check(_matches(_got, _want), "example 1, line 3: slug('') gives 'n-a': got " + _shown(_got));
});
`);
  });

  test('with require', () => {
    expect(written('node --test', commonJs)).toContain("const { test } = require('node:test');");
    expect(written('node --test', commonJs)).toContain("const slug = _member(require('../src/slug.js'), 'slug');");
    // Without tests, as the package does.
    expect(written('mocha', { 'package.json': '{}' })).toContain("_member(require('../src/slug.js'), 'slug')");
    expect(written('mocha', { 'package.json': '{"type": "module"}' })).toContain('await import(');
  });

  test('with what the runner compiles', () => {
    expect(written('vitest run', { 'a.test.ts': "import { test } from 'vitest';" })).toContain(
      "  const slug = _member(await import('../src/slug.js'), 'slug');\n",
    );
    expect(written('jest', { 'a.test.js': "const a = require('./a');\n" })).toBe(
      `// @ts-nocheck\ntest("example 1, line 3: slug('') gives 'n-a'", async () => {
  const slug = _member(require('../src/slug.js'), 'slug');
  const _got = await eval("(slug(''))");
  const _want = 'n-a';
  _check(_matches(_got, _want), "example 1, line 3: slug('') gives 'n-a': got " + _shown(_got));
}, 90000);
`,
    );
  });

  test('with the library that the tests use', () => {
    expect(written('tape test/*.js', { 'test/a.js': "var test = require('tape');" })).toContain("const _tap = require('tape');");
    expect(written('tap', { 'test/a.js': "import t from 'tap';" })).toContain("import _tap from 'tap';");
    expect(written('ava', { 'test/a.js': "import test from 'ava';" })).toContain("import test from 'ava';");
  });
});

describe('tests', () => {
  const esm = { 'a.test.js': "import { test } from 'vitest';" };
  const body = (other: Partial<TestToWrite>) => written('vitest run', esm, { ...example, imports: '', ...other });

  test('evaluate the code of the text by itself, so that a mistake stops one test', () => {
    expect(body({ setup: 'const a = 1;', call: 'slug(a))' })).toContain(
      'const _got = await eval("(async () => {\\nconst a = 1;\\nreturn (slug(a))\\n);\\n})()");',
    );
  });

  test('give an assertion what the runner provides', () => {
    const text = body({ call: 'expect(slug(1)).toBeGreaterThan(0);', expected: { kind: 'holds' } });
    expect(text).toContain("import { expect as _expect, test } from 'vitest';");
    expect(text).toContain(
      '  const expect = _expect;\n  await eval("(async () => {\\nexpect(slug(1)).toBeGreaterThan(0);\\n})()");',
    );
  });

  test('compare errors and what is printed', () => {
    expect(body({ expected: { kind: 'error', name: 'TypeError' } })).toContain('_isA(_caught.error, "TypeError")');
    expect(body({ expected: { kind: 'error', name: null } })).not.toContain('_isA(_caught');
    expect(body({ call: 'console.log(1)', expected: { kind: 'output', text: '1' } })).toContain('_check(_text === "1"');
  });

  test('have names that reports do not escape', () => {
    const file = writeTestFile(request('vitest run', esm, [{ ...example, title: "slug('\\n')" }]));
    expect(file?.names).toEqual(['example 1 line 3']);
  });
});

test('compares values by structure', () => {
  const file = writeTestFile(request('node --test', {}))?.text ?? '';
  const helpers = file.slice(file.indexOf('function _matches'), file.indexOf('function _shown'));
  const matches = new Function(`${helpers}return _matches;`)() as (got: unknown, want: unknown) => boolean;
  const equal: [unknown, unknown][] = [
    [{ a: [1, { b: undefined }] }, { a: [1, {}] }],
    [0.1 + 0.2, 0.3],
    [new Date(1), new Date(1)],
    [new Map([[1, { a: 1 }]]), new Map([[1, { a: 1 }]])],
    [Number.NaN, Number.NaN],
    [/a/g, /a/g],
    [new Uint8Array([1]), new Uint8Array([1])],
  ];
  const different: [unknown, unknown][] = [
    [1, '1'],
    [null, undefined],
    [[1], { 0: 1 }],
    [[1, 2], [1]],
    [{ a: 1, b: 2 }, { a: 1 }],
    [0.31, 0.3],
    [new Date(1), new Date(2)],
    [new Set([1]), new Set([2])],
    ['', null],
  ];
  expect(equal.map(([got, want]) => matches(got, want))).toEqual(equal.map(() => true));
  expect(different.map(([got, want]) => matches(got, want))).toEqual(different.map(() => false));
});
