// Parses stored captures and diffs. Reads only files of the run folder.
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  type AgentFacts,
  ANSWERS_CHECK,
  atOnce,
  buildTargets,
  type Capture,
  type CheckRun,
  COVERAGE_CHECK,
  checkId,
  formatCheckRun,
  isAnswerDecision,
  isOfPolicy,
  isTestDecision,
  mapInSteps,
  metricCheck,
  metricNames,
  type Policy,
  parseCheckRun,
  parseMetricRead,
  placeOfReport,
  type Run,
  readsTests,
  type Steps,
  type Summary,
  type TestResult,
  type TestStatus,
  type TestSummary,
} from '../contract/index.ts';
import {
  type AnswerRun,
  type CandidateCaptures,
  type CaptureFacts,
  type CheckReading,
  type CoverageRun,
  changedCodeLines,
  countedReports,
  type MaybeReading,
  type MetricRun,
  type RunReading,
  type SubjectReading,
  type TestRun,
} from '../judge/index.ts';
import { findAbsentTool, findUnreachable, type ParseKind, readCoverage, readMetric } from '../parse/index.ts';
import {
  AGENT_FOLDER,
  BASELINE,
  captureFolder,
  listDecisions,
  type RunFolder,
  readStored,
  readStoredIfPresent,
  type Subject,
  subjectFolder,
} from '../store/index.ts';
import { findLoadError } from '../tools/index.ts';
import { readBaseTests } from './base-tests.ts';
import { parseFiles, summarizeTests } from './parse-capture.ts';
import { setupFailures, whyNotCaptured } from './set-up-failures.ts';
import { readSources } from './test-sources.ts';

const TAIL_BYTES = 8 * 1024;

/** Reads a growing run repeatedly: parses each capture once, with a pause after each. */
export type RunReader = (run: Run) => Steps<RunReading>;

export function openReader(folder: RunFolder): RunReader {
  const parsed = nothingParsed();
  const baseTests = readBaseTests(folder);
  return function* (run) {
    yield* parseTests(folder, BASELINE, parsed);
    for (const { name } of run.candidates) yield* parseTests(folder, { kind: 'candidate', name }, parsed);
    return {
      run,
      baseline: readSubject(folder, run.policy, BASELINE, parsed),
      candidates: yield* mapInSteps(run.candidates, (entry) => readCandidate(folder, run, entry, parsed)),
      sources: readSources(folder, run),
      baseTests,
      ...readDecisions(folder),
    };
  };
}

function readDecisions(folder: RunFolder): Pick<RunReading, 'decisions' | 'answered'> {
  const made = listDecisions(folder);
  return { decisions: made.filter(isTestDecision), answered: made.filter(isAnswerDecision) };
}

/** A stored run. */
export function readRun(folder: RunFolder, run: Run): RunReading {
  return atOnce(openReader(folder)(run));
}

function* parseTests(folder: RunFolder, subject: Subject, parsed: Parsed): Steps<void> {
  const { names, folderOf, read } = openCaptures(folder, subject, parsed);
  for (const name of names) {
    if (parsed.captures.has(folderOf(name)) || !readsTests(parseCheckRun(name))) continue;
    read(name, readTestResults);
    yield;
  }
}

/** By the folder of the capture. */
interface Parsed {
  captures: Map<string, MaybeReading<Summary | null>>;
  /** By the file of the report. */
  coverage: Map<string, CoverageRun['files']>;
  metrics: Map<string, MetricRun>;
  described: Map<string, CaptureFacts[]>;
  changes: Map<string, Changes>;
}

function nothingParsed(): Parsed {
  return { captures: new Map(), coverage: new Map(), metrics: new Map(), described: new Map(), changes: new Map() };
}

/** The value for a key, read once. */
function once<Value>(known: Map<string, Value>, key: string, read: () => Value): Value {
  const value = known.get(key) ?? read();
  known.set(key, value);
  return value;
}

