// Which of the level candidates is most likely right, by the answers of independent candidates. It proves nothing.
import type { Solution } from '../contract/index.ts';
import { countPassed, scoredExamples } from './examples.ts';
import { decidedCalls, differingProbes } from './known-answers.ts';
import type { Compared, ScoredCandidate } from './scored-candidate.ts';
import { agreementIn, groupSolutions, meanAgreement, type Votes, votesOf } from './solutions.ts';

/** How the leaders and the candidates that no test puts below them behave. */
export interface Behavior {
  votes: Votes;
  agreementOf(name: string): number | null;
  /** Calls to which not all leaders give the same answer. */
  differing: number[];
  /** Of the candidates with a vote. */
  solutions: Pick<Solution, 'candidates' | 'why'>[];
}

/** `peers`: the leaders, and candidates that only quality puts below them. One with an integrity error has no vote. */
export function behaviorOf(
  leaders: readonly string[],
  peers: readonly ScoredCandidate[],
  { facts, answers }: Compared,
): Behavior {
  const trusted = peers.filter(({ errors }) => errors === 0).map(({ name }) => name);
  const votes = votesOf(trusted, facts, answers);
  return {
    votes,
    agreementOf: agreementIn(votes, facts, answers),
    differing: differingProbes(leaders, answers),
    solutions: groupSolutions([...votes.values()].flat(), facts, answers),
  };
}

export interface Likeliest {
  /** The leaders among the candidates of the solution, in order. */
  leaders: ScoredCandidate[];
  /** How many independent candidates are of this solution. */
  support: number;
}

/** Of two that agree against one, the one is right too often. */
const MIN_SUPPORT = 3;
/** In agreement, from 0 to 1, before the next solution. */
const MIN_LEAD = 0.1;
/** Differences of sums. */
const ROUNDING = 1e-9;

/** Null if no solution has a clear lead. */
export function likeliestOf(leaders: readonly ScoredCandidate[], behavior: Behavior, run: Compared): Likeliest | null {
  const { votes, agreementOf, solutions } = behavior;
  const rated = solutions
    .map(({ candidates }) => ({
      candidates,
      support: [...votes.values()].filter((members) => members.some((name) => candidates.includes(name))).length,
      agreement: meanAgreement(candidates, agreementOf) ?? 0,
    }))
    .sort((a, b) => b.agreement - a.agreement || b.support - a.support);
  const [first, ...others] = rated;
  if (first === undefined || others.length === 0 || first.support < MIN_SUPPORT || first.support * 2 <= votes.size) return null;
  const isClear = others.every(
    ({ agreement, support }) => first.agreement - agreement >= MIN_LEAD - ROUNDING && support < first.support,
  );
  if (!isClear) return null;
  const own = leaders.filter(({ name }) => first.candidates.includes(name));
  return own.length > 0 && own.every((each) => isUnsurpassed(each, leaders, run))
    ? { leaders: own, support: first.support }
    : null;
}

/** No leader is right about more of what the user said, or has fewer warnings about gaming. */
function isUnsurpassed(
  { name, warnings }: ScoredCandidate,
  leaders: readonly ScoredCandidate[],
  { distinct, answers }: Compared,
): boolean {
  const examples = scoredExamples(distinct);
  const [passed, { right }] = [countPassed(name, examples), decidedCalls(name, answers)];
  return leaders.every(
    (other) =>
      other.warnings >= warnings &&
      countPassed(other.name, examples) <= passed &&
      decidedCalls(other.name, answers).right <= right,
  );
}
