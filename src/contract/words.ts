// Room contract: what ids are called where there is little room, on a terminal and on the page alike.
import type { DimensionId } from './dimension.ts';

export const DIMENSION_WORDS: Record<DimensionId, string> = {
  build: 'build',
  tests: 'tests',
  lint: 'lint',
  diff_scope: 'scope',
  speed: 'speed',
  cost: 'cost',
  security: 'security',
};

/** By the id of a gate that failed; `hydra explain` gives the whole reason. */
export const FAILED_GATE_WORDS: ReadonlyMap<string, string> = new Map([
  ['diff_not_empty', 'empty diff'],
  ['build_passes', 'build fails'],
  ['build_measured', 'no build result'],
  ['test_regression', 'tests regress'],
  ['test_drop', 'tests dropped'],
  ['tests_measured', 'no test result'],
  ['security_clean', 'new advisories'],
  ['integrity', 'integrity error'],
]);
