// Derives from a preliminary scorecard which further captures can still change the result.
import type { Standing } from '../capture/index.ts';
import type { Scorecard } from '../contract/index.ts';

/** Gates that can pass again if a test turns out to be flaky. */
const TEST_GATES = new Set(['test_regression', 'test_drop', 'contested_tests', 'acceptance']);

export function standingIn({ rankings, verdict }: Scorecard): Standing {
  const [first] = rankings;
  const undecided = rankings.filter(({ gates }) => gates.every(({ id, passed }) => passed !== false || TEST_GATES.has(id)));
  const contenders = rankings.filter(({ mergeable, needs_review }) => mergeable || needs_review);
  const trusted = rankings.filter(({ findings }) => findings.every(({ severity }) => severity !== 'error'));
  const leader = first?.mergeable ? first.agent : null;
  return {
    leader,
    leaders: new Set([...(leader === null ? [] : [leader]), ...verdict.leaders]),
    undecided: namesOf(undecided),
    contenders: namesOf(contenders),
    trusted: namesOf(trusted),
  };
}

function namesOf(rankings: Scorecard['rankings']): Set<string> {
  return new Set(rankings.map(({ agent }) => agent));
}