function readCandidate(folder: RunFolder, run: Run, entry: Run['candidates'][number], parsed: Parsed): CandidateCaptures {
  const subject: Subject = { kind: 'candidate', name: entry.name };
  const home = subjectFolder(folder, subject);
  const changes = once(parsed.changes, entry.name, () => ({
    diff: readStored('diff', join(home, 'diff.json')),
    patch: readFileSync(join(home, 'diff.patch'), 'utf8'),
  }));
  return {
    ...readSubject(folder, run.policy, subject, parsed),
    entry,
    ...changes,
    agent: readAgent(home),
    coverage: readCoverageRuns(openCaptures(folder, subject, parsed), changes, placesOnBase(folder, parsed), parsed),
  };
}

/** The captures of the base alone, before there is a run. */
export function readBaseline(folder: RunFolder, policy: Policy): SubjectReading {
  return readSubject(folder, policy, BASELINE, nothingParsed());
}

/** The results of the tests that decide: with the base's tests, if the candidate changed tests. Empty if none ran. */
export function readDecidingTests(folder: RunFolder, subject: Subject): TestResult[] {
  for (const tree of ['pinned', 'own'] as const) {
    const home = captureFolder(folder, subject, formatCheckRun({ check: 'test', tree, attempt: null }));
    const capture = readStoredIfPresent('capture', join(home, 'capture.json'));
    if (capture !== null) return summarizeTests(home, capture).summary.tests;
  }
  return [];
}

/** The tests of one capture folder, by id; null if it is no readable capture. */
export function readTests(home: string): ReadonlyMap<string, TestStatus> | null {
  const capture = readStoredIfPresent('capture', join(home, 'capture.json'));
  if (capture === null) return null;
  const { tests } = summarizeTests(home, capture).summary;
  return new Map(tests.map(({ id, status }) => [id, status]));
}

interface Captures {
  names: readonly string[];
  notCaptured: SubjectReading['notCaptured'];
  folderOf(name: string): string;
  read<Read extends Summary | null>(name: string, summarize: Summarize<Read>): MaybeReading<Read>;
}

function openCaptures(folder: RunFolder, subject: Subject, { captures }: Parsed): Captures {
  const names = listCaptures(subjectFolder(folder, subject));
  const notCaptured = whyNotCaptured(folder, subject);
  const folderOf = (name: string) => captureFolder(folder, subject, name);
  return {
    names,
    notCaptured,
    folderOf,
    read: <Read extends Summary | null>(name: string, summarize: Summarize<Read>): MaybeReading<Read> => {
      if (!names.includes(name)) return notCaptured;
      return once(captures, folderOf(name), () => readCapture(folderOf(name), summarize)) as MaybeReading<Read>;
    },
  };
}

/** The paths in its tree to which the base's test command writes coverage reports. */
function placesOnBase(folder: RunFolder, parsed: Parsed): ReadonlySet<string> {
  const reading = openCaptures(folder, BASELINE, parsed).read('test', readTestResults);
  const reports = reading.state === 'read' ? reading.reading.capture.coverage_reports : [];
  return new Set((reports ?? []).flatMap(({ path }) => placeOfReport(path) ?? []));
}

/** Runs with coverage reports that count, and coverage runs. */
function readCoverageRuns(
  { names, folderOf, read }: Captures,
  changes: Changes,
  placesOnBase: ReadonlySet<string>,
  { coverage }: Parsed,
): CoverageRun[] {
  return names.flatMap((name): CoverageRun[] => {
    const run = parseCheckRun(name);
    if (run.check !== 'test' && run.check !== COVERAGE_CHECK) return [];
    const reading = read(name, readTestResults);
    const stored = reading.state === 'read' ? reading.reading.capture.coverage_reports : [];
    const reports = countedReports(stored ?? [], { placesOnBase, diff: changes.diff });
    if (reports.length === 0 && run.check !== COVERAGE_CHECK) return [];
    const files = reports.flatMap(({ path }) => readCoverageReport(join(folderOf(name), path), changes, coverage));
    return [{ run, files, reading }];
  });
}

type Changes = Pick<CandidateCaptures, 'diff' | 'patch'>;

