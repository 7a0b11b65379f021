// Web: which of the separating tests decide the first place.
import { type Scorecard, type SeparatingTest, separatingTests } from '../../src/contract/index.ts';

export interface SplitTests {
  /** Scored tests that every candidate in first place passes and another one fails. */
  deciding: SeparatingTest[];
  /** The rest, scored ones first. */
  others: SeparatingTest[];
}

/** Where quality decides, or nothing does, no test is called deciding. */
export function splitTests(scorecard: Scorecard): SplitTests {
  const { verdict, rankings } = scorecard;
  const tests = separatingTests(scorecard);
  const isByTests = verdict.class === 'decided_by_tests' || verdict.class === 'level';
  if (!isByTests || verdict.leaders.length === 0) return { deciding: [], others: tests };
  const decides = ({ isScored, passes }: SeparatingTest) => isScored && verdict.leaders.every((name) => passes.includes(name));
  const rival = rankings.find(({ agent, mergeable }) => mergeable && !verdict.leaders.includes(agent))?.agent;
  // What the next candidate fails has decided most.
  const weightOf = ({ fails }: SeparatingTest) => (rival !== undefined && fails.includes(rival) ? 0 : 1);
  return {
    deciding: tests.filter(decides).sort((a, b) => weightOf(a) - weightOf(b)),
    others: tests.filter((test) => !decides(test)),
  };
}
