// Coverage of the change: the changed lines of a candidate that its tests execute. Pure.

import { type CandidateFacts, type ChangeCoverage, COVERAGE_CHECK, type FileCoverage } from '../contract/index.ts';
import { holdsTests } from '../languages/index.ts';
import { type ChangedLines, changedCodeLines } from './changed-lines.ts';
import { ownTests } from './own-tests.ts';
import { attemptsOf, type CandidateCaptures, type CoverageRun } from './run-reading.ts';

type CoverageFacts = Pick<CandidateFacts, 'coverage' | 'coverage_unknown'>;

/** Empty if unknown. A candidate that changes no code has nothing to cover, once any candidate is measured. */
export function coverageOfChanges(candidates: readonly CandidateCaptures[]): CoverageFacts[] {
  const isMeasured = candidates.some(({ coverage }) => coverage.length > 0);
  return candidates.map((candidate) => {
    const coverage = isMeasured ? changeCoverage(candidate) : undefined;
    if (coverage !== undefined) return { coverage };
    const why = isMeasured ? whyUnknown(candidate) : null;
    return why === null ? {} : { coverage_unknown: why };
  });
}

/** Null for a candidate that was not measured: its files cannot be, or the result does not depend on it. */
function whyUnknown(candidate: CandidateCaptures): string | null {
  if (!canRunTests(candidate)) return 'its tests do not run to the end';
  const isMeasured = measuredRuns(candidate).some(({ run }) => run.attempt === null);
  return isMeasured ? 'its tests go another way while they are measured, or no changed line is reported' : null;
}

export function changeCoverage(candidate: CandidateCaptures): ChangeCoverage | undefined {
  const changed = changedCodeLines(candidate.diff, candidate.patch);
  if (changed.length === 0) return { changed_lines: 0, executed_lines: 0, files: [] };
  const runs = candidate.coverage.filter((run) => isUsable(run, candidate));
  const covered = changed.map((file) => ({ path: file.path, counts: countLines(file, linesOf(file.path, changed, runs)) }));
  const files = covered.flatMap(({ path, counts }) =>
    counts === null || counts.changed_lines === 0 ? [] : [{ path, ...counts }],
  );
  const sum = (count: (file: (typeof files)[number]) => number) => files.reduce((total, file) => total + count(file), 0);
  const [changedLines, executedLines] = [sum((file) => file.changed_lines), sum((file) => file.executed_lines)];
  const isWhole = coversWholeSuite(runs, candidate);
  // "None" is reported only for the whole change and all tests.
  const isCertain = covered.every(({ counts }) => counts !== null) && runs.every((run) => isComplete(run, candidate));
  if (executedLines === 0 && !(isWhole && isCertain)) return undefined;
  const counts = { changed_lines: changedLines, executed_lines: executedLines, files };
  return isWhole ? counts : { ...counts, only_task_tests: true };
}

/** The coverage runs, in order. */
export function measuredRuns({ coverage }: CandidateCaptures): CoverageRun[] {
  const runs = coverage.filter(({ run }) => run.check === COVERAGE_CHECK);
  return runs.sort((a, b) => (a.run.attempt?.round ?? 0) - (b.run.attempt?.round ?? 0));
}

/** How many of the passing tests may fail in a coverage run: flaky ones execute most of their lines too. */
const MAX_LOST_SHARE = 0.05;

/** A run that passes fewer tests would report executed lines as missed. */
function isUsable({ run, reading }: CoverageRun, candidate: CandidateCaptures): boolean {
  if (reading.state !== 'read' || reading.reading.capture.ended !== 'exited') return false;
  if (run.check !== COVERAGE_CHECK) return true;
  const { passed } = reading.reading.summary;
  const expected = passedOtherwise(candidate);
  if (run.attempt !== null) return passed > 0;
  return expected === null ? reading.reading.capture.exit_code === 0 : passed >= expected * (1 - MAX_LOST_SHARE);
}

/** Every test that passes otherwise passes there too. */
function isComplete({ run, reading }: CoverageRun, candidate: CandidateCaptures): boolean {
  if (run.check !== COVERAGE_CHECK || reading.state !== 'read') return true;
  return reading.reading.summary.passed >= (passedOtherwise(candidate) ?? 0);
}

