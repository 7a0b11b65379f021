import { describe, expect, test } from 'vitest';
import type { TestStatus } from '../../contract/index.ts';
import { emptyLintSection, emptySecuritySection, emptyTestSection, type LintTotals, type TestTotals } from '../section.ts';
import { reconcileLint, reconcileSecurity, reconcileTests } from './check-totals.ts';

function tests(letters: string) {
  const statuses: Record<string, TestStatus> = { p: 'passed', f: 'failed', s: 'skipped' };
  return [...letters].map((letter, index) => ({ id: `t${index}`, status: statuses[letter] ?? 'failed' }));
}

describe('tests', () => {
  const total = (passed: number | null, failed: number | null, skipped: number | null): TestTotals => ({
    passed,
    failed,
    skipped,
  });
  test.each<[string, TestTotals | null, boolean, string, [number, number, number]]>([
    ['ppfs', total(2, 1, 1), true, 'exact', [2, 1, 1]],
    ['ppfs', null, true, 'exact', [2, 1, 1]],
    ['', total(0, 0, 0), true, 'exact', [0, 0, 0]],
    ['f', total(9, 1, 0), true, 'totals', [9, 1, 0]],
    ['', total(9, 1, 0), true, 'totals', [9, 1, 0]],
    ['f', total(null, 1, 0), true, 'totals', [0, 1, 0]],
    ['ppp', total(2, 0, 0), true, 'inconsistent', [2, 0, 0]],
    ['pf', total(2, 0, 0), true, 'inconsistent', [2, 0, 0]],
    ['pp', total(2, 0, 0), false, 'inconsistent', [2, 0, 0]],
    ['pp', null, false, 'inconsistent', [2, 0, 0]],
    ['p', total(-1, 0, 0), true, 'inconsistent', [1, 0, 0]],
    ['p', total(1, 1.5, 0), true, 'inconsistent', [1, 0, 0]],
    ['p', total(1, 0, 1e18), true, 'inconsistent', [1, 0, 0]],
    ['p', total(Number.NaN, 0, 0), true, 'inconsistent', [1, 0, 0]],
  ])('%s against %j, closed %s -> %s', (letters, totals, hasFooter, precision, [passed, failed, skipped]) => {
    const section = { ...emptyTestSection('x', 1), tests: tests(letters), totals, hasFooter };
    expect(reconcileTests(section)).toMatchObject({ precision, counts: { passed, failed, skipped } });
  });

  test('is inconsistent with any problem', () => {
    const section = { ...emptyTestSection('x', 1), tests: tests('p'), hasFooter: true, problems: ['two totals'] };
    expect(reconcileTests(section)).toMatchObject({ precision: 'inconsistent', notes: ['two totals'] });
  });
});

describe('lint', () => {
  const finding = (severity: 'error' | 'warning') => ({ path: 'a', line: 1, rule: 'r', severity, message: 'm' });
  test.each<[string, LintTotals | null, string, number, number]>([
    ['eew', null, 'exact', 2, 1],
    ['eew', { errors: 2, warnings: 1, total: null }, 'exact', 2, 1],
    ['eew', { errors: null, warnings: null, total: 3 }, 'exact', 2, 1],
    ['e', { errors: 2, warnings: 1, total: null }, 'totals', 2, 1],
    ['w', { errors: null, warnings: null, total: 3 }, 'totals', 2, 1],
    ['ee', { errors: 1, warnings: 0, total: null }, 'inconsistent', 1, 0],
    ['ww', { errors: null, warnings: null, total: 1 }, 'inconsistent', 0, 1],
    ['e', { errors: 2, warnings: -1, total: null }, 'inconsistent', 2, 0],
  ])('%s against %j -> %s', (letters, totals, precision, errors, warnings) => {
    const findings = [...letters].map((letter) => finding(letter === 'e' ? 'error' : 'warning'));
    const section = { ...emptyLintSection('x', 1), findings, totals, hasFooter: true };
    expect(reconcileLint(section)).toMatchObject({ precision, errors, warnings });
  });
});

test('security', () => {
  const advisory = { id: 'A', package: 'p', version: null, severity: 'low' as const, title: 't' };
  const section = { ...emptySecuritySection('x', 1), hasFooter: true, advisories: [advisory] };
  expect(reconcileSecurity({ ...section, total: 1 }).precision).toBe('exact');
  expect(reconcileSecurity({ ...section, total: 2 }).precision).toBe('totals');
  expect(reconcileSecurity({ ...section, total: 0 }).precision).toBe('inconsistent');
  expect(reconcileSecurity({ ...section, total: -3 })).toMatchObject({ precision: 'inconsistent', total: 1 });
});
