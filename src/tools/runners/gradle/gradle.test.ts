import { expect, test } from 'vitest';
import { openOutputParser } from '../../parsers.ts';

function parse(lines: readonly string[]) {
  const parser = openOutputParser({ kind: 'test', command: null });
  parser.push(Buffer.from(`${lines.join('\n')}\n`));
  return parser.end(null);
}

test('reads results that end with a status or a duration', () => {
  const { tests } = parse([
    '> Task :test',
    'ATest > one PASSED',
    'ATest > two PASSED (1.2s)',
    'ATest > three SKIPPED (12 ms)',
    'Gradle Test Run :test > Gradle Test Executor 1 > ATest > four FAILED',
    'ATest > five PASSED (soon)',
    'ATest>six PASSED',
    '> seven > PASSED',
    ' ATest > eight PASSED',
    'BUILD FAILED in 1s',
  ]);
  expect(tests).toEqual([
    { id: 'ATest > one', status: 'passed' },
    { id: 'ATest > two', status: 'passed' },
    { id: 'ATest > three', status: 'skipped' },
    { id: 'ATest > four', status: 'failed' },
  ]);
});

test('reads the cause of a failed task from the next line', () => {
  const { tests } = parse([
    "Execution failed for task ':jar'.",
    '> No space left',
    "Execution failed for task ':test'.",
    '> There were failing tests. See the report.',
    '',
    "Execution failed for task ':compileTestJava'.",
    '> Compilation failed; see the compiler error output for details.',
    'BUILD FAILED in 1s',
  ]);
  expect(tests).toEqual([{ id: 'task :compileTestJava', status: 'failed' }]);
});
