// What Hydra's ids are called on the page.
import { describeCheckRun, FAILED_GATE_WORDS, type Gate, parseCheckRun, type Ranking } from '../../src/contract/index.ts';

const GATE_WORDS = new Map([
  ['diff_not_empty', 'changes something'],
  ['build_passes', 'build passes'],
  ['build_measured', 'build can be measured'],
  ['test_regression', 'no test regresses'],
  ['test_drop', 'no test is dropped'],
  ['contested_tests', 'changed tests are accepted'],
  ['changes_code', 'changes code'],
  ['tests_measured', 'tests can be measured'],
  ['acceptance', 'acceptance tests pass'],
  ['security_clean', 'no new advisories'],
  ['integrity', 'no integrity error'],
]);

export function gateLabel({ id }: Gate): string {
  return GATE_WORDS.get(id) ?? wordsOf(id);
}

export function failedGates({ gates }: Ranking): Gate[] {
  return gates.filter(({ passed }) => passed === false);
}

export function failedGateLabel({ id }: Gate): string {
  return FAILED_GATE_WORDS.get(id) ?? wordsOf(id);
}

/** `failing_tests_hidden` is readable without its underscores. */
export function wordsOf(id: string): string {
  return id.replaceAll('_', ' ');
}

/** Some checks run more than once, under names of their own. */
export function checkLabel(check: string): string {
  return describeCheckRun(parseCheckRun(check));
}
