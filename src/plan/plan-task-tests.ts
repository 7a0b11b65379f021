// Plans the runs of tests about the task: the new and changed tests of each author, on the base and on the other candidates.

import {
  ACCEPTANCE_CHECK,
  BASELINE,
  type CheckRun,
  isTaskCheck,
  type PlannedCapture,
  parseCheck,
  type Subject,
  type TaskTest,
} from '../contract/index.ts';
import {
  acceptanceAuthor,
  authorsOf,
  type CandidateCaptures,
  candidateAuthors,
  decidingTree,
  openTests,
  runsOfCheck,
  type TestAuthor,
  taskTests,
} from '../judge/index.ts';
import { planComments } from './plan-comments.ts';
import { decidingCommit, type Planning, planned, sourceOf, subjectOf } from './planning.ts';

const MINUTE = 60_000;
const AGAIN = { kind: 'again', round: 1 } as const;

export async function planTaskTests(planning: Planning): Promise<PlannedCapture[]> {
  const { policy, absent } = planning;
  const acceptance = await repeatAcceptance(planning);
  if (acceptance.length > 0) return acceptance;
  const examples = await planExamples(planning);
  if (examples.length > 0) return examples;
  const { enabled } = policy.scoring.cross_tests;
  const contenders = passMostExamples(planning);
  if (!enabled || contenders.size + absent.length < 2 || isTimeSpent(planning)) return [];
  const next: PlannedCapture[] = [];
  const authors = trustedAuthors(planning).filter(({ candidate, name }) => candidate === null || contenders.has(name));
  for (const author of authors) next.push(...(await planAuthor(planning, author, contenders)));
  return next.length > 0 ? next : planComments(planning, authors);
}

/** Derived from the captures, so that the same captures give the same plan. */
function isTimeSpent({ reading, policy }: Planning): boolean {
  const runs = [reading.baseline, ...reading.candidates].flatMap(({ testRuns }) => testRuns);
  const durations = runs.flatMap(({ run, reading: each }) => {
    const isCounted = isTaskCheck(run) && run.check !== ACCEPTANCE_CHECK && each.state === 'read';
    return isCounted ? [each.reading.capture.duration_ms] : [];
  });
  return durations.reduce((sum, duration) => sum + duration, 0) >= policy.scoring.cross_tests.max_minutes * MINUTE;
}

/** Candidates with equal trees are one author. Whether an absent one can be trusted is decided where it is measured. */
function trustedAuthors({ reading, standing, absent }: Planning): TestAuthor[] {
  const first = new Map<string, string>();
  for (const { entry } of reading.candidates) if (!first.has(entry.tree)) first.set(entry.tree, entry.name);
  const present = authorsOf(reading).filter(({ kind, candidate, name }) => {
    if (candidate === null) return kind !== 'task';
    return first.get(candidate.entry.tree) === name && standing.trusted.has(name);
  });
  return [...present, ...absent.flatMap((each) => candidateAuthors(each, null))];
}

/** The tree of an author that is a candidate. */
function treeOf({ absent }: Planning, { candidate, name }: TestAuthor): string | null {
  return (candidate ?? absent.find(({ entry }) => entry.name === name) ?? null)?.entry.tree ?? null;
}

/**
 * The examples of the task, once per tree: they are plain calls, and a call that fails only sometimes is not right either. They run
 * on the base at the same time, because one that passes there must still pass.
 */
async function planExamples(planning: Planning): Promise<PlannedCapture[]> {
  const { reading, standing } = planning;
  const targets = reading.candidates.filter(({ entry }) => standing.contenders.has(entry.name));
  if (targets.length === 0) return [];
  const next = await Promise.all(
    examplesOf(planning).flatMap((author) => {
      const plan = cellPlanner(planning, author);
      return [null, ...targets].map((target) => plan(target, null, 'does it do what the task says?'));
    }),
  );
  return next.flat();
}

/** Commands in the text of the task run only in a sandbox: who wrote the text may be unknown. */
function examplesOf({ reading }: Planning): TestAuthor[] {
  const isConfined = reading.run.sandbox.kind !== 'none';
  return authorsOf(reading).filter(({ kind, programs }) => kind === 'task' && (isConfined || programs.length === 0));
}

/**
 * A candidate that passes fewer examples of the task than another one cannot lead, whatever new tests show. Candidates that need a
 * decision on contested tests have no rank yet.
 */
