// Plans the runs with an added failing test: its file alone on every passing candidate, the whole suite for the leader.

import {
  BASELINE,
  CANARY_CHECK,
  CANARY_FILE_CHECK,
  type CanaryFile,
  type CheckRun,
  INDEPENDENT_CANARY_CHECK,
  type PlainCheck,
  type PlannedCapture,
  type ResolvedCommit,
  type Subject,
  type TestSummary,
} from '../contract/index.ts';
import {
  type CandidateCaptures,
  completeStatusesOf,
  countedTests,
  decidingTree,
  failuresExpected,
  failuresIn,
  firstTestRun,
  isReported,
  type MaybeReading,
  ownTests,
  placeCanaries,
  type SubjectReading,
} from '../judge/index.ts';
import { decidingCommit, ownCommit, type Planning, planned, subjectOf } from './planning.ts';

interface PlacedFiles {
  tree: CheckRun['tree'];
  commit: ResolvedCommit;
  files: readonly CanaryFile[];
}

/** Failing tests show that a runner reports failures; one is added only if all tests pass. */
function placeOn(candidate: CandidateCaptures, canaries: readonly CanaryFile[]): PlacedFiles | null {
  const { own, pinned } = placeCanaries(canaries, candidate.diff, candidate.entry.pinned !== null);
  const isGreen = (reading: MaybeReading<TestSummary> | null) =>
    reading?.state === 'read' && reading.reading.capture.ended === 'exited' && reading.reading.capture.exit_code === 0;
  if (own.length > 0) return isGreen(ownTests(candidate)) ? { tree: 'own', commit: ownCommit(candidate), files: own } : null;
  if (pinned.length === 0 || !isGreen(firstTestRun(candidate, { check: 'test', tree: 'pinned' }))) return null;
  return { tree: 'pinned', commit: decidingCommit(candidate), files: pinned };
}

function isCaptured(subject: SubjectReading, check: PlainCheck, tree: CheckRun['tree']): boolean {
  return firstTestRun(subject, { check, tree }) !== null;
}

const CANARY_REASON = 'does the runner report a failing test that Hydra adds?';

/** What a runner reports decides nothing about a candidate that cannot win whatever its tests do. */
function mayWin({ standing }: Planning, { entry }: CandidateCaptures): boolean {
  return standing.undecided.has(entry.name);
}

/** Only the file of the added test, on the base and on every passing candidate that may win. */
export async function planCanaryFiles(planning: Planning): Promise<PlannedCapture[]> {
  const { reading, selector } = planning;
  const { canaries, base } = reading.run;
  const next: PlannedCapture[] = [];
  const plan = async (subject: Subject, { tree, commit, files }: PlacedFiles) => {
    const command = await selector.files(
      commit,
      files.map(({ path }) => path),
      new Map(files.map(({ path, text }) => [path, text])),
    );
    const run: CheckRun = { check: CANARY_FILE_CHECK, tree, attempt: null };
    if (command !== null) next.push(planned(planning, subject, run, CANARY_REASON, { command, canaries: files }));
  };
  const green = reading.candidates.flatMap((candidate) => {
    const placed = mayWin(planning, candidate) ? placeOn(candidate, canaries) : null;
    return placed === null ? [] : [{ candidate, placed }];
  });
  if (green.length > 0 && !isCaptured(reading.baseline, CANARY_FILE_CHECK, 'own')) {
    await plan(BASELINE, { tree: 'own', commit: { commit: base.commit, tree: base.tree }, files: canaries });
  }
  for (const { candidate, placed } of green) {
    if (!isCaptured(candidate, CANARY_FILE_CHECK, placed.tree)) await plan(subjectOf(candidate), placed);
  }
  return next;
}

/** A candidate that does not run the added file alone, and fails, may have moved its tests: the whole suite shows that. */
export function planDoubtfulSuites(planning: Planning): PlannedCapture[] {
  const { reading } = planning;
  const { canaries } = reading.run;
  return reading.candidates.flatMap((candidate) => {
    const placed = mayWin(planning, candidate) ? placeOn(candidate, canaries) : null;
    const [base, alone] = [
      firstTestRun(reading.baseline, { check: CANARY_FILE_CHECK, tree: 'own' }),
      placed === null ? null : firstTestRun(candidate, { check: CANARY_FILE_CHECK, tree: placed.tree }),
    ];
    if (placed === null || base === null || alone === null) return [];
    const expected = failuresExpected(placed.files, base, withoutOnBase(planning));
    const isInDoubt = !expected.every((failure) => isReported(failure, alone)) && exitCodeOf(alone) !== 0;
    return isInDoubt ? planSuiteWithCanary(planning, candidate, placed, 'it does not run an added failing test by itself') : [];
  });
}

