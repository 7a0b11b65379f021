// The precision of one section: named results are compared with the tool's own totals, and a mismatch is reported.
import type { Precision, TestResult } from '../../contract/index.ts';
import type { LintSection, Section, SecuritySection, TestSection } from '../section.ts';

export interface TestCounts {
  passed: number;
  failed: number;
  skipped: number;
}

export interface Reconciled {
  precision: Extract<Precision, 'exact' | 'totals' | 'inconsistent'>;
  notes: string[];
}

export interface ReconciledTests extends Reconciled {
  counts: TestCounts;
}

export interface ReconciledLint extends Reconciled {
  errors: number;
  warnings: number;
}

export interface ReconciledSecurity extends Reconciled {
  total: number;
}

export function reconcile(section: Section): Reconciled {
  if (section.kind === 'test') return reconcileTests(section);
  return section.kind === 'lint' ? reconcileLint(section) : reconcileSecurity(section);
}

const STATUSES = ['passed', 'failed', 'skipped'] as const;
/** More than any run has; sums of such numbers stay exact. */
const MAX_COUNTED = 1_000_000_000;

export function reconcileTests(section: TestSection): ReconciledTests {
  const listed = countTests(section.tests);
  const totals = section.totals === null ? null : possibleTotals(section.totals);
  const counts = totals === null ? listed : fillIn(totals, listed);
  const doubts = doubtsAbout(section, section.totals);
  if (doubts.length > 0) return { precision: 'inconsistent', counts, notes: doubts };
  if (totals === null || STATUSES.every((status) => totals[status] !== null && totals[status] === listed[status])) {
    return { precision: 'exact', counts, notes: [] };
  }
  const excess = STATUSES.filter((status) => totals[status] !== null && listed[status] > (totals[status] ?? 0));
  if (excess.length === 0) return { precision: 'totals', counts, notes: [`${section.parser} names only some of its tests`] };
  const notes = excess.map(
    (status) => `${section.parser} says ${totals[status]} ${status}, but ${listed[status]} lines look like ${status} tests`,
  );
  return { precision: 'inconsistent', counts, notes };
}

function countTests(tests: readonly TestResult[]): TestCounts {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { status } of tests) counts[status] += 1;
  return counts;
}

function fillIn(totals: NonNullable<TestSection['totals']>, listed: TestCounts): TestCounts {
  return {
    passed: totals.passed ?? listed.passed,
    failed: totals.failed ?? listed.failed,
    skipped: totals.skipped ?? listed.skipped,
  };
}

export function reconcileLint(section: LintSection): ReconciledLint {
  let errors = 0;
  for (const { severity } of section.findings) if (severity === 'error') errors += 1;
  const warnings = section.findings.length - errors;
  const totals = section.totals === null ? null : possibleTotals(section.totals);
  const doubts = doubtsAbout(section, section.totals);
  const stated = totals === null ? { errors, warnings } : statedLint(totals, errors, warnings);
  if (doubts.length > 0) return { precision: 'inconsistent', ...stated, notes: doubts };
  if (errors === stated.errors && warnings === stated.warnings) return { precision: 'exact', ...stated, notes: [] };
  if (errors <= stated.errors && warnings <= stated.warnings) {
    return { precision: 'totals', ...stated, notes: [`${section.parser} names only some of its findings`] };
  }
  const note = `${section.parser} says ${stated.errors} errors and ${stated.warnings} warnings, but ${errors} and ${warnings} are listed`;
  return { precision: 'inconsistent', ...stated, notes: [note] };
}

/** A sum is split like the listed findings; unlisted ones count as errors. */
function statedLint(totals: NonNullable<LintSection['totals']>, errors: number, warnings: number) {
  if (totals.total !== null && totals.errors === null && totals.warnings === null) {
    if (totals.total === errors + warnings) return { errors, warnings };
    return { errors: Math.max(0, totals.total - warnings), warnings: Math.min(warnings, totals.total) };
  }
  return { errors: totals.errors ?? errors, warnings: totals.warnings ?? warnings };
}

export function reconcileSecurity(section: SecuritySection): ReconciledSecurity {
  const stated = isPossible(section.total) ? section.total : null;
  const listed = section.advisories.length;
  const total = Math.max(stated ?? 0, listed);
  const doubts = doubtsAbout(section, { total: section.total });
  if (doubts.length > 0) return { precision: 'inconsistent', total, notes: doubts };
  if (stated === null || stated === listed) return { precision: 'exact', total, notes: [] };
  if (listed < stated) return { precision: 'totals', total, notes: [`${section.parser} names only some of its advisories`] };
  return { precision: 'inconsistent', total, notes: [`${section.parser} says ${stated} advisories, but lists ${listed}`] };
}

/** Totals are computed from untrusted output. */
function isPossible(count: number | null): boolean {
  return count === null || (Number.isInteger(count) && count >= 0 && count <= MAX_COUNTED);
}

function possibleTotals<Kind extends { [Key in keyof Kind]: number | null }>(totals: Kind): Kind {
  const entries = Object.entries(totals) as [string, number | null][];
  return Object.fromEntries(entries.map(([name, count]) => [name, isPossible(count) ? count : null])) as Kind;
}

function doubtsAbout(section: Section, totals: object | null): string[] {
  const doubts = [...section.problems];
  if (!section.hasFooter) doubts.push(`${section.parser} ended before its own closing line`);
  if (Object.values(totals ?? {}).some((count) => !isPossible(count)))
    doubts.push(`${section.parser} states totals that cannot be`);
  return doubts;
}
