// Plans the runs that evaluate calls: once on the base and on each candidate that no test separates from the others.

import { ANSWERS_CHECK, BASELINE, type CheckRun, type PlannedCapture, type Subject } from '../contract/index.ts';
import { type CandidateCaptures, decidingTree, equalSourceNames } from '../judge/index.ts';
import { decidingCommit, type Planning, planned, subjectOf } from './planning.ts';
import type { ChosenCall } from './test-selector.ts';

const MINUTE = 60_000;
/** Of different sources; more rarely change which answer most of them give. */
const MAX_TREES = 12;
const REASON = 'what does it return where no test looks?';

/** Only in a sandbox: a changed text may be the name of a file to delete. */
export async function planAnswers(planning: Planning): Promise<PlannedCapture[]> {
  const { reading, policy, standing } = planning;
  const { enabled } = policy.scoring.answers;
  const targets = differentSources(planning, standing.asked);
  if (!enabled || reading.run.sandbox.kind === 'none' || targets.length < 2 || isTimeSpent(planning)) return [];
  const open = [null, ...targets].filter((target) => (target ?? reading.baseline).answers.length === 0);
  if (open.length === 0) return [];
  const calls = await planning.selector.calls(reading, standing.trusted);
  if (calls.length === 0) return [];
  const next = await Promise.all(open.map((target) => planRun(planning, target, calls)));
  return next.flat();
}

/** One of each group with the same source, in the order of the run. */
function differentSources({ reading }: Planning, asked: ReadonlySet<string>): CandidateCaptures[] {
  const wanted = reading.candidates.filter(({ entry }) => asked.has(entry.name));
  const copies = equalSourceNames(wanted).flatMap(([, ...others]) => others);
  return wanted.filter(({ entry }) => !copies.includes(entry.name)).slice(0, MAX_TREES);
}

/** Derived from the captures, so that the same captures give the same plan. */
function isTimeSpent({ reading, policy }: Planning): boolean {
  const runs = [reading.baseline, ...reading.candidates].flatMap(({ answers }) => answers);
  const spent = runs.reduce((sum, { capture }) => sum + capture.duration_ms, 0);
  return spent >= policy.scoring.answers.max_minutes * MINUTE;
}

async function planRun(
  planning: Planning,
  target: CandidateCaptures | null,
  calls: readonly ChosenCall[],
): Promise<PlannedCapture[]> {
  const { base } = planning.reading.run;
  const commit = target === null ? { commit: base.commit, tree: base.tree } : decidingCommit(target);
  const asking = await planning.selector.asking(commit, calls);
  if (asking === null) return [];
  const { command, files } = asking;
  const subject: Subject = target === null ? BASELINE : subjectOf(target);
  const run: CheckRun = { check: ANSWERS_CHECK, tree: target === null ? 'own' : decidingTree(target), attempt: null };
  const capture = planned(planning, subject, run, REASON, { command, probes: { files, probes: asking.probes } });
  const limit = planning.policy.scoring.answers.max_minutes * 60;
  return [{ ...capture, asksForReport: false, timeoutSeconds: Math.min(capture.timeoutSeconds, limit) }];
}
