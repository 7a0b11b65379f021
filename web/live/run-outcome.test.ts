import { expect, test } from 'vitest';
import type { RunDetail } from '../../src/contract/index.ts';
import { runOutcome } from './run-outcome.ts';

function finished(verdict: string, leaders: string[]): Pick<RunDetail, 'scorecard' | 'state'> {
  return { state: 'finished', scorecard: { verdict: { class: verdict, leaders } } as RunDetail['scorecard'] };
}

test.each([
  [finished('decided_by_tests', ['claude']), 'claude wins'],
  [finished('decided_by_quality', ['a\u202eb']), 'a\\u202eb wins'],
  [finished('level', ['a', 'b']), 'Level: a and b'],
  [finished('none', []), 'Nothing to merge'],
  [{ state: 'running', scorecard: null } as const, null],
  [{ state: 'failed', scorecard: null } as const, 'Run failed'],
])('%j is %j', (detail, outcome) => {
  expect(runOutcome(detail)).toBe(outcome);
});
