// `hydra ask`: asks which answer of level candidates is right, and prints the ranking that follows from it.
import { createInterface } from 'node:readline';
import { canonicalJson, hydraError, type Question, type Scorecard } from '../contract/index.ts';
import { answerQuestion, openQuestions, type WrittenAnswers, writeAnswered } from '../pipeline/index.ts';
import { renderQuestion, renderResult } from '../report/index.ts';
import { locateRun, readResult } from '../runs/index.ts';
import type { RunFolder } from '../store/index.ts';
import { counted, visibleText } from '../text/index.ts';
import { wantsColour } from './colour.ts';
import { EXIT_NO_LEADER, exitCodeFor, type Outcome } from './exit-code.ts';

export interface AskOptions {
  answer?: readonly string[];
  json?: boolean;
  /** Writes the answered questions as tests. */
  write?: boolean;
}

/** Further questions rarely separate candidates that these do not. */
const MAX_QUESTIONS = 5;

export async function ask(wanted: string | undefined, { answer: given = [], json = false, write }: AskOptions): Promise<Outcome> {
  const cwd = process.cwd();
  const run = await locateRun(cwd, wanted ?? null);
  if (given.length > 0) await answerAll(cwd, run, given);
  if (write) return writeTests(cwd, run, json);
  if (given.length > 0) return result(run, json);
  const questions = openQuestions(run);
  if (json) return { text: canonicalJson({ run_id: run.id, questions }), exitCode: exitCodeOf(run, questions) };
  if (questions.length === 0) return { text: nothingToAsk(run), exitCode: exitCodeFor(readResult(run).scorecard) };
  if (process.stdin.isTTY && process.stderr.isTTY) return interview(cwd, run);
  const style = { colour: wantsColour() };
  const how = `\`hydra ask ${run.id} --answer N\` answers the first question with answer N; \`all\` if all are fine, \`unknown\` if you do not know.\n`;
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
async function answerAll(cwd: string, run: RunFolder, given: readonly string[]): Promise<void> {
  for (const text of given) {
    const [question] = openQuestions(run);
    if (question === undefined)
      throw hydraError('no_question', { run: run.id, reason: whyNothing(readResult(run).scorecard) }, { value: text });
    await answerQuestion({ cwd, run, question: question.id, right: readAnswer(text, question) });
  }
}

/** A new file in the working tree and nothing more: the user decides whether it becomes part of a commit. */
async function writeTests(cwd: string, run: RunFolder, json: boolean): Promise<Outcome> {
  const made = await writeAnswered(cwd, run);
  const exitCode = exitCodeFor(readResult(run).scorecard);
  return { text: json ? canonicalJson(made) : renderWritten(run.id, made), exitCode };
}

function renderWritten(run: string, { path, written, left }: WrittenAnswers): string {
  const lines = [
    `Wrote ${counted(written.length, 'test')} to ${visibleText(path)}.`,
    ...left.map(({ call, why }) => `  not written: ${visibleText(call)}: ${visibleText(why)}`),
    `After \`hydra merge ${run}\`, run it and add it: \`git add ${visibleText(path)} && git commit\`.`,
  ];
  return `${lines.join('\n')}\n`;
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
  if (/^(?:all|both)$/i.test(trimmed)) return question.answers.map(({ answer }) => answer);
  const value = /^value:\s*(\S.*)$/s.exec(trimmed)?.[1];
  if (value !== undefined) return [value];
  const numbers = /^\d{1,3}(?:\s*,\s*\d{1,3}){0,20}$/.test(trimmed) ? trimmed.split(',').map(Number) : [];
  const chosen = numbers.map((number) => question.answers[number - 1]?.answer);
  if (chosen.length > 0 && chosen.every((answer) => answer !== undefined)) return chosen.filter((answer) => answer !== undefined);
  const count = String(question.answers.length);
  throw hydraError('unknown_answer', { answer: trimmed, question: `\`${question.call}\``, count }, { value: text });
}

const HELP = 'Number, `1,2` or `all` if several are fine, value:TEXT for another value, unknown, or empty to stop: ';

/** One question after another, each chosen after the answer to the one before it. */
async function interview(cwd: string, run: RunFolder): Promise<Outcome> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const lines = terminal[Symbol.asyncIterator]();
  try {
    for (let asked = 0; asked < MAX_QUESTIONS; asked += 1) {
      const [question] = openQuestions(run);
      const right = question === undefined ? null : await readRight(lines, question);
      if (question === undefined || right === null) break;
      await answerQuestion({ cwd, run, question: question.id, right });
    }
  } finally {
    terminal.close();
  }
  const { text, exitCode } = result(run, false);
  const isAnswered = readResult(run).facts.answers?.probes.some(({ right = [] }) => right.length > 0) === true;
  return { text: isAnswered ? `${text}\n\`hydra ask ${run.id} --write\` writes your answers as tests.\n` : text, exitCode };
}

/** Null to stop, also at the end of the input. Asks again after text that is no answer. */
async function readRight(lines: AsyncIterator<string>, question: Question): Promise<string[] | null> {
  process.stderr.write(renderQuestion(question, { colour: wantsColour() }));
  for (;;) {
    process.stderr.write(HELP);
    const line = await lines.next();
    if (line.done === true || line.value.trim() === '') return null;
    try {
      return readAnswer(line.value, question);
    } catch {
      process.stderr.write('That is not one of the answers.\n');
    }
  }
}
