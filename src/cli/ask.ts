// `hydra ask`: asks which answer of level candidates is right, and prints the ranking that follows from it.
import { createInterface, type Interface } from 'node:readline/promises';
import { canonicalJson, hydraError, type Question, type Scorecard } from '../contract/index.ts';
import { answerQuestion, openQuestions } from '../pipeline/index.ts';
import { renderQuestion, renderResult } from '../report/index.ts';
import { locateRun, readResult } from '../runs/index.ts';
import type { RunFolder } from '../store/index.ts';
import { wantsColour } from './colour.ts';
import { EXIT_NO_LEADER, exitCodeFor, type Outcome } from './exit-code.ts';

export interface AskOptions {
  answer?: readonly string[];
  json?: boolean;
}

/** Further questions rarely separate candidates that these do not. */
const MAX_QUESTIONS = 5;

export async function ask(wanted: string | undefined, { answer: given = [], json = false }: AskOptions): Promise<Outcome> {
  const cwd = process.cwd();
  const run = await locateRun(cwd, wanted ?? null);
  if (given.length > 0) return answerAll(cwd, run, given, json);
  const questions = openQuestions(run);
  if (json) return { text: canonicalJson({ run_id: run.id, questions }), exitCode: exitCodeOf(run, questions) };
  if (questions.length === 0) return { text: nothingToAsk(run), exitCode: exitCodeFor(readResult(run).scorecard) };
  if (process.stdin.isTTY && process.stderr.isTTY) return interview(cwd, run);
  const style = { colour: wantsColour() };
  const how = `\`hydra ask ${run.id} --answer N\` answers the first question with answer N.\n`;
  const blocks = [...questions.map((question) => renderQuestion(question, style)), how];
  return { text: blocks.join('\n'), exitCode: EXIT_NO_LEADER };
}

function exitCodeOf(run: RunFolder, questions: readonly Question[]): number {
  return questions.length > 0 ? EXIT_NO_LEADER : exitCodeFor(readResult(run).scorecard);
}

function nothingToAsk(run: RunFolder): string {
  const reason = whyNothing(readResult(run).scorecard);
  return `Run ${run.id} has no open question: ${reason}.\n`;
}

function whyNothing({ verdict, answers }: Scorecard): string {
  if (answers === undefined) return 'no call was compared';
  return verdict.class === 'level' || verdict.class === 'likely' || verdict.class === 'unproven'
    ? 'its leaders give the same answers to every call that was compared'
    : 'its result does not depend on one';
}

/** Answers from the command line, each for the question that is the first one then. */
async function answerAll(cwd: string, run: RunFolder, given: readonly string[], json: boolean): Promise<Outcome> {
  for (const text of given) {
    const [question] = openQuestions(run);
    if (question === undefined)
      throw hydraError('no_question', { run: run.id, reason: whyNothing(readResult(run).scorecard) }, { value: text });
    await answerQuestion({ cwd, run, question: question.id, right: readAnswer(text, question) });
  }
  return result(run, json);
}

function result(run: RunFolder, json: boolean): Outcome {
  const { scorecard, facts } = readResult(run);
  const text = json ? canonicalJson(scorecard) : renderResult(scorecard, facts, { colour: wantsColour() });
  return { text, exitCode: exitCodeFor(scorecard) };
}

/** The answers that are right. Throws if the text is none of the forms that the error lists. */
function readAnswer(text: string, question: Question): string[] {
  const trimmed = text.trim();
  if (/^(?:unknown|u|\?)$/i.test(trimmed)) return [];
  const value = /^value:\s*(\S.*)$/s.exec(trimmed)?.[1];
  if (value !== undefined) return [value];
  const numbers = /^\d{1,3}(?:\s*,\s*\d{1,3}){0,20}$/.test(trimmed) ? trimmed.split(',').map(Number) : [];
  const chosen = numbers.map((number) => question.answers[number - 1]?.answer);
  if (chosen.length > 0 && chosen.every((answer) => answer !== undefined)) return chosen.filter((answer) => answer !== undefined);
  const count = String(question.answers.length);
  throw hydraError('unknown_answer', { answer: trimmed, question: `\`${question.call}\``, count }, { value: text });
}

const HELP = 'Number, several such as 1,2 if all are fine, value:TEXT for another value, unknown, or empty to stop: ';

/** One question after another, each chosen after the answer to the one before it. */
async function interview(cwd: string, run: RunFolder): Promise<Outcome> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    for (let asked = 0; asked < MAX_QUESTIONS; asked += 1) {
      const [question] = openQuestions(run);
      const right = question === undefined ? null : await readRight(terminal, question);
      if (question === undefined || right === null) break;
      await answerQuestion({ cwd, run, question: question.id, right });
    }
  } finally {
    terminal.close();
  }
  return result(run, false);
}

/** Null to stop. Asks again after text that is no answer. */
async function readRight(terminal: Interface, question: Question): Promise<string[] | null> {
  process.stderr.write(renderQuestion(question, { colour: wantsColour() }));
  for (;;) {
    const text = await terminal.question(HELP);
    if (text.trim() === '') return null;
    try {
      return readAnswer(text, question);
    } catch {
      process.stderr.write('That is not one of the answers.\n');
    }
  }
}