/** Only for files that the candidate changes; ignores unreadable reports. */
function readCoverageReport(file: string, { diff, patch }: Changes, parsed: Parsed['coverage']): CoverageRun['files'] {
  return once(parsed, file, () => {
    const wanted = new Set(changedCodeLines(diff, patch).map(({ path }) => basename(path)));
    const isWanted = (path: string) => wanted.has(path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1));
    return readCoverage(readFileSync(file, 'utf8'), isWanted) ?? [];
  });
}

function readSubject(folder: RunFolder, policy: Policy, subject: Subject, parsed: Parsed): SubjectReading {
  const { names, notCaptured, folderOf, read } = openCaptures(folder, subject, parsed);
  const console = <Kind extends ParseKind>(kind: Kind): Summarize<Extract<Summary, { kind: Kind }>> => {
    return (home, capture) => ({ summary: parseFiles(kind, capture, [capture.stdout.path, capture.stderr.path], home) });
  };
  return {
    build: read('build', readBuildResult),
    onlineBuild: names.includes(ONLINE_BUILD) ? read(ONLINE_BUILD, () => ({ summary: null })) : null,
    buildTargets: buildTargets(policy).map(({ name, check }) => ({ name, build: read(check, readBuildResult) })),
    testRuns: names.flatMap((name): TestRun[] => {
      const checkRun = parseCheckRun(name);
      if (!readsTests(checkRun)) return [];
      const reading = read(name, readTestResults);
      // A failed first run may quote the compiler.
      const isFailed = checkRun.attempt === null && reading.state === 'read' && reading.reading.capture.exit_code !== 0;
      const output = checkRun.check === 'test' && isFailed ? readOutput(folderOf(name)) : '';
      return [{ run: checkRun, reading, output }];
    }),
    answers: names.flatMap((name) => readAnswerRun(folderOf(name), parseCheckRun(name))),
    lint: read('lint', console('lint')),
    security: read('security', console('security')),
    metrics: readMetrics(policy, names, folderOf, parsed),
    notCaptured,
    ...setupFailures(folder, subject),
    captures: names.flatMap((name) => once(parsed.described, folderOf(name), () => describeCapture(folderOf(name), name))),
  };
}

function readMetrics(
  policy: Policy,
  names: readonly string[],
  folderOf: (name: string) => string,
  { metrics }: Parsed,
): SubjectReading['metrics'] {
  return metricNames(policy).map((name) => {
    const captured = names
      .map((capture) => ({ capture, run: parseCheckRun(capture) }))
      .filter(({ run }) => checkId(run) === metricCheck(name))
      .sort((a, b) => (a.run.attempt?.round ?? 0) - (b.run.attempt?.round ?? 0));
    const runs = captured.map(({ capture }) => {
      const home = folderOf(capture);
      return once(metrics, home, () => readMetricRun(home, policy.scoring.metrics[name]?.read ?? ''));
    });
    return { name, runs };
  });
}

function readMetricRun(home: string, read: string): MetricRun {
  const capture = readStored('capture', join(home, 'capture.json'));
  const stdout = join(home, capture.stdout.path);
  const reading = readMetric(parseMetricRead(read), capture.stdout.bytes, () => readFileSync(stdout, 'utf8'));
  return { capture, absentTool: findAbsentTool(capture.exit_code, tailOf(home, capture)), reading };
}

function readAnswerRun(home: string, run: CheckRun): AnswerRun[] {
  if (run.check !== ANSWERS_CHECK) return [];
  const capture = readStored('capture', join(home, 'capture.json'));
  return [{ run, capture, text: capture.answers === undefined ? '' : readFileSync(join(home, capture.answers.path), 'utf8') }];
}

const ONLINE_BUILD = formatCheckRun({ check: 'build', target: null, tree: 'own', attempt: { kind: 'online', round: 1 } });

const OUTPUT_BYTES = 256 * 1024;

/** Without the path of the checkout: it differs between candidates and machines that give the same answer. */
function readOutput(home: string): string {
  const { stdout, stderr, workdir } = readStored('capture', join(home, 'capture.json'));
  const text = [stdout.path, stderr.path].map((path) => readTail(join(home, path), OUTPUT_BYTES).toString('utf8')).join('\n');
  return text.replaceAll(`file://${workdir}/`, '').replaceAll(`${workdir}/`, '');
}

