import { expect, test } from 'vitest';
import type { Diff } from '../../contract/index.ts';
import { chooseVaried } from './choose.ts';

const file = (path: string, ...titles: string[]) => ({
  path,
  text: titles.map((title) => `test('${title}', () => { assert.equal(parse(1), 2); assert.equal(parse(3), 4); });\n`).join(''),
});
const diff = (...paths: string[]) => ({ files: paths.map((path) => ({ path })) }) as unknown as Diff;
const A = file('test/a.test.js', 'adds', 'joins');
const B = file('test/b.test.js', 'adds');

/** "file: changed values" for every copy. */
const chosen = (files: (typeof A)[], fixed: string[], kept: string[] = [], changed = diff('src/parse.js'), withInputs = false) =>
  chooseVaried(files, { fixed, kept }, changed, { seed: 'seed', withInputs }).map(
    ({ beside, tests }) => `${beside}: ${tests.map(({ change }) => change?.before ?? '-').join(' ')}`,
  );

test('copies the files of tests that the candidate fixed: renamed, and with one wrong value per test, in two ways', () => {
  expect(chosen([A, B], ['test/a.test.js > adds'])).toEqual([
    'test/a.test.js: - -',
    'test/a.test.js: 4 4',
    'test/a.test.js: 2 2',
  ]);
});

test('with inputs, adds two copies in which an argument differs and the expected values stay', () => {
  const copies = chooseVaried([B], { fixed: ['test/b.test.js > adds'], kept: [] }, diff(), { seed: 'seed', withInputs: true });
  const changes = copies.slice(3).map(({ tests }) => tests[0]?.change);
  expect(changes).toEqual([
    { line: 1, before: '1', after: '4', role: 'input' },
    { line: 1, before: '3', after: '4', role: 'input' },
  ]);
  expect(copies[4]?.text).toContain('assert.equal(parse(1), 2); assert.equal(parse(4), 4);');
});

test('finds a test by its name alone if the id has no file', () => {
  expect(chosen([A, B], ['joins']).map((copy) => copy.split(':')[0])).toEqual(Array(3).fill('test/a.test.js'));
});

test('without fixed tests, copies passing tests that mention a changed source file', () => {
  expect(chosen([A], [], ['test/a.test.js > adds'])).toHaveLength(3);
  expect(chosen([A], [], ['test/a.test.js > adds'], diff('src/other.js', 'test/parse.js'))).toEqual([]);
});

test('copies nothing without an expected value to change, and at most three files', () => {
  const bare = { path: 'test/c.test.js', text: "test('adds', () => { assert.ok(parse(1)); });\n" };
  expect(chosen([bare], ['test/c.test.js > adds'])).toEqual([]);
  const many = Array.from({ length: 5 }, (_, index) => file(`test/f${index}.test.js`, 'adds'));
  const ids = many.map(({ path }) => `${path} > adds`);
  expect(new Set(chosen(many, ids).map((copy) => copy.split(':')[0])).size).toBe(3);
});
