import { expect, test } from 'vitest';
import type { CandidateFacts, TestClaim } from '../../src/contract/index.ts';
import { checkClaim } from './claim-check.ts';

function facts(passed: number, failed: number, dropped: string[] = [], added: string[] = []): CandidateFacts {
  return { tests: { state: 'measured', passed, failed, dropped, added } } as unknown as CandidateFacts;
}

function claim(passed: number | null, failed: number | null): TestClaim {
  return { from: 'message', text: '', passed, failed };
}

test.each([
  ['confirmed', claim(15, 0), facts(15, 0)],
  // The candidate may have counted its own new tests, which Hydra does not.
  ['confirmed', claim(19, 0), facts(15, 0, [], ['a', 'b', 'c', 'd'])],
  ['open', claim(19, 0), facts(15, 0)],
  ['contradicted', claim(15, 0), facts(13, 2)],
  ['contradicted', claim(null, 0), facts(14, 0, ['skipped on purpose'])],
  ['confirmed', claim(13, 2), facts(13, 2)],
  ['open', claim(13, 1), facts(13, 2)],
  ['open', claim(null, null), facts(13, 2)],
  ['open', { ...claim(1, 0), from: 'output' }, facts(13, 2)],
  ['contradicted', { ...claim(15, 0), from: 'output' }, facts(13, 2)],
  ['open', claim(15, 0), { tests: { state: 'not_measured' } } as unknown as CandidateFacts],
] as const)('is %s for %j', (result, said, measured) => {
  expect(checkClaim(said, measured)).toBe(result);
});
