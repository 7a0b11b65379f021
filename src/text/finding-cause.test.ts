import { expect, test } from 'vitest';
import type { IntegrityFinding } from '../contract/index.ts';
import { foldFindings } from './finding-cause.ts';

const finding = (id: string, severity: IntegrityFinding['severity']): IntegrityFinding => ({
  ...{ id, severity, message: id, place: null, how_to_allow: null },
});

test('folds findings of one cause, the worst cause and finding first', () => {
  const findings = [
    finding('code_hidden', 'warning'),
    finding('tests_skipped', 'warning'),
    finding('failing_tests_hidden', 'error'),
    finding('unheard_of', 'warning'),
  ];
  expect(foldFindings(findings).map(({ cause, findings: own }) => [cause, ...own.map(({ id }) => id)])).toEqual([
    ['hides failing tests', 'failing_tests_hidden', 'tests_skipped'],
    ['hides code or data', 'code_hidden'],
    ['unheard of', 'unheard_of'],
  ]);
});

test.each([
  [['tests_skipped'], 'warning', 'changes the tests'],
  [['failing_tests_hidden'], 'warning', 'changes the tests'],
  [['tests_vanished'], 'error', 'changes the tests'],
  [['trivial_tests', 'passes_only_after_edit'], 'error', 'rewrites failing tests'],
] as const)('says what %j of severity %s is about', (ids, severity, cause) => {
  expect(foldFindings(ids.map((id) => finding(id, severity))).map((folded) => folded.cause)).toEqual([cause]);
});
