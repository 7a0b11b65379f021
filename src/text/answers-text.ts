// What candidates answer to calls that no test makes, the same on a terminal, in Markdown and on the page. Calls and answers come
// from candidates: escape them before showing them.
import type { Question, Scorecard, Solution } from '../contract/index.ts';
import { shellCommand } from './shell-command.ts';
import { joinNames } from './verdict-text.ts';
import { counted } from './words.ts';

/** One answer to a question, and who gives it. */
export interface GivenAnswer {
  /** Candidates, or the base. */
  who: string;
  answer: string;
}

/** The most frequent answer first, that of the base last. */
export function givenAnswers({ answers, base }: Question): GivenAnswer[] {
  const given = answers.map(({ answer, candidates }) => ({ who: candidates.join(', '), answer }));
  return base === null ? given : [...given, { who: 'base', answer: base }];
}

/** `slug("É a")    a, d: "e-a"    c: "-a"    base: "-a"` */
export function questionText(question: Question): string {
  return [question.call, ...givenAnswers(question).map(({ who, answer }) => `${who}: ${answer}`)].join('    ');
}

/** "differ on 6 of 41 inputs", "give the same answers to all 41 inputs"; null if nothing was asked. */
export function answersText({ answers }: Pick<Scorecard, 'answers'>): string | null {
  if (answers === undefined || answers.probes === 0) return null;
  const inputs = counted(answers.probes, 'input');
  return answers.different === 0 ? `give the same answers to all ${inputs}` : `differ on ${answers.different} of ${inputs}`;
}

/** "They differ on 6 of 41 inputs. The one that tells most:"; null without a question. */
export function questionIntroduction({ questions = [], ...scorecard }: Pick<Scorecard, 'questions' | 'answers'>): string | null {
  const text = answersText(scorecard);
  return questions.length === 0 || text === null ? null : `They ${text}. The one that tells most:`;
}

export function askCommand({ run_id }: Pick<Scorecard, 'run_id'>): string {
  return shellCommand(['hydra', 'ask', run_id]);
}

const WHY: Record<Solution['why'], string> = {
  single: 'a solution of its own',
  same_source: 'the same change outside of tests',
  same_answers: 'the same answers',
};

/** "a and b: the same answers; 50% of the others agree on average"; empty if nothing was asked. */
export function solutionsText({ solutions = [] }: Pick<Scorecard, 'solutions'>): string[] {
  return solutions.map(({ candidates, why, agreement }) => {
    const share = agreement === null ? '' : `; ${Math.floor(agreement * 100 + 0.5)}% of the others agree on average`;
    return `${joinNames(candidates)}: ${WHY[why]}${share}`;
  });
}
