// Compares two security summaries: advisories that the candidate adds and removes.
import type { Advisory, CandidateSecurity, SecuritySummary } from '../contract/index.ts';

type MeasuredSecurity = Extract<CandidateSecurity, { state: 'measured' }>;
type SecurityChanges = Pick<MeasuredSecurity, 'added' | 'resolved'>;

export function compareSecurity(baseline: SecuritySummary, candidate: SecuritySummary): SecurityChanges {
  const known = new Set(baseline.advisories.map(keyOf));
  const still = new Set(candidate.advisories.map(keyOf));
  const added = candidate.advisories.filter((advisory) => !known.has(keyOf(advisory)));
  const resolved = baseline.advisories.filter((advisory) => !still.has(keyOf(advisory)));
  const unnamed = candidate.total - candidate.advisories.length - (baseline.total - baseline.advisories.length);
  return { added: [...added, ...Array.from({ length: Math.max(0, unnamed) }, unnamedAdvisory)], resolved };
}

/** A vulnerability of another version of the same package is the same vulnerability. */
function keyOf({ id, package: name }: Advisory): string {
  return JSON.stringify([id, name]);
}

/** The tool counts one more without naming it. */
function unnamedAdvisory(): Advisory {
  return {
    id: 'unnamed',
    package: null,
    version: null,
    severity: 'unknown',
    title: 'the security check reports a problem without naming it',
  };
}
