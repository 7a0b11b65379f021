// Derives from a preliminary scorecard which further captures can still change the result.

import type { Scorecard } from '../contract/index.ts';
import type { Standing } from '../plan/index.ts';

/** Gates that can pass again if a test turns out to be flaky. */
const TEST_GATES = new Set(['test_regression', 'test_drop', 'contested_tests', 'acceptance']);

/** `withoutAnswers` is the result if no call had been compared: it decides who is asked, whatever the answers are. */
export function standingIn({ rankings, verdict }: Scorecard, withoutAnswers: Scorecard): Standing {
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
    asked: askedIn(withoutAnswers),
  };
}

/** Nothing but tests or a decision of the user should separate candidates that tests separate. */
function askedIn({ verdict, rankings }: Scorecard): ReadonlySet<string> {
  if (verdict.class === 'level') return new Set(verdict.leaders);
  const isOpen = verdict.class === 'decided_by_quality' || verdict.class === 'unproven';
  return isOpen ? namesOf(rankings.filter(({ mergeable }) => mergeable)) : new Set();
}

function namesOf(rankings: Scorecard['rankings']): Set<string> {
  return new Set(rankings.map(({ agent }) => agent));
}
