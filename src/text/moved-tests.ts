// The tests of the base by what became of them with each candidate.
import type { CandidateFacts, Facts, MovedResult, TestOfBase } from '../contract/index.ts';

export type ShownResult = MovedResult | 'passes' | 'skipped' | 'unknown';

const FAILING: ReadonlySet<ShownResult> = new Set(['fails', 'broken', 'hidden', 'edited', 'contested']);

/** Whether the base's version of the test fails with this code. */
export function isFailing(result: ShownResult): boolean {
  return FAILING.has(result);
}

/** The tests whose result is not the same on the base and on every candidate. */
export function movedTests({ tests = [] }: Pick<Facts, 'tests'>): TestOfBase[] {
  return tests.filter(({ results }) => results.some(({ result }) => result !== 'fails'));
}

export function resultOnBase({ base }: TestOfBase): ShownResult {
  return base === 'passed' ? 'passes' : base === 'failed' ? 'fails' : 'skipped';
}

export function resultWith(test: TestOfBase, { name, tests }: Pick<CandidateFacts, 'name' | 'tests'>): ShownResult {
  if (tests.state !== 'measured' || tests.compared_by !== 'identity') return 'unknown';
  return test.results.find(({ candidate }) => candidate === name)?.result ?? resultOnBase(test);
}

/** What the runner says about the failure; null for the base. */
export function failureMessage(test: TestOfBase, candidate: string | null): string | null {
  const found = candidate === null ? test : test.results.find((result) => result.candidate === candidate);
  return found?.message ?? null;
}
