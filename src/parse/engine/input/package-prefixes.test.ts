import { expect, test } from 'vitest';
import { PackagePrefixes } from './package-prefixes.ts';

function split(...lines: string[]) {
  const splitter = new PackagePrefixes();
  return lines.map((line) => splitter.split(line));
}

test('accepts docker compose prefixes without an announcement', () => {
  expect(split('web-1  | ok 1', 'api_12 | not ok 2', 'web-1  |')).toEqual([
    { stream: 'web-1', text: 'ok 1' },
    { stream: 'api_12', text: 'not ok 2' },
    null,
  ]);
});

test('accepts pnpm prefixes after the announcement of the package', () => {
  expect(split('packages/a test: early', 'packages/a test$ vitest run', 'packages/a test:  ✓ x', 'error: no stream')).toEqual([
    null,
    null,
    { stream: 'packages/a test', text: ' ✓ x' },
    null,
  ]);
});

test('accepts turborepo prefixes after the announcement of the task', () => {
  expect(split('web:test: early', 'web:test: cache miss, executing 12ab', 'web:test: > vitest', 'src/a.ts:test: no')).toEqual([
    null,
    { stream: 'web:test', text: 'cache miss, executing 12ab' },
    { stream: 'web:test', text: '> vitest' },
    null,
  ]);
});

test('ignores code frames', () => {
  expect(split(' 12 | const x = 1', '> 13 | y()', '12 | z')).toEqual([null, null, null]);
});

test('accepts lerna prefixes after the banner of npm', () => {
  const lines = ['@pond/a: early', '@pond/a: > @pond/a@1.0.0 lint', '@pond/a:   1:1  error  x', '@pond/b: x', 'error: no stream'];
  expect(split(...lines)).toEqual([
    null,
    { stream: '@pond/a', text: '> @pond/a@1.0.0 lint' },
    { stream: '@pond/a', text: '  1:1  error  x' },
    null,
    null,
  ]);
});

test('accepts names in brackets after the banner of npm or yarn', () => {
  const lines = [
    '[warn] a.js',
    '[lint:js ] > pond@1.0.0 lint:js',
    '[lint:js ] ',
    '[warn] a.js',
    '[b]: Process started',
    '[b]: ok',
    '[0] x',
  ];
  expect(split(...lines)).toEqual([
    null,
    { stream: 'lint:js ', text: '> pond@1.0.0 lint:js' },
    { stream: 'lint:js ', text: '' },
    null,
    { stream: 'b', text: 'Process started' },
    { stream: 'b', text: 'ok' },
    null,
  ]);
});

test('accepts a prefix only in the form that was announced', () => {
  expect(split('[b]: Process started', 'b: text')[1]).toBeNull();
});

test.each([
  'web-1  | text',
  'packages/a test$ vitest run',
  'web:test: cache miss, executing 12ab',
  '@pond/web: > @pond/web@1.0.0 test',
  '[test:web] > pond@1.0.0 test:web',
  '[web]: > pond@1.0.0 test',
  '[web]: Process started',
])('lines among which %j stands may concern it', (line) => {
  expect(new PackagePrefixes().mayMatch(`text\n${line}\ntext\n`)).toBe(true);
});

test('skips batches without a prefix until one was announced', () => {
  const splitter = new PackagePrefixes();
  const lines = 'error: no stream\n[INFO] text\na > b\n--> src/main.rs:3\nweb:test: text\n';
  expect(splitter.mayMatch(lines)).toBe(false);
  splitter.split('web:test: cache hit, replaying logs 12ab');
  expect(splitter.mayMatch(lines)).toBe(true);
});