function passMostExamples({ reading, standing }: Planning): ReadonlySet<string> {
  const authors = authorsOf(reading).filter(({ kind }) => kind === 'task');
  if (authors.length === 0) return standing.contenders;
  const tests = authors.flatMap((author) => taskTests(reading, author));
  const passed = new Map(
    [...standing.contenders].map((name) => [name, tests.filter(({ others }) => others[name] === 'pass').length]),
  );
  const most = Math.max(0, ...[...passed].flatMap(([name, count]) => (standing.trusted.has(name) ? [count] : [])));
  return new Set([...passed].flatMap(([name, count]) => (count >= most ? [name] : [])));
}

/** First the base, then the other candidates if a test could have a vote, then failed tests again. */
async function planAuthor(planning: Planning, author: TestAuthor, contenders: ReadonlySet<string>): Promise<PlannedCapture[]> {
  const { reading } = planning;
  const { name } = author;
  const tree = treeOf(planning, author);
  const plan = cellPlanner(planning, author);
  const what = author.programs.length > 0 ? 'programs' : 'new tests';
  const first = [
    ...(await plan(null, null, `which ${what} of ${name} fail on the base?`)),
    // No other run of the candidate shows how its programs end.
    ...(author.programs.length > 0 && author.candidate !== null
      ? await plan(author.candidate, null, `which programs of ${name} pass with its change?`)
      : []),
  ];
  // It has no tests that could run.
  if (first.length > 0 || runsOfCheck(reading.baseline, author.check).length === 0) return first;
  const votes = openTests(taskTests(reading, author));
  if (tree !== null && votes.length === 0) return [];
  const others = reading.candidates.filter(({ entry }) => contenders.has(entry.name) && entry.tree !== tree);
  const next = await Promise.all(others.map((other) => plan(other, null, `does it pass the ${what} of ${name}?`)));
  if (next.flat().length > 0) return next.flat();
  const reason = `fails ${what} of ${name}; checking for flaky tests`;
  const again = await Promise.all(others.filter((other) => fails(other, votes)).map((other) => plan(other, AGAIN, reason)));
  return again.flat();
}

function fails({ entry }: CandidateCaptures, tests: readonly TaskTest[]): boolean {
  return tests.some(({ others }) => others[entry.name] === 'fail');
}

/** The acceptance tests ran with the first captures; a failure that could be flaky runs again. */
async function repeatAcceptance(planning: Planning): Promise<PlannedCapture[]> {
  const { reading, standing } = planning;
  const author = acceptanceAuthor(reading);
  if (author === null) return [];
  const tests = taskTests(reading, author);
  const plan = cellPlanner(planning, author);
  const failing = reading.candidates.filter((each) => standing.undecided.has(each.entry.name) && fails(each, tests));
  const again = await Promise.all(failing.map((each) => plan(each, AGAIN, 'fails acceptance tests; checking for flaky tests')));
  return again.flat();
}

/** Plans one author's tests on one tree, unless they already ran there or the author has none. */
function cellPlanner(planning: Planning, author: TestAuthor) {
  const { reading, selector, policy } = planning;
  const source = sourceOf(planning, author);
  return async (target: CandidateCaptures | null, attempt: CheckRun['attempt'], reason: string): Promise<PlannedCapture[]> => {
    const known = runsOfCheck(target ?? reading.baseline, author.check);
    if (known.some(({ run }) => run.attempt?.round === attempt?.round)) return [];
    const onto = target === null ? source.base : decidingCommit(target);
    const laid = author.programs.length > 0 ? await selector.layPrograms(source, onto) : await selector.layOver([source], onto);
    const subject: Subject = target === null ? BASELINE : subjectOf(target);
    const run: CheckRun = { ...parseCheck(author.check), tree: target === null ? 'own' : decidingTree(target), attempt };
    if (laid === null) return [];
    const capture = planned(planning, subject, run, reason, laid);
    if (author.programs.length === 0) return [capture];
    // A program that waits for input, or serves requests, would wait for the whole limit of a test suite.
    const limit = policy.scoring.cross_tests.max_minutes * 60;
    return [{ ...capture, asksForReport: false, timeoutSeconds: Math.min(capture.timeoutSeconds, limit) }];
  };
}
