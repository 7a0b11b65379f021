// Compares two lint summaries: findings that the candidate adds and removes.
// A finding is the same if rule, message and path (followed through renames) are equal, whatever its line.
import type { CandidateLint, LintFinding, LintSummary } from '../contract/index.ts';

type MeasuredLint = Extract<CandidateLint, { state: 'measured' }>;
type LintChanges = Pick<MeasuredLint, 'compared_by' | 'added' | 'resolved'>;

/** `renames` maps a path in the candidate to the path of the file in the base. */
export function compareLint(baseline: LintSummary, candidate: LintSummary, renames: ReadonlyMap<string, string>): LintChanges {
  if (!namesEveryFinding(baseline) || !namesEveryFinding(candidate)) return { compared_by: 'count', added: [], resolved: [] };
  const before = baseline.findings.map((finding) => ({ key: keyOf(finding, finding.path), finding }));
  const after = candidate.findings.map((finding) => {
    const path = finding.path === null ? null : (renames.get(finding.path) ?? finding.path);
    return { key: keyOf(finding, path), finding };
  });
  return { compared_by: 'identity', added: withoutPartner(after, before), resolved: withoutPartner(before, after) };
}

/** An exit code of 0 without output is the same as an empty list. */
function namesEveryFinding({ precision, errors, warnings }: LintSummary): boolean {
  return precision === 'exact' || (precision === 'exit-code' && errors + warnings === 0);
}

interface Keyed {
  key: string;
  finding: LintFinding;
}

function keyOf({ rule, severity, message }: LintFinding, path: string | null): string {
  return JSON.stringify([path, rule, severity, message]);
}

/** Equal findings are matched one by one: two against one leave one. */
function withoutPartner(findings: readonly Keyed[], others: readonly Keyed[]): LintFinding[] {
  const partners = new Map<string, number>();
  for (const { key } of others) partners.set(key, (partners.get(key) ?? 0) + 1);
  return findings
    .filter(({ key }) => {
      const left = partners.get(key) ?? 0;
      partners.set(key, left - 1);
      return left <= 0;
    })
    .map(({ finding }) => finding);
}
