// Splits the tests with different results into those that decide the first place and the others.
import type { Scorecard } from '../../src/contract/index.ts';
import { type SeparatingTest, separatingTests } from '../../src/text/index.ts';

export interface SplitTests {
  /** Scored tests that every leader passes and at least one other candidate fails. */
  deciding: SeparatingTest[];
  /** All others, scored tests first. */
  others: SeparatingTest[];
}

/** No test is deciding when quality decides or there is no winner. */
export function splitTests(scorecard: Scorecard): SplitTests {
  const { verdict, rankings } = scorecard;
  const tests = separatingTests(scorecard);
  const isByTests = verdict.class === 'decided_by_tests' || verdict.class === 'level';
  if (!isByTests || verdict.leaders.length === 0) return { deciding: [], others: tests };
  const decides = ({ isScored, passes }: SeparatingTest) => isScored && verdict.leaders.every((name) => passes.includes(name));
  const runnerUp = rankings.find(({ agent, mergeable }) => mergeable && !verdict.leaders.includes(agent))?.agent;
  // Tests that the runner-up fails come first.
  const orderOf = ({ fails }: SeparatingTest) => (runnerUp !== undefined && fails.includes(runnerUp) ? 0 : 1);
  return {
    deciding: tests.filter(decides).sort((a, b) => orderOf(a) - orderOf(b)),
    others: tests.filter((test) => !decides(test)),
  };
}