function listCaptures(home: string): string[] {
  if (!existsSync(home)) return [];
  return readdirSync(home, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(home, entry.name, 'capture.json')))
    .map(({ name }) => name)
    .sort();
}

/** Captures of tests that are no longer valid. */
export function removeTestCaptures(folder: RunFolder, { candidates }: Run): void {
  const subjects: Subject[] = [BASELINE, ...candidates.map(({ name }): Subject => ({ kind: 'candidate', name }))];
  for (const home of subjects.map((subject) => subjectFolder(folder, subject))) {
    const ofTests = listCaptures(home).filter(
      (name) => readsTests(parseCheckRun(name)) || parseCheckRun(name).check === COVERAGE_CHECK,
    );
    for (const name of ofTests) rmSync(join(home, name), { recursive: true });
  }
}

/** Repetitions add nothing about how a check behaves, and runs with added tests are evaluated elsewhere. */
function describeCapture(home: string, name: string): CaptureFacts[] {
  const checkRun = parseCheckRun(name);
  const isFirst = checkRun.attempt === null || checkRun.attempt.kind === 'changed';
  if (!isFirst || !isOfPolicy(checkRun)) return [];
  const capture = readStored('capture', join(home, 'capture.json'));
  const { ended, stdout, stderr, left_behind, strays, rewritten = [], created = [] } = capture;
  const outputBytes = stdout.bytes + stderr.bytes;
  return [{ check: name, ended, outputBytes, leftBehind: left_behind, strays, rewritten, created }];
}

/** Null when Hydra did not run an agent for this candidate. */
function readAgent(home: string): AgentFacts | null {
  const record = readStoredIfPresent('agent', join(home, AGENT_FOLDER, 'agent.json'));
  if (record === null) return null;
  const { ended, ending, exit_code, duration_ms, cost_source, outcome, usage_is_final } = record;
  const cost_usd = usage_is_final ? record.cost_usd : null;
  const source = cost_usd === null || cost_source === 'unknown' ? {} : { cost_source };
  const facts: AgentFacts = { ended, ending, exit_code, duration_ms, cost_usd, ...source };
  return outcome === 'failed' ? { ...facts, said_it_failed: true } : facts;
}

type Summarize<Read extends Summary | null> = (
  folder: string,
  capture: Capture,
) => Pick<CheckReading<Read>, 'summary' | 'console' | 'loadError'>;

function readTestResults(folder: string, capture: Capture): ReturnType<Summarize<TestSummary>> {
  return { ...summarizeTests(folder, capture), ...readLoadError(folder, capture) };
}

function readBuildResult(folder: string, capture: Capture): ReturnType<Summarize<null>> {
  return { summary: null, ...readLoadError(folder, capture) };
}

function readLoadError(folder: string, { exit_code: exitCode }: Capture): Pick<CheckReading, 'loadError'> {
  const loadError = exitCode === 0 ? null : findLoadError(exitCode, readOutput(folder));
  return loadError === null ? {} : { loadError };
}

function readCapture<Read extends Summary | null>(folder: string, summarize: Summarize<Read>): MaybeReading<Read> {
  const capture = readStored('capture', join(folder, 'capture.json'));
  const tail = tailOf(folder, capture);
  const unreachable = capture.check === 'security' ? findUnreachable(capture.exit_code, tail) : null;
  const absentTool = findAbsentTool(capture.exit_code, tail);
  const service = unreachable === null ? {} : { unreachable };
  const reading: CheckReading<Read> = { capture, absentTool, ...service, ...summarize(folder, capture) };
  return { state: 'read', reading };
}

function tailOf(folder: string, { stdout, stderr }: Capture): string {
  return [stdout.path, stderr.path].map((path) => readTail(join(folder, path), TAIL_BYTES).toString('latin1')).join('\n');
}

function readTail(file: string, bytes: number): Buffer {
  const { size } = statSync(file);
  const buffer = Buffer.alloc(Math.min(size, bytes));
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, buffer, 0, buffer.length, size - buffer.length);
  } finally {
    closeSync(descriptor);
  }
  return buffer;
}
