// Stores what a user says that a call must return, and scores the run again from its captures.
import { type AnswerDecision, hydraError, type Question, SCHEMA_VERSION } from '../contract/index.ts';
import { isFinished, readResult, refuseUnfinished } from '../runs/index.ts';
import { addDecision, type RunFolder } from '../store/index.ts';
import { describeShown, type Rescored, scoreStoredRun, whoDecides } from './decided-run.ts';

export interface AnswerRequest {
  cwd: string;
  run: RunFolder;
  /** The id of the question. */
  question: string;
  /** The answers that are right; empty if the user does not know. */
  right: readonly string[];
}

/** Runs no checks: what every tree answers is stored. A later answer to the same question replaces this one. */
export async function answerQuestion({ cwd, run: folder, question: id, right }: AnswerRequest): Promise<Rescored> {
  if (!isFinished(folder)) refuseUnfinished(folder);
  const { run, facts, scorecard } = readResult(folder);
  const probe = facts.answers?.probes.find((each) => each.id === id);
  if (probe === undefined) throw hydraError('unknown_question', { run: run.run_id, question: id }, { value: id });
  const decision: Omit<AnswerDecision, 'number' | 'previous'> = {
    schema_version: SCHEMA_VERSION,
    kind: 'answer',
    run_id: run.run_id,
    question: id,
    call: probe.call,
    right: [...new Set(right)],
    shown: describeShown(folder, scorecard),
    by: await whoDecides(cwd),
    at: new Date().toISOString(),
  };
  addDecision(folder, decision);
  return scoreStoredRun(folder, run);
}

/** The open questions of a run, the most telling one first. */
export function openQuestions(folder: RunFolder): Question[] {
  if (!isFinished(folder)) refuseUnfinished(folder);
  return readResult(folder).scorecard.questions ?? [];
}
