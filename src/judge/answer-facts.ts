// The answers of all trees to the calls of a run, from the captured runs of the answers check.
import { answersOf, readAnswers, type TreeAnswers } from '../answers/index.ts';
import type { AnswerDecision, Answers, Probe } from '../contract/index.ts';
import { equalSourceNames } from './equal-sources.ts';
import { invalidCalls } from './invalid-calls.ts';
import type { AnswerRun, RunReading, SubjectReading } from './run-reading.ts';

/** Undefined when nothing was asked. */
export function answerFacts(reading: RunReading): Answers | undefined {
  const { baseline, candidates, answered } = reading;
  const probes = chosenProbes(reading);
  if (probes.length === 0) return undefined;
  const known = new Map(candidates.flatMap((candidate) => entryOf(candidate.entry.name, candidate)));
  const answers = answersOf({ probes, base: treeAnswers(baseline), candidates: withEqualSources(reading, known) });
  return { ...answers, probes: answers.probes.map((probe) => ({ ...probe, ...decidedFor(probe.id, answered) })) };
}

/** The calls that all trees were asked; a tree in which some of them do not compile was asked fewer. */
function chosenProbes({ baseline, candidates }: RunReading): Probe[] {
  const probes = new Map<string, Probe>();
  for (const { capture } of [baseline, ...candidates].flatMap(({ answers }) => answers))
    for (const probe of capture.probes?.probes ?? []) probes.set(probe.id, probes.get(probe.id) ?? probe);
  return [...probes.values()];
}

function entryOf(name: string, subject: SubjectReading): [string, TreeAnswers | string][] {
  if (subject.answers.length === 0) return [];
  return [[name, treeAnswers(subject) ?? whyNone(subject.answers)]];
}

/** Null if no run wrote answers. */
function treeAnswers({ answers }: SubjectReading): TreeAnswers | null {
  const [run] = answers.filter(({ text }) => text !== '');
  if (run === undefined) return null;
  const { capture, text } = run;
  return readAnswers({ text, probes: capture.probes?.probes ?? [], isTimedOut: capture.ended === 'timed_out' });
}

function whyNone(answers: readonly AnswerRun[]): string {
  const ended = answers[0]?.capture.ended;
  const error = answers.flatMap((run) => invalidCalls(run)?.message ?? []).at(-1);
  if (error !== undefined) return `the calls cannot be compiled: ${error}`;
  if (ended === 'timed_out') return 'the run reached its time limit before the first answer';
  return ended === 'lost' ? 'the machine that ran it disappeared' : 'the run wrote no answer: the calls cannot be loaded';
}

/** Candidates with the same source share one execution. */
function withEqualSources(
  { candidates }: RunReading,
  known: ReadonlyMap<string, TreeAnswers | string>,
): ReadonlyMap<string, TreeAnswers | string> {
  const all = new Map(known);
  for (const names of equalSourceNames(candidates)) {
    const answers = names.map((name) => known.get(name)).find((each) => each !== undefined);
    for (const name of names) if (answers !== undefined && !all.has(name)) all.set(name, answers);
  }
  return all;
}

/** The last decision counts. */
function decidedFor(id: string, answered: readonly AnswerDecision[]): { right?: string[] } {
  const last = answered.findLast(({ question }) => question === id);
  return last === undefined ? {} : { right: [...last.right] };
}
