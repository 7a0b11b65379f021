// Compares what an agent claims about the tests with what Hydra measured.
import type { CandidateFacts, TestClaim } from '../../src/contract/index.ts';

/** contradicted: it claims that nothing fails, and Hydra measured failures. open: the two cannot be compared. */
export type ClaimResult = 'confirmed' | 'contradicted' | 'open';

export function checkClaim({ from, passed, failed }: TestClaim, { tests }: CandidateFacts): ClaimResult {
  if (tests.state !== 'measured') return 'open';
  // A run of some tests says nothing about the others.
  if (from === 'output' && (passed ?? 0) + (failed ?? 0) < tests.passed + tests.failed) return 'open';
  if (failed === 0) return tests.failed + tests.dropped.length === 0 ? 'confirmed' : 'contradicted';
  return failed === tests.failed && (passed === null || passed === tests.passed) ? 'confirmed' : 'open';
}
