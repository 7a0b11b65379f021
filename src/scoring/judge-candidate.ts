// The findings and gates of a candidate, known before any dimension is scored: gates do not depend on scores.
import type { CandidateFacts, Facts, IntegrityFinding, Policy } from '../contract/index.ts';
import { type ContestedRule, contestedFindings } from './contested-tests.ts';
import { gateRule, isMergeable } from './gates.ts';
import { integrityRule } from './integrity.ts';
import type { ScoredCandidate } from './scored-candidate.ts';

/** The findings that compare the candidates of a run: changes that no test executes, changes without an effect. */
export type RunRule = (candidate: CandidateFacts) => IntegrityFinding[];

type Judged = Pick<ScoredCandidate, 'pending' | 'excused' | 'findings' | 'gates'>;

export function candidateJudge(
  facts: Facts,
  policy: Policy,
  contestedIn: ContestedRule,
  ofRun: RunRule,
): (candidate: CandidateFacts) => Judged {
  const gatesOf = gateRule(facts, policy);
  const applySeverityOverrides = integrityRule(policy);
  return (candidate) => {
    const { pending, excused } = contestedOf(facts, candidate, contestedIn);
    const findings = applySeverityOverrides({
      diff: candidate.diff,
      integrity: [...candidate.integrity, ...contestedFindings(candidate, pending), ...ofRun(candidate)],
    });
    return { pending, excused, findings, gates: gatesOf(candidate, findings) };
  };
}

/** Without a result on both sides no test can be contested. */
function contestedOf(
  { baseline }: Facts,
  { tests }: CandidateFacts,
  contestedIn: ContestedRule,
): Pick<ScoredCandidate, 'pending' | 'excused'> {
  return baseline.tests.state === 'measured' && tests.state === 'measured' ? contestedIn(tests) : { pending: [], excused: [] };
}

/** The findings of the run depend on which candidates are mergeable, and fail no gate by default. */
export function mergeableNames(facts: Facts, policy: Policy, contestedIn: ContestedRule): ReadonlySet<string> {
  const judge = candidateJudge(facts, policy, contestedIn, () => []);
  return new Set(facts.candidates.filter((candidate) => isMergeable(judge(candidate).gates)).map(({ name }) => name));
}
