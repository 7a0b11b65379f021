// Plans the runs of copied tests: on the leader and those level with it, and for a difference on a tree to compare with.

import {
  BASELINE,
  type CheckRun,
  inSteps,
  type PlannedCapture,
  type ResolvedCommit,
  type Subject,
  VARIED_CHECK,
  type VariedFile,
} from '../contract/index.ts';
import {
  type CandidateCaptures,
  chooseInSteps,
  completeStatusesOf,
  decidingTree,
  firstTestRun,
  idsChanged,
  inputTests,
  isControl,
  isUnanswered,
  passesOriginal,
  runsNeeded,
  suspectTests,
  type VariedSubject,
  type VariedTest,
  variedFiles,
  variedSubjects,
  variedTests,
} from '../judge/index.ts';
import { decidingCommit, type Planning, planned, subjectOf } from './planning.ts';

/** The leader and one that is level with it: the copies cost as much as a small suite. */
const MAX_CHECKED = 2;
/** Other candidates on which a difference is compared. */
const MAX_CONTROLS = 2;

export async function planVaried(planning: Planning): Promise<PlannedCapture[]> {
  const { reading, policy, standing } = planning;
  const { integrity } = policy.scoring;
  const leader = reading.candidates.find(({ entry }) => entry.name === standing.leader);
  const { seed } = reading.run;
  if (leader === undefined || seed === undefined || !integrity.enabled || !integrity.canary) return [];
  const subjects = variedSubjects(reading);
  const files = variedFiles(subjects) ?? (await chooseFiles(planning, leader, seed));
  if (files.length === 0) return [];
  const level = reading.candidates.filter(({ entry }) => standing.leaders.has(entry.name) && entry.name !== leader.entry.name);
  const checked = [leader, ...level].slice(0, MAX_CHECKED);
  const open = checked.filter(({ entry }) => runsOf(subjects, entry.name).length === 0);
  const first = await Promise.all(open.map((candidate) => planRun(planning, candidate, files, REASON)));
  if (first.flat().length > 0) return first.flat();
  const copies = { subjects, files, tests: variedTests(files, subjects) };
  const further = await Promise.all(checked.map((candidate) => planComparison(planning, candidate, copies)));
  const answers = further.flat().length > 0 ? [] : await planAnswers(planning, leader, copies);
  return [...further.flat(), ...answers];
}

/** The copies of the run and the trees on which they may run. */
interface Copies {
  subjects: readonly VariedSubject[];
  files: readonly VariedFile[];
  tests: readonly VariedTest[];
}

const REASON = 'does it recognise its tests by their names, or pass wrong assertions?';

/** The tests whose result the candidate changed; without any, those that mention the changed files. */
async function chooseFiles(planning: Planning, leader: CandidateCaptures, seed: string): Promise<VariedFile[]> {
  const { reading, selector } = planning;
  const subjects = variedSubjects(reading);
  const [base, own] = [subjects.find(({ name }) => name === null), subjects.find(({ name }) => name === leader.entry.name)];
  const before = completeStatusesOf(base?.originals ?? null);
  const after = completeStatusesOf(own?.originals ?? null);
  if (before.size === 0 || after.size === 0) return [];
  const fixed = idsChanged(before, after, 'failed', 'passed');
  const kept = [...after].flatMap(([id, status]) => (status === 'passed' && before.get(id) === 'passed' ? [id] : []));
  // Another input may name another file to write or another address: only where the checkout is all that it can reach.
  const withInputs = reading.run.sandbox.kind !== 'none' && reading.candidates.length + planning.absent.length > 1;
  const steps = chooseInSteps(await selector.baseTests(), { fixed, kept }, leader.diff, { seed, withInputs });
  return inSteps(steps, planning.pause);
}

/**
 * One tree at a time, until one answers the changed inputs like the leader, or two have answered. A candidate with an
 * integrity error has no say: two cheats that agree prove nothing against the leader.
 */
async function planAnswers(
  planning: Planning,
  leader: CandidateCaptures,
  { subjects, files, tests }: Copies,
): Promise<PlannedCapture[]> {
  const own = subjects.find(({ name }) => name === leader.entry.name);
  if (own === undefined) return [];
  const { trusted } = planning.standing;
  const open = inputTests(tests, subjects).filter((test) => isUnanswered(subjects, own, test));
  const others = subjects.filter(({ tree, name }) => tree !== own.tree && (name === null || trusted.has(name)));
  const next = nextControl(planning, others, (subject) => open.filter((test) => passesOriginal(subject, test)).length);
  if (next === undefined) return [];
  const target = planning.reading.candidates.find(({ entry }) => entry.name === next.name) ?? null;
  return planRun(planning, target, files, 'does it answer other inputs like another solution?');
}

