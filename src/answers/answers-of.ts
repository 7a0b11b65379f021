// The answers of the base and of the candidates, side by side.
import type { AnswerProbe, Answers, Probe } from '../contract/index.ts';
import type { TreeAnswers } from './read-answers.ts';

export interface AnswersOfTrees {
  /** In the order in which they were chosen. */
  probes: readonly Probe[];
  base: TreeAnswers | null;
  /** By name; a text says why a candidate has no answers. */
  candidates: ReadonlyMap<string, TreeAnswers | string>;
}

/** A call on which two candidates agree or differ is listed even if a third one answers it differently each time. */
const MIN_ANSWERS = 2;

export function answersOf({ probes, base, candidates }: AnswersOfTrees): Answers {
  const answering = [...candidates].flatMap(([name, read]) => (typeof read === 'string' ? [] : [[name, read] as const]));
  const unanswered = [...candidates].flatMap(([name, read]) => (typeof read === 'string' ? [[name, read] as const] : []));
  const trees = [...(base === null ? [] : [base]), ...answering.map(([, read]) => read)];
  const listed: AnswerProbe[] = [];
  let unstable = 0;
  for (const probe of probes) {
    const answers = answering.flatMap(([name, read]) => {
      const answer = read.answers.get(probe.id);
      return answer === undefined ? [] : [[name, answer] as const];
    });
    const isUnstable = trees.some((tree) => tree.unstable.includes(probe.id));
    if (isUnstable && answers.length < MIN_ANSWERS) unstable += 1;
    else if (answers.length > 0) {
      listed.push({ ...probe, base: base?.answers.get(probe.id) ?? null, answers: Object.fromEntries(answers) });
    }
  }
  const silent = unanswered.length === 0 ? {} : { unanswered: Object.fromEntries(unanswered) };
  return { probes: listed, unstable, ...silent };
}
