// Which candidates pass the gates, known before any dimension is scored: gates do not depend on scores.
import type { Facts, Policy } from '../contract/index.ts';
import { contestedFindings, contestedRule } from './contested-tests.ts';
import { gateRule, isMergeable } from './gates.ts';
import { integrityRule } from './integrity.ts';

/** Without the finding about untested changes, which depends on the ranking and is not an error by default. */
export function mergeableNames(facts: Facts, policy: Policy): ReadonlySet<string> {
  const [judge, applyOverrides, contestedIn] = [gateRule(facts, policy), integrityRule(policy), contestedRule(facts, policy)];
  const isMeasured = facts.baseline.tests.state === 'measured';
  const mergeable = facts.candidates.filter((candidate) => {
    const { tests, diff } = candidate;
    const pending = isMeasured && tests.state === 'measured' ? contestedIn(tests).pending : [];
    const findings = applyOverrides({ diff, integrity: [...candidate.integrity, ...contestedFindings(pending)] });
    return isMergeable(judge(candidate, findings));
  });
  return new Set(mergeable.map(({ name }) => name));
}
