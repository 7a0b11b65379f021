import { expect, test } from 'vitest';
import { describeExecutionEnd, describeExecutions, type ExecutionEntry } from './execution.ts';

function execution(changes: Partial<ExecutionEntry>): ExecutionEntry {
  const ending = { ended: 'exited', exit_code: 0, duration_ms: 1500, from_cache: false } as const;
  return { candidate: 'a', check: 'test', reason: 'first run on the candidate', ...ending, ...changes };
}

test.each<[Partial<ExecutionEntry>, string]>([
  [{}, 'passed'],
  [{ exit_code: 3 }, 'exit code 3'],
  [{ exit_code: null }, 'exit code ?'],
  [{ ended: 'timed_out', exit_code: null }, 'timed out'],
  [{ ended: null, exit_code: null }, 'did not end'],
  [{ check: 'canary', exit_code: 1, planted_failure: 'reported' }, 'planted failure reported'],
  [{ check: 'canary', exit_code: 2, planted_failure: 'not_reported' }, 'exit code 2, planted failure not in its results'],
  [{ check: 'canary', exit_code: 1 }, 'exit code 1'],
  [{ check: 'pinned-canary-file' }, 'planted failure not reported'],
])('describes an execution with %j as %s', (changes, expected) => {
  expect(describeExecutionEnd(execution(changes))).toBe(expected);
});

test('the total counts whole test runs, and no time for cached results', () => {
  const executions = [
    execution({ candidate: null, check: 'setup' }),
    execution({ candidate: null, from_cache: true, duration_ms: 60_000 }),
    execution({}),
    execution({ check: 'pinned-again1-test' }),
    execution({ check: 'canary' }),
    execution({ check: 'canary-file' }),
    execution({ check: 'selected1-test' }),
  ];
  expect(describeExecutions(executions)).toBe('6 executions, 9.0 s of check time; 3 whole test runs for 2 trees');
  expect(describeExecutions([])).toBe('0 executions, 0.0 s of check time; 0 whole test runs for 0 trees');
});