/** Once more for the same difference, and on a tree that passes the originals. */
async function planComparison(
  planning: Planning,
  candidate: CandidateCaptures,
  { subjects, files, tests }: Copies,
): Promise<PlannedCapture[]> {
  const own = subjects.find(({ name }) => name === candidate.entry.name);
  const suspects = own === undefined ? [] : suspectTests(own, tests);
  if (own === undefined || suspects.length === 0) return [];
  const again = await planRepetition(planning, candidate, own.runs.length, suspects, files);
  const others = subjects.filter(({ tree }) => tree !== own.tree);
  const uncontrolled = suspects.filter((test) => !others.some((subject) => isControl(subject, test)));
  const control = nextControl(planning, others, (subject) => uncontrolled.filter((test) => passesOriginal(subject, test)).length);
  if (control === undefined) return again;
  const target = planning.reading.candidates.find(({ entry }) => entry.name === control.name) ?? null;
  const reason = `${candidate.entry.name} answers copies of tests differently; because of the copies?`;
  return [...again, ...(await planRun(planning, target, files, reason))];
}

/** Only the copies in question, because copies of one file may disturb each other, and with them their originals. */
async function planRepetition(
  planning: Planning,
  candidate: CandidateCaptures,
  made: number,
  suspects: readonly VariedTest[],
  files: readonly VariedFile[],
): Promise<PlannedCapture[]> {
  if (made >= Math.max(...suspects.map(runsNeeded))) return [];
  const inQuestion = files.filter(({ path }) => suspects.some((test) => test.path === path));
  const originals = (await planning.selector.baseTests()).filter(({ path }) => inQuestion.some(({ beside }) => beside === path));
  const attempt = { kind: 'again' as const, round: made };
  return planRun(planning, candidate, inQuestion, 'copied tests differ; flaky?', { attempt, originals });
}

/**
 * The base first: no candidate decides what it answers. Then candidates that can be merged: one that breaks other tests is a
 * poor measure. Then those without an integrity error.
 */
function nextControl(
  { standing }: Planning,
  others: readonly VariedSubject[],
  count: (subject: VariedSubject) => number,
): VariedSubject | undefined {
  const isUsed = (subject: VariedSubject) => subject.name !== null && subject.runs.length > 0;
  const order = [standing.contenders, standing.trusted];
  const rankOf = (name: string) => order.findIndex((names) => names.has(name)) + 1 || order.length + 1;
  const rank = ({ name }: VariedSubject) => (name === null ? 0 : rankOf(name));
  return others
    .filter((subject) => subject.runs.length === 0 && count(subject) > 0)
    .filter(({ name }) => name === null || others.filter(isUsed).length < MAX_CONTROLS)
    .sort((a, b) => rank(a) - rank(b) || count(b) - count(a))[0];
}

function runsOf(subjects: readonly VariedSubject[], name: string): VariedSubject['runs'] {
  return subjects.find((subject) => subject.name === name)?.runs ?? [];
}

interface TestFile {
  path: string;
  text: string;
}

/** The target null is the base. */
async function planRun(
  planning: Planning,
  target: CandidateCaptures | null,
  files: readonly VariedFile[],
  reason: string,
  { attempt = null, originals = [] }: { attempt?: CheckRun['attempt']; originals?: readonly TestFile[] } = {},
): Promise<PlannedCapture[]> {
  const { base } = planning.reading.run;
  const commit: ResolvedCommit = target === null ? { commit: base.commit, tree: base.tree } : decidingCommit(target);
  const texts = new Map([...files, ...originals].map(({ path, text }) => [path, text]));
  const command = await planning.selector.files(commit, [...texts.keys()], texts);
  if (command === null) return [];
  const subject: Subject = target === null ? BASELINE : subjectOf(target);
  const run: CheckRun = { check: VARIED_CHECK, tree: target === null ? 'own' : decidingTree(target), attempt };
  const capture = planned(planning, subject, run, reason, { command, varied: files });
  return [{ ...capture, timeoutSeconds: Math.min(capture.timeoutSeconds, timeoutOf(planning.reading)) }];
}

/** With another input the code under test may never end. */
function timeoutOf({ baseline }: Planning['reading']): number {
  const first = firstTestRun(baseline, { check: 'test', tree: 'own' });
  const milliseconds = first?.state === 'read' ? first.reading.capture.duration_ms : 0;
  return 60 + Math.ceil(milliseconds / 100) / 2;
}
