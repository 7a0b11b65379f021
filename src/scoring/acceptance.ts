// The acceptance test results of a candidate.
import type { Acceptance, Scorecard } from '../contract/index.ts';

export interface AcceptanceResult {
  /** Acceptance tests that do not pass on the base, and how many of them pass. */
  tests: number;
  passed: number;
  /** Every acceptance test that does not pass, including those that pass on the base. */
  failing: string[];
}

export function acceptanceOf(candidate: string, acceptance: Acceptance | undefined): AcceptanceResult {
  const all = acceptance?.tests ?? [];
  const asking = all.filter(({ base }) => base !== 'pass');
  const passes = ({ others }: (typeof all)[number]) => others[candidate] === 'pass';
  const failing = all.filter((test) => !passes(test)).map(({ id }) => id);
  return { tests: asking.length, passed: asking.filter(passes).length, failing };
}

export function countAcceptance({ tests }: Acceptance): NonNullable<Scorecard['acceptance']> {
  const count = (outcome: string) => tests.filter(({ base }) => base === outcome).length;
  return { tests: tests.length, pass_on_base: count('pass'), cannot_load_on_base: count('cannot_load') };
}
