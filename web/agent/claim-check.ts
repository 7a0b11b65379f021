// Compares what an agent claims about the tests with what Hydra measured.
import type { CandidateFacts, TestClaim } from '../../src/contract/index.ts';

/** contradicted: it claims that nothing fails, and Hydra measured failures. open: the two cannot be compared. */
export type ClaimResult = 'confirmed' | 'contradicted' | 'open';

export function checkClaim({ from, passed, failed }: TestClaim, { tests }: CandidateFacts): ClaimResult {
  if (tests.state !== 'measured') return 'open';
  // A run of some tests says nothing about the others.
  if (from === 'output' && (passed ?? 0) + (failed ?? 0) < tests.passed + tests.failed) return 'open';
  if (failed === 0 && tests.failed + tests.dropped.length > 0) return 'contradicted';
  // More tests than there are, with the candidate's own new ones.
  if (failed === 0) return (passed ?? 0) > tests.passed + tests.added.length ? 'open' : 'confirmed';
  return failed === tests.failed && (passed === null || passed === tests.passed) ? 'confirmed' : 'open';
}
