import { expect, test } from 'vitest';
import type { IntegrityFinding } from './finding.ts';
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
    ['changes the tests', 'failing_tests_hidden', 'tests_skipped'],
    ['hides code or data', 'code_hidden'],
    ['unheard of', 'unheard_of'],
  ]);
});
