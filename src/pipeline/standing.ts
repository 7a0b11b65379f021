// What a preliminary scorecard says about which further captures can still change the answer.
import type { Standing } from '../capture/index.ts';
import type { Scorecard } from '../contract/index.ts';

/** Gates that a test turning out to be flaky can open again. */
const TEST_GATES = new Set(['test_regression', 'test_drop', 'contested_tests']);

export function standingIn({ rankings }: Scorecard): Standing {
  const [first] = rankings;
  const undecided = rankings.filter(({ gates }) => gates.every(({ id, passed }) => passed !== false || TEST_GATES.has(id)));
  return { leader: first?.mergeable ? first.agent : null, undecided: new Set(undecided.map(({ agent }) => agent)) };
}
