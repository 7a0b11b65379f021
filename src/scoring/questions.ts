// Chooses the calls whose right answer would separate the leaders best. A person answers them in seconds; no test says it.
import { type AnswerProbe, PROBE_SOURCES, type Question } from '../contract/index.ts';
import { differingProbes, type KnownAnswers } from './known-answers.ts';

const MAX_QUESTIONS = 5;

/** `ranked`: all candidates, in the order of the ranking, whose answers are shown. */
export function chooseQuestions(leaders: readonly string[], ranked: readonly string[], answers: KnownAnswers): Question[] {
  let undecided: readonly (readonly string[])[] = [[...leaders].sort()];
  let left = differingProbes(leaders, answers).filter((index) => answers.probes[index]?.right === undefined);
  const chosen: number[] = [];
  while (chosen.length < MAX_QUESTIONS) {
    const before = undecided;
    const splits = left
      .map((index) => ({ index, parts: before.flatMap((part) => splitBy(part, index, answers)) }))
      .filter(({ parts }) => parts.length > before.length)
      .sort((a, b) => sumOfSquares(a.parts) - sumOfSquares(b.parts) || compareProbes(a.index, b.index, answers));
    const [best] = splits;
    if (best === undefined) break;
    chosen.push(best.index);
    undecided = best.parts;
    left = splits.map(({ index }) => index).filter((index) => index !== best.index);
  }
  return chosen.flatMap((index) => {
    const probe = answers.probes[index];
    return probe === undefined ? [] : [toQuestion(probe, index, ranked, answers)];
  });
}

/** Those without an answer are no part that an answer could select. */
function splitBy(part: readonly string[], index: number, { of }: KnownAnswers): string[][] {
  const parts = new Map<string | undefined, string[]>();
  for (const name of part) {
    const answer = of(name).get(index);
    parts.set(answer, [...(parts.get(answer) ?? []), name]);
  }
  const answered = [...parts].flatMap(([answer, names]) => (answer === undefined ? [] : [names]));
  if (answered.length < 2) return [[...part]];
  return [...parts.values()];
}

/** Proportional to the number of candidates that are left on average. */
function sumOfSquares(parts: readonly (readonly string[])[]): number {
  return parts.reduce((sum, { length }) => sum + length * length, 0);
}

/** A short call first, then one that is close to an example of the task. */
function compareProbes(a: number, b: number, { probes }: KnownAnswers): number {
  const [first, second] = [probes[a], probes[b]];
  if (first === undefined || second === undefined) return a - b;
  const distance = ({ source, is_changed }: AnswerProbe) => PROBE_SOURCES.indexOf(source) * 2 + (is_changed ? 1 : 0);
  return first.call.length - second.call.length || distance(first) - distance(second) || a - b;
}

function toQuestion(
  { id, call, language, path, base }: AnswerProbe,
  index: number,
  ranked: readonly string[],
  { of }: KnownAnswers,
): Question {
  const byAnswer = new Map<string, string[]>();
  for (const name of ranked) {
    const answer = of(name).get(index);
    if (answer !== undefined) byAnswer.set(answer, [...(byAnswer.get(answer) ?? []), name]);
  }
  // The sort is stable: of two equally frequent answers, the one of the higher rank comes first.
  const answers = [...byAnswer].map(([answer, candidates]) => ({ answer, candidates }));
  return { id, call, language, path, base, answers: answers.sort((x, y) => y.candidates.length - x.candidates.length) };
}
