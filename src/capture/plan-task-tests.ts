// The runs of tests about the task: what each author added or changed, on the base, on its own tree and on the others.
import { type CandidateCaptures, decidingTree, isOpenOutcome, openTests, runsOfCheck, taskTests } from '../compare/index.ts';
import { type CheckRun, crossCheck } from '../contract/index.ts';
import { BASELINE, type Subject } from '../store/index.ts';
import type { PlannedCapture } from './planned.ts';
import { decidingCommit, ownCommit, type Planning, planned, subjectOf } from './planning.ts';
import type { TestSource } from './test-sources.ts';

const MINUTE = 60_000;

export async function planTaskTests(planning: Planning): Promise<PlannedCapture[]> {
  const { policy, standing } = planning;
  const { enabled } = policy.scoring.cross_tests;
  if (!enabled || standing.contenders.size < 2 || isTimeSpent(planning)) return [];
  const next: PlannedCapture[] = [];
  for (const author of authorsOf(planning)) next.push(...(await planAuthor(planning, author)));
  return next;
}

/** By what was captured, so that the same captures give the same plan. */
function isTimeSpent({ reading, policy }: Planning): boolean {
  const subjects = [reading.baseline, ...reading.candidates];
  const durations = subjects.flatMap(({ testRuns }) =>
    testRuns.flatMap(({ run, reading: each }) =>
      run.check.startsWith(crossCheck('')) && each.state === 'read' ? [each.reading.capture.duration_ms] : [],
    ),
  );
  return durations.reduce((sum, duration) => sum + duration, 0) >= policy.scoring.cross_tests.max_minutes * MINUTE;
}

/** Candidates with equal trees are one author. */
function authorsOf({ reading, standing }: Planning): CandidateCaptures[] {
  const seen = new Set<string>();
  return reading.candidates.filter(({ entry }) => {
    const isFirst = !seen.has(entry.tree);
    seen.add(entry.tree);
    return isFirst && standing.trusted.has(entry.name);
  });
}

/** First the base and the author, then the others where a test could have a vote, then once more what failed there. */
async function planAuthor(planning: Planning, author: CandidateCaptures): Promise<PlannedCapture[]> {
  const { reading, standing } = planning;
  const { base } = reading.run;
  const source: TestSource = {
    check: crossCheck(author.entry.name),
    base: { commit: base.commit, tree: base.tree },
    author: ownCommit(author),
    diff: author.diff,
    takes: 'tests',
  };
  const plan = (target: CandidateCaptures | null, attempt: CheckRun['attempt'], reason: string) =>
    planCell(planning, source, target, attempt, reason);
  const name = author.entry.name;
  const first = [
    ...(await plan(null, null, `which new tests of ${name} fail on the base?`)),
    ...(await plan(author, null, `its new tests by themselves`)),
  ];
  if (first.length > 0) return first;
  const votes = openTests(reading, author);
  if (votes.length === 0) return [];
  const others = reading.candidates.filter(
    ({ entry }) => standing.contenders.has(entry.name) && entry.tree !== author.entry.tree,
  );
  const next = await Promise.all(others.map((other) => plan(other, null, `does it pass the new tests of ${name}?`)));
  if (next.flat().length > 0) return next.flat();
  const failing = others.filter(({ entry }) =>
    taskTests(reading, author).some((test) => votes.includes(test.id) && isOpenOutcome(test.others[entry.name])),
  );
  const again = await Promise.all(
    failing.map((other) => plan(other, { kind: 'again', round: 1 }, `fails new tests of ${name}; is that stable?`)),
  );
  return again.flat();
}

async function planCell(
  planning: Planning,
  source: TestSource,
  target: CandidateCaptures | null,
  attempt: CheckRun['attempt'],
  reason: string,
): Promise<PlannedCapture[]> {
  const { baseline } = planning.reading;
  const tree = target === null ? 'own' : decidingTree(target);
  const run: CheckRun = { check: source.check, tree, attempt };
  if (runsOfCheck(target ?? baseline, source.check).some((known) => known.run.attempt?.round === attempt?.round)) return [];
  const laid = await planning.selector.layOver(source, target === null ? source.base : decidingCommit(target));
  const subject: Subject = target === null ? BASELINE : subjectOf(target);
  return laid === null ? [] : [planned(planning, subject, run, reason, laid)];
}
