import { expect, test } from 'vitest';
import { filesWithTests, textOfTests } from './base-tests.ts';

test('files of tests first, then sources that hold tests as well; no data', () => {
  expect(filesWithTests(['src/a.rs', 'src/a.js', 'test/data.json', 'test/a.test.js', 'tests/a.rs', 'test/a.bats'])).toEqual([
    'test/a.test.js',
    'tests/a.rs',
    'test/a.bats',
    'src/a.rs',
  ]);
});

test('of a Rust source only its tests', () => {
  const source = 'fn f() {}\n\n#[cfg(test)]\nmod tests {\n    f();\n}\n';
  const files = [
    { path: 'tests/a.rs', text: 'all of it' },
    { path: 'src/a.rs', text: source },
    { path: 'src/b.rs', text: 'fn g() {}\n' },
    { path: 'test/huge.js', text: 'x'.repeat(200_001) },
  ];
  expect(textOfTests(files)).toBe('all of it\n#[cfg(test)]\nmod tests {\n    f();\n}');
});
