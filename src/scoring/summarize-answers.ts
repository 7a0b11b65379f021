// What a scorecard says about the behavior of the candidates: solutions, how many calls differ, and questions.
import type { Scorecard, Solution } from '../contract/index.ts';
import { differingProbes } from './known-answers.ts';
import { chooseQuestions } from './questions.ts';
import type { Compared, ScoredCandidate } from './scored-candidate.ts';
import { groupSolutions, meanAgreement } from './solutions.ts';
import type { Judgment } from './verdict.ts';

type Summary = Pick<Scorecard, 'solutions' | 'answers' | 'questions'>;

/** `listed`: all candidates in the order of the ranking. */
export function summarizeAnswers(listed: readonly ScoredCandidate[], judgment: Judgment, { facts, answers }: Compared): Summary {
  if (facts.answers === undefined || answers.probes.length === 0) return {};
  const mergeable = listed.filter((candidate) => candidate.mergeable).map(({ name }) => name);
  const questions = chooseQuestions(
    judgment.leaders,
    listed.map(({ name }) => name),
    answers,
  );
  return {
    solutions: groupSolutions(mergeable, facts, answers)
      .map((solution) => toSolution(solution, mergeable, judgment))
      .sort((a, b) => mergeable.indexOf(a.candidates[0] ?? '') - mergeable.indexOf(b.candidates[0] ?? '')),
    answers: {
      probes: answers.probes.length,
      different: differingProbes(mergeable, answers).length,
      unstable: facts.answers.unstable,
    },
    ...(questions.length === 0 ? {} : { questions }),
  };
}

function toSolution(
  { candidates, why }: Pick<Solution, 'candidates' | 'why'>,
  mergeable: readonly string[],
  { behavior }: Judgment,
): Solution {
  const inOrder = candidates.toSorted((a, b) => mergeable.indexOf(a) - mergeable.indexOf(b));
  return { candidates: inOrder, why, agreement: behavior === null ? null : meanAgreement(inOrder, behavior.agreementOf) };
}