/** The whole suite with the added test, for a leader. */
export function planCanarySuite(planning: Planning, leader: CandidateCaptures): PlannedCapture[] {
  const placed = placeOn(leader, planning.reading.run.canaries);
  if (placed === null) return [];
  return planSuiteWithCanary(planning, leader, placed, 'it leads; does the whole suite report a failing test that Hydra adds?');
}

/**
 * The added tests for the independent run, which is in the tree whose results count. None if the candidate's own tree needs a
 * whole run with them: it differs, and no run of the added files alone shows that its runner reports failures.
 */
export function canariesElsewhere({ reading }: Planning, candidate: CandidateCaptures): readonly CanaryFile[] {
  const { canaries } = reading.run;
  const placed = placeOn(candidate, canaries);
  // Without names, the added tests could not be told from the others.
  if (completeStatusesOf(countedTests(candidate)).size === 0) return [];
  if (candidate.entry.pinned === null) return placed?.files ?? [];
  const isProvenAlone = placed?.tree !== 'own' || isCaptured(candidate, CANARY_FILE_CHECK, 'own');
  const counted = firstTestRun(candidate, { check: 'test', tree: 'pinned' });
  const isGreen = counted?.state === 'read' && counted.reading.capture.exit_code === 0;
  return isProvenAlone && isGreen ? canaries : [];
}

/** The base's whole suite with the added tests, if the independent run of a candidate does not report them. */
export function planBaseSuite(planning: Planning, candidate: CandidateCaptures, files: readonly CanaryFile[]): PlannedCapture[] {
  const ran = firstTestRun(candidate, { check: INDEPENDENT_CANARY_CHECK, tree: decidingTree(candidate) });
  return ran === null || isReportedIn(planning, ran, files) ? [] : planOnBase(planning, candidate);
}

/** On the base only if the candidate does not report it: if the base does not report it either, it proves nothing. */
function planSuiteWithCanary(
  planning: Planning,
  candidate: CandidateCaptures,
  { tree, files }: PlacedFiles,
  reason: string,
): PlannedCapture[] {
  const ran = firstTestRun(candidate, { check: CANARY_CHECK, tree });
  const run: CheckRun = { check: CANARY_CHECK, tree, attempt: null };
  if (ran === null) return [planned(planning, subjectOf(candidate), run, reason, { canaries: files })];
  return isReportedIn(planning, ran, files) ? [] : planOnBase(planning, candidate);
}

function isReportedIn(planning: Planning, ran: MaybeReading<TestSummary>, files: readonly CanaryFile[]): boolean {
  const onlyFiles = firstTestRun(planning.reading.baseline, { check: CANARY_FILE_CHECK, tree: 'own' });
  // Without a run of the files alone it is unknown which of them the base reports.
  const expected = onlyFiles === null ? files.flatMap(failuresIn) : failuresExpected(files, onlyFiles, withoutOnBase(planning));
  return exitCodeOf(ran) !== 0 && expected.every((failure) => isReported(failure, ran));
}

function planOnBase(planning: Planning, candidate: CandidateCaptures): PlannedCapture[] {
  const { baseline, run } = planning.reading;
  if (isCaptured(baseline, CANARY_CHECK, 'own')) return [];
  const why = `${candidate.entry.name} does not report an added failing test; does the base?`;
  const suite: CheckRun = { check: CANARY_CHECK, tree: 'own', attempt: null };
  return [planned(planning, BASELINE, suite, why, { canaries: run.canaries })];
}

function exitCodeOf(reading: MaybeReading<TestSummary>): number | null {
  return reading.state === 'read' ? reading.reading.capture.exit_code : null;
}

function withoutOnBase({ reading }: Planning): MaybeReading<TestSummary> | null {
  return firstTestRun(reading.baseline, { check: 'test', tree: 'own' });
}
