// Renders the examples of the task, the solutions and the most telling question, on a terminal.
import type { Scorecard } from '../contract/index.ts';
import {
  askCommand,
  examplesText,
  givenAnswers,
  passedExamples,
  questionIntroduction,
  questionText,
  solutionsText,
} from '../text/index.ts';
import type { Paint } from './paint.ts';
import { cutEnd, cutMiddle, displayWidth, LINE_WIDTH, visibleText, wrapText } from './terminal-text.ts';

const MAX_TEXT_LENGTH = 400;
const MAX_NAME_LENGTH = 24;
/** Of a call, and of an answer. */
const MAX_CODE_LENGTH = 120;

export function renderExamples(scorecard: Scorecard): string[] {
  const text = examplesText(scorecard);
  return text === null ? [] : wrapText('Examples of the task: ', cutEnd(visibleText(text), MAX_TEXT_LENGTH), 2);
}

/** Those of one candidate. */
export function renderExamplesOf(agent: string, scorecard: Scorecard): string[] {
  const own = passedExamples(scorecard).find((each) => each.agent === agent);
  return own === undefined ? [] : [`Examples of the task: passes ${own.passed} of ${own.of}`];
}

/** The first question with the command that asks it. */
export function renderQuestion(scorecard: Scorecard): string[] {
  const [question] = scorecard.questions ?? [];
  const introduction = questionIntroduction(scorecard);
  if (question === undefined || introduction === null) return [];
  const whole = `  ${visibleText(questionText(question))}`;
  const short = ({ who, answer }: { who: string; answer: string }) =>
    `${cutMiddle(visibleText(who), MAX_NAME_LENGTH)}: ${cutEnd(visibleText(answer), MAX_CODE_LENGTH)}`;
  const lines = [
    ...wrapText('  ', cutEnd(visibleText(question.call), MAX_CODE_LENGTH), 4),
    ...givenAnswers(question).flatMap((given) => wrapText('    ', short(given), 6)),
  ];
  return [
    introduction,
    ...(displayWidth(whole) <= LINE_WIDTH ? [whole] : lines),
    `Which is right?  ${cutEnd(visibleText(askCommand(scorecard)), LINE_WIDTH)}`,
  ];
}

export function renderSolutions(scorecard: Scorecard, paint: Paint): string[] {
  const lines = solutionsText(scorecard).flatMap((text) => wrapText('  ', cutEnd(visibleText(text), MAX_TEXT_LENGTH), 4));
  return lines.length === 0 ? [] : [paint('strong', 'Solutions'), ...lines];
}
