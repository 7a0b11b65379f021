import { expect, test } from 'vitest';
import { planExamples } from './plan-examples.ts';

const FILES: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "slugs", "type": "module", "exports": "./src/index.js" }',
  'src/index.js': "export { slug } from './slug.js';\n",
  'src/slug.js': 'export function slug() {}\nfunction inner() {}\n',
  'test/slug.test.js':
    "import assert from 'node:assert';\nimport { test } from 'node:test';\nimport { slug } from '../src/index.js';\ntest('a', () => assert(slug()));\n",
};

function plan(text: string, candidates: Readonly<Record<string, string>>[] = []) {
  const treeOf = (files: Readonly<Record<string, string>>) => ({
    files: Object.keys(files),
    read: (path: string) => files[path] ?? null,
  });
  return planExamples({
    text,
    command: 'node --test',
    scripts: {},
    ...treeOf(FILES),
    candidates: candidates.map(treeOf),
    isConfined: true,
  });
}

function whyOf(text: string, candidates: Readonly<Record<string, string>>[] = []): (string | null)[] {
  return plan(text, candidates).examples.map(({ why }) => why);
}

test('imports what an example uses as the tests do, also if the text names the package', () => {
  const text = "```js\nimport { slug as s } from 'slugs';\ns('') // => 'n-a'\nslug('b') // => 'b'\n```\n";
  const { files, examples } = plan(text);
  expect(files.map(({ path }) => path)).toEqual(['test/task_examples.test.js']);
  const lines = files[0]?.text.split('\n').filter((line) => line.startsWith('  const s')) ?? [];
  const load = "(typeof require === 'function' ? require('../src/index.js') : await import('../src/index.js'))";
  // The import of the text is a part of every example of its session.
  expect(lines).toEqual([
    `  const s = _member(${load}, 'slug');`,
    `  const s = _member(${load}, 'slug');`,
    `  const slug = _member(${load}, 'slug');`,
  ]);
  expect(examples.map(({ test: name, why }) => [name, why])).toEqual([
    ["example 1, line 3: s('') gives 'n-a'", null],
    ["example 2, line 4: slug('b') gives 'b'", null],
  ]);
});

test('finds a name that only a candidate defines', () => {
  const candidate = { ...FILES, 'src/words.js': 'export const words = (text) => text;\n' };
  const text = "`words('a b')` should return `['a', 'b']`.";
  expect(whyOf(text)).toEqual(['no file of the base or of a candidate defines words']);
  expect(whyOf(text, [candidate])).toEqual([null]);
  expect(plan(text, [candidate]).files[0]?.text).toContain("await import('../src/words.js')");
});

test('lists an example that cannot become a test with the reason', () => {
  expect(whyOf("`inner('a')` should return `'a'`.")).toEqual(['inner of src/slug.js is private']);
  expect(plan('nothing to see').files).toEqual([]);
});

test('gives assertions that compare no literal the library of the tests', () => {
  const { files, examples } = plan("```js\nassert.ok(slug('a').length > 0);\n```\n");
  expect(examples.map(({ why }) => why)).toEqual([null]);
  expect(files[0]?.text).toContain('  const assert = _default(');
});
