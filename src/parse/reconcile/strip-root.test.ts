import { expect, test } from 'vitest';
import type { LintSummary, SecuritySummary, TestSummary } from '../../contract/index.ts';
import { withoutRoot } from './strip-root.ts';

const ROOT = '/tmp/run/w1/tree';
const READ = { schema_version: 1 as const, parser: 'x', precision: 'exact' as const, notes: [] };

test('removes the folder from test ids', () => {
  const ids = [`${ROOT}/src/a.test.ts > adds`, `in ${ROOT}`, 'plain', `${ROOT}/a and ${ROOT}/b`, '/tmp/run/w2/tree/c'];
  const tests = ids.map((id) => ({ id, status: 'passed' as const }));
  const summary: TestSummary = { ...READ, kind: 'test', passed: 5, failed: 0, skipped: 0, total: 5, tests };
  const { tests: stripped, ...others } = withoutRoot(summary, ROOT);
  expect(stripped.map(({ id }) => id)).toEqual(['src/a.test.ts > adds', 'in .', 'plain', 'a and b', '/tmp/run/w2/tree/c']);
  expect(others).toEqual({ ...READ, kind: 'test', passed: 5, failed: 0, skipped: 0, total: 5 });
});

test('makes paths of findings and in messages relative', () => {
  const place = { rule: 'r', severity: 'error' as const, line: 1 };
  const findings = [
    { ...place, path: `${ROOT}/src/a.ts`, message: `imported by ${ROOT}/src/b.ts` },
    { ...place, path: './src/c.ts', message: 'unused' },
    { ...place, path: null, message: ROOT },
  ];
  const summary: LintSummary = { ...READ, kind: 'lint', errors: 3, warnings: 0, findings };
  expect(withoutRoot(summary, ROOT).findings).toEqual([
    { ...place, path: 'src/a.ts', message: 'imported by src/b.ts' },
    { ...place, path: 'src/c.ts', message: 'unused' },
    { ...place, path: null, message: '.' },
  ]);
});

test('leaves advisories unchanged', () => {
  const summary: SecuritySummary = { ...READ, kind: 'security', total: 0, advisories: [] };
  expect(withoutRoot(summary, ROOT)).toBe(summary);
});
