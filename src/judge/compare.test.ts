import { describe, expect, test } from 'vitest';
import type { Advisory, LintFinding, LintSummary, SecuritySummary, TestStatus, TestSummary } from '../contract/index.ts';
import { compareLint } from './compare-lint.ts';
import { compareSecurity } from './compare-security.ts';
import { compareTests } from './compare-tests.ts';

const READ = { schema_version: 1 as const, parser: 'x', precision: 'exact' as const, notes: [] };

function tests(byId: Record<string, TestStatus>, precision: TestSummary['precision'] = 'exact'): TestSummary {
  const list = Object.entries(byId).map(([id, status]) => ({ id, status }));
  const count = (wanted: TestStatus) => list.filter(({ status }) => status === wanted).length;
  const counts = { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
  return { ...READ, precision, kind: 'test', ...counts, total: list.length, tests: list };
}

describe('tests', () => {
  test('by name', () => {
    const before = tests({
      kept: 'passed',
      broken: 'passed',
      skippedNow: 'passed',
      gone: 'passed',
      mended: 'failed',
      deleted: 'failed',
      woken: 'skipped',
    });
    const after = tests({
      kept: 'passed',
      broken: 'failed',
      skippedNow: 'skipped',
      mended: 'passed',
      woken: 'passed',
      fresh: 'failed',
      idle: 'skipped',
    });
    expect(compareTests(before, after)).toEqual({
      compared_by: 'identity',
      regressed: ['broken', 'gone', 'skippedNow'],
      fixed: ['mended'],
      dropped: ['deleted', 'gone', 'skippedNow'],
      added: ['fresh'],
      added_failed: ['fresh'],
    });
  });

  test('by count if one side does not have every name', () => {
    expect(compareTests(tests({ a: 'passed' }), tests({}, 'totals')).compared_by).toBe('count');
    expect(compareTests(tests({}, 'exit-code'), tests({ a: 'passed' })).compared_by).toBe('count');
  });

  test('treats an id like `constructor` as an ordinary id', () => {
    expect(
      compareTests(
        tests({}),
        tests(
          Object.fromEntries([
            ['constructor', 'passed'],
            ['toString', 'failed'],
          ]),
        ),
      ).added,
    ).toEqual(['constructor', 'toString']);
  });
});

describe('lint', () => {
  const finding = (path: string, line: number, rule = 'r', message = 'm'): LintFinding => ({
    path,
    line,
    rule,
    severity: 'error',
    message,
  });
  const lint = (findings: LintFinding[], precision: LintSummary['precision'] = 'exact'): LintSummary => ({
    ...READ,
    precision,
    kind: 'lint',
    errors: findings.length,
    warnings: 0,
    findings,
  });

  test('a finding that moved to another line or with its file is not new', () => {
    const before = lint([finding('a.ts', 1), finding('old.ts', 5)]);
    const after = lint([finding('a.ts', 90), finding('new.ts', 7)]);
    expect(compareLint(before, after, new Map([['new.ts', 'old.ts']]))).toEqual({
      compared_by: 'identity',
      added: [],
      resolved: [],
    });
  });

  test('two equal findings against one leave one', () => {
    const changes = compareLint(lint([finding('a.ts', 1)]), lint([finding('a.ts', 1), finding('a.ts', 2)]), new Map());
    expect(changes.added).toEqual([finding('a.ts', 2)]);
    expect(changes.resolved).toEqual([]);
  });

  test('another rule, message, severity or path is another finding', () => {
    const changes = compareLint(lint([finding('a.ts', 1)]), lint([finding('a.ts', 1, 'other')]), new Map());
    expect(changes.added).toHaveLength(1);
    expect(changes.resolved).toHaveLength(1);
  });

  test('an exit code of 0 without output has no findings; a bare total has no names', () => {
    expect(compareLint(lint([], 'exit-code'), lint([finding('a', 1)]), new Map()).added).toHaveLength(1);
    expect(compareLint(lint([], 'totals'), lint([finding('a', 1)]), new Map()).compared_by).toBe('count');
  });
});

test('security: new advisories by id and package, and those a tool counts but does not name', () => {
  const advisory = (id: string, name: string): Advisory => ({ id, package: name, version: '1', severity: 'high', title: 't' });
  const security = (advisories: Advisory[], total = advisories.length): SecuritySummary => ({
    ...READ,
    kind: 'security',
    total,
    advisories,
  });
  const before = security([advisory('A', 'x'), advisory('B', 'y')]);
  expect(compareSecurity(before, security([advisory('A', 'x'), advisory('A', 'z')]))).toEqual({
    added: [advisory('A', 'z')],
    resolved: [advisory('B', 'y')],
  });
  expect(compareSecurity(security([]), security([], 2)).added).toHaveLength(2);
});
