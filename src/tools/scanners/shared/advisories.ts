// Ids and severities of advisories, in the forms that security tools write.
import type { Advisory, AdvisorySeverity } from '../../../contract/index.ts';

const PREFERRED = [/^GHSA-/, /^CVE-/, /^RUSTSEC-/, /^GO-/, /^PYSEC-/];

/** The id that most tools use; the first one when none has a well-known scheme. */
export function preferredId(ids: readonly string[]): string | null {
  for (const scheme of PREFERRED) {
    const id = ids.find((candidate) => scheme.test(candidate));
    if (id !== undefined) return id;
  }
  return ids[0] ?? null;
}

/** "https://github.com/advisories/GHSA-..." */
export function idInUrl(url: string): string | null {
  return /(?:GHSA(?:-[0-9a-z]{4}){3}|CVE-\d{4}-\d{4,9}|RUSTSEC-\d{4}-\d{4})/.exec(url)?.[0] ?? null;
}

const SEVERITIES: Readonly<Record<string, AdvisorySeverity>> = {
  critical: 'critical',
  high: 'high',
  important: 'high',
  moderate: 'moderate',
  medium: 'moderate',
  low: 'low',
  minor: 'low',
  negligible: 'low',
  info: 'low',
};

export function advisorySeverity(word: unknown): AdvisorySeverity {
  return typeof word === 'string' ? (SEVERITIES[word.toLowerCase()] ?? 'unknown') : 'unknown';
}

/** By the ranges of CVSS 3 and 4. */
export function severityOfScore(score: number): AdvisorySeverity {
  if (!(score > 0)) return 'unknown';
  if (score >= 9) return 'critical';
  if (score >= 7) return 'high';
  return score >= 4 ? 'moderate' : 'low';
}

/** Removes duplicates: the same advisory of the same package, reached on several paths. */
export function distinctAdvisories(advisories: readonly Advisory[]): Advisory[] {
  const byKey = new Map<string, Advisory>();
  for (const advisory of advisories) {
    const key = JSON.stringify([advisory.id, advisory.package]);
    if (!byKey.has(key)) byKey.set(key, advisory);
  }
  return [...byKey.values()];
}
