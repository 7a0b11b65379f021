import { expect, test } from 'vitest';
import { filesWithTests, textOfTests } from './base-tests.ts';

test('lists test files first, then sources that contain tests; no data', () => {
  expect(filesWithTests(['src/a.rs', 'src/a.js', 'test/data.json', 'test/a.test.js', 'tests/a.rs', 'test/a.bats'])).toEqual([
    'test/a.test.js',
    'tests/a.rs',
    'test/a.bats',
    'src/a.rs',
  ]);
});

test('extracts only the tests of a Rust source', () => {
  const source = 'fn f() {}\n\n#[cfg(test)]\nmod tests {\n    f();\n}\n';
  const files = [
    { path: 'tests/a.rs', text: 'all of it' },
    { path: 'src/a.rs', text: source },
    { path: 'src/b.rs', text: 'fn g() {}\n' },
    { path: 'test/huge.js', text: 'x'.repeat(200_001) },
  ];
  expect(textOfTests(files)).toBe('all of it\n#[cfg(test)]\nmod tests {\n    f();\n}');
});
