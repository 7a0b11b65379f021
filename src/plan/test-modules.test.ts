import { expect, test } from 'vitest';
import type { Diff, DiffFile } from '../contract/index.ts';
import { RUNNERS } from '../tools/runners/index.ts';
import type { TestRunner } from '../tools/tool.ts';
import { judgeChangedTests } from './test-modules.ts';

function runnerNamed(id: string): TestRunner {
  return RUNNERS.find((runner) => runner.id === id) as TestRunner;
}

function diffOf(status: DiffFile['status'], ...paths: string[]): Diff {
  const counts = { added: 1, removed: 0, added_normalized: 1, removed_normalized: 0 };
  const flags = { binary: false, marked_generated: false, marked_vendored: false };
  const files = paths.map((path) => ({ path, old_path: null, status, old_mode: '100644', mode: '100644', ...counts, ...flags }));
  return { schema_version: 1, base_tree: 'a', tree: 'b', files };
}

test.each<[runner: string, path: string, mode: string]>([
  ['jest', 'src/a.test.ts', 'selected'],
  ['jest', 'test/helper.ts', 'shared'],
  ['minitest', 'test/models/book_test.rb', 'selected'],
  ['minitest', 'test/test_book.rb', 'selected'],
  ['minitest', 'test/test_helper.rb', 'shared'],
  ['minitest', 'test/support/books.rb', 'shared'],
  ['phpunit', 'tests/BookTest.php', 'selected'],
  ['phpunit', 'tests/bootstrap.php', 'shared'],
  ['rspec', 'spec/book_spec.rb', 'selected'],
  ['rspec', 'spec/spec_helper.rb', 'shared'],
  ['unittest', 'tests/test_book.py', 'selected'],
  ['tap', 'test/book.js', 'selected'],
  ['cargo', 'tests/book.rs', 'selected'],
  // Build output for the tests of one tree is not valid for the other.
  ['maven', 'src/test/java/org/example/BookTest.java', 'separate'],
  ['gradle', 'src/test/java/org/example/BookTest.java', 'separate'],
])('%s, %s is new: %s', (runner, path, mode) => {
  expect(judgeChangedTests(diffOf('added', path), runnerNamed(runner))).toEqual({ mode, files: [path] });
});

test.each<[runner: string, mode: string]>([
  ['pytest', 'selected'],
  ['unittest', 'shared'],
])('%s, a changed test module: %s, by whether ids contain the file', (runner, mode) => {
  expect(judgeChangedTests(diffOf('modified', 'tests/test_a.py'), runnerNamed(runner)).mode).toBe(mode);
});

test('settings of a runner, or an unknown runner, need a separate checkout', () => {
  expect(judgeChangedTests(diffOf('added', 'test/a.test.js', 'jest.config.js'), runnerNamed('jest')).mode).toBe('separate');
  expect(judgeChangedTests(diffOf('added', 'test/a.test.js'), null).mode).toBe('separate');
});

test('a program that shows a fault needs no checkout of its own', () => {
  const { mode, files } = judgeChangedTests(diffOf('added', 'test/a.test.js', 'reproduce.js'), runnerNamed('jest'));
  expect([mode, files]).toEqual(['selected', ['test/a.test.js']]);
});
