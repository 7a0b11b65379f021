// Labels for the ids of gates, findings and checks.
import { describeCheckRun, type Gate, parseCheckRun, type Ranking } from '../../src/contract/index.ts';

const GATE_LABELS = new Map([
  ['diff_not_empty', 'diff is not empty'],
  ['build_passes', 'build passes'],
  ['build_measured', 'build was measured'],
  ['test_regression', 'no test regressions'],
  ['test_drop', 'no dropped tests'],
  ['contested_tests', 'contested tests are accepted'],
  ['changes_code', 'changes code'],
  ['tests_measured', 'tests were measured'],
  ['acceptance', 'acceptance tests pass'],
  ['security_clean', 'no new advisories'],
  ['integrity', 'no integrity errors'],
]);

export function gateLabel({ id }: Gate): string {
  return GATE_LABELS.get(id) ?? idLabel(id);
}

export function failedGates({ gates }: Ranking): Gate[] {
  return gates.filter(({ passed }) => passed === false);
}

/** "failing tests hidden" for `failing_tests_hidden`. */
export function idLabel(id: string): string {
  return id.replaceAll('_', ' ');
}

/** A repeated check has a name such as `again1-test`. */
export function checkLabel(check: string): string {
  return describeCheckRun(parseCheckRun(check));
}