/** Null if the number of tests is unknown. */
function passedOtherwise(candidate: CandidateCaptures): number | null {
  const own = ownTests(candidate);
  if (own?.state !== 'read') return null;
  const { precision, passed } = own.reading.summary;
  return precision === 'exact' || precision === 'totals' ? passed : null;
}

/** Whether there is anything to measure: passing tests, by number or at least by the exit code of their command. */
export function hasPassingTests(candidate: CandidateCaptures): boolean {
  const own = ownTests(candidate);
  if (own?.state !== 'read' || !canRunTests(candidate)) return false;
  const passed = passedOtherwise(candidate);
  return passed === null ? own.reading.capture.exit_code === 0 : passed > 0;
}

/** Its set-up succeeds, and its tests exit on their own, whether or not they pass. */
export function canRunTests(candidate: CandidateCaptures): boolean {
  const own = ownTests(candidate);
  return own?.state === 'read' && own.reading.capture.ended === 'exited';
}

function coversWholeSuite(runs: readonly CoverageRun[], candidate: CandidateCaptures): boolean {
  const whole = runs.filter(({ run }) => run.attempt === null && run.check === 'test');
  const hasChanged = attemptsOf(candidate, 'own', 'changed').length > 0;
  const changedToo = runs.some(({ run }) => run.check === 'test' && run.attempt?.kind === 'changed');
  return (
    runs.some(({ run }) => run.check === COVERAGE_CHECK && run.attempt === null) ||
    whole.some(({ run }) => run.tree === 'own') ||
    (whole.length > 0 && (!hasChanged || changedToo))
  );
}

type Lines = ReadonlyMap<number, boolean>;

/** The combined coverage of a file; null if no run has it. */
function linesOf(path: string, changed: readonly ChangedLines[], runs: readonly CoverageRun[]): Lines | null {
  const found = runs
    // The base's tests inside a Rust source move its lines.
    .filter(({ run }) => run.tree === 'own' || !holdsTests(path))
    .flatMap(({ files, reading }) =>
      reportsOn(path, changed, files, reading.state === 'read' ? reading.reading.capture.workdir : ''),
    );
  if (found.length === 0) return null;
  const lines = new Map<number, boolean>();
  for (const file of found) for (const [line, ran] of file.lines) lines.set(line, ran || lines.get(line) === true);
  return lines;
}

/** Reports have paths relative to the command's folder or a source folder, or module names: then the end of the path decides. */
function reportsOn(path: string, changed: readonly ChangedLines[], files: readonly FileCoverage[], root: string): FileCoverage[] {
  const named = files.map((file) => ({ file, ...placeOf(file.path, root) }));
  const exact = named.filter((each) => each.path === path);
  if (exact.length > 0) return exact.map(({ file }) => file);
  const elsewhere = named.filter((each) => !each.isInTree);
  // Go prefixes the module name; a relative path of another tool is a path within the tree.
  const longer = elsewhere.filter((each) => /^\/|^[A-Z]:|\.go$/.test(each.path) && each.path.endsWith(`/${path}`));
  const shortest = Math.min(...longer.map((each) => each.path.length));
  if (longer.length > 0) return longer.filter((each) => each.path.length === shortest).map(({ file }) => file);
  const isClear = (end: string) => changed.filter((other) => other.path.endsWith(`/${end}`)).length === 1;
  return elsewhere.filter((each) => path.endsWith(`/${each.path}`) && isClear(each.path)).map(({ file }) => file);
}

/** `isInTree`: the report has the path within the tree. */
function placeOf(reported: string, root: string): { path: string; isInTree: boolean } {
  const path = reported.replaceAll('\\', '/').replace(/^\.\//, '');
  const isInTree = root !== '' && path.startsWith(`${root}/`);
  return { path: isInTree ? path.slice(root.length + 1) : path, isInTree };
}

type Counted = Omit<ChangeCoverage['files'][number], 'path'>;

/** Null if nothing is known about the file. */
function countLines({ lines }: ChangedLines, known: Lines | null): Counted | null {
  if (known === null) return null;
  const executable = lines.filter((line) => known.has(line));
  const missed = executable.filter((line) => known.get(line) === false);
  const counts = { changed_lines: executable.length, executed_lines: executable.length - missed.length };
  return missed.length === 0 ? counts : { ...counts, missed_lines: missed };
}
