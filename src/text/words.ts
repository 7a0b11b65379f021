// Short labels for ids, the same on a terminal and on the page.

import type { Ranking } from '../contract/index.ts';
import { type DimensionId, isDimensionId, type ScoreId } from '../contract/index.ts';

const DIMENSION_WORDS: Record<DimensionId, string> = {
  build: 'build',
  tests: 'tests',
  acceptance: 'accept',
  cross_tests: 'cross',
  lint: 'lint',
  diff_scope: 'scope',
  speed: 'speed',
  cost: 'cost',
  security: 'security',
  coverage: 'coverage',
};

/** The label of a column. A metric has its own name. */
export function dimensionWord(id: ScoreId): string {
  return isDimensionId(id) ? DIMENSION_WORDS[id] : id;
}

/** In a sentence: "diff scope", "bundle size". */
export function dimensionName(id: ScoreId): string {
  return id.replaceAll('_', ' ');
}

/** By the id of a gate that failed; `hydra explain` gives the whole reason. */
export const FAILED_GATE_WORDS: ReadonlyMap<string, string> = new Map([
  ['diff_not_empty', 'empty diff'],
  ['build_passes', 'build fails'],
  ['build_measured', 'no build result'],
  ['test_regression', 'tests regress'],
  ['test_drop', 'tests dropped'],
  ['contested_tests', 'contested tests'],
  ['changes_code', 'no code change'],
  ['tests_measured', 'no test result'],
  ['acceptance', 'not accepted'],
  ['examples', 'fails examples'],
  ['security_clean', 'new advisories'],
  ['integrity', 'integrity error'],
]);

/** Why a candidate is not mergeable, in two or three words; null when it is mergeable. */
export function refusalWords({
  mergeable,
  needs_review,
  gates,
}: Pick<Ranking, 'mergeable' | 'needs_review' | 'gates'>): string | null {
  if (mergeable) return null;
  if (needs_review) return 'needs review';
  const failed = gates.filter(({ passed }) => passed === false);
  const gate = failed.find(({ id }) => id !== 'contested_tests') ?? failed[0];
  return FAILED_GATE_WORDS.get(gate?.id ?? '') ?? gate?.id ?? 'not mergeable';
}

/** "1 test", "2 tests" */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
