// `hydra score`: from the candidates on the command line to a stored run.
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { type Capturer, type CaptureStage, type EventLog, knownDurations, openCapturer, openEventLog } from '../capture/index.ts';
import {
  compareFingerprints,
  type Facts,
  type Fingerprint,
  type HydraEvent,
  hydraError,
  inSteps,
  type PlannedCapture,
  type Policy,
  type Run,
  type RunSandbox,
  type Scorecard,
} from '../contract/index.ts';
import { createObjectStore, findRepository, listMissingLfsFiles } from '../git/index.ts';
import { factsInSteps } from '../judge/index.ts';
import { type AbsentAuthor, describePlanned, type ExplainPlan, planFurther, requestChangesResults } from '../plan/index.ts';
import { commitOfCandidate, findInterrupted, inWorkArea } from '../runs/index.ts';
import { scoreFacts } from '../scoring/index.ts';
import {
  listRuns,
  openStore,
  type RunFolder,
  readStored,
  removeTemporaries,
  runFile,
  subjectFolder,
  writeManifest,
  writeStored,
} from '../store/index.ts';
import { removeStaleWorkAreas } from '../workspace/index.ts';
import { storeBaseTests } from './base-tests.ts';
import type { Snapshots } from './describe-run.ts';
import { plantedFailure } from './parse-capture.ts';
import { openPinning } from './pinning.ts';
import {
  type Elsewhere,
  findAcceptance,
  inNewRun,
  machineFor,
  type OpenedRun,
  type Pool,
  type PreparedRun,
  planBase,
  planFor,
  prepareRun,
  type RunPlace,
  type RunRequest,
} from './prepare-run.ts';
import { openReader, removeTestCaptures } from './read-run.ts';
import { standingIn } from './standing.ts';
import { storeResult } from './store-result.ts';
import { acceptanceSource, reopenSources } from './test-sources.ts';
import { openSelector } from './trees/open-selector.ts';

export interface ScoreOptions {
  /** The user's current folder. */
  cwd: string;
  jobs: number | null;
  useCache: boolean;
  signal: AbortSignal;
  watch(event: HydraEvent): void;
  /** Called when the result is stored, before the checkouts are removed, which can take a minute. */
  onScored?: ((scored: ScoredRun) => void) | undefined;
  /** Gets the reason of each planned execution. */
  explainPlan?: ExplainPlan | undefined;
  /** Machines that run the checks; omitted to run everything here. */
  pool?: Pool;
  /** Captures of other machines, for a run that is collected. */
  elsewhere?: Elsewhere;
}

export interface ScoreRequest extends ScoreOptions, RunRequest {
  task: string | null;
}

export interface ScoredRun {
  folder: RunFolder;
  run: Run;
  scorecard: Scorecard;
}

export async function scoreCandidates(request: ScoreRequest): Promise<ScoredRun> {
  if (request.candidates.length === 0) throw hydraError('no_candidates', {});
  return inNewRun(request, async (opened) => scoreSnapshots(opened.place, await takeSnapshots(opened, request), request));
}

/** The candidates of the command line as commits. */
export async function takeSnapshots(opened: OpenedRun, { cwd, base: ref, task }: ScoreRequest): Promise<Snapshots> {
  const { base, policy, candidates } = opened;
  const test_sources = await findAcceptance(opened, cwd);
  return { base: { ref, ...base }, task, merge_of: null, policy, test_sources, candidates };
}

export async function scoreSnapshots(place: RunPlace, snapshots: Snapshots, options: ScoreOptions): Promise<ScoredRun> {
  return captureAndScore(await prepareRun(place, { ...snapshots, useCache: options.useCache }), options);
}

async function captureAndScore(prepared: PreparedRun, options: ScoreOptions): Promise<ScoredRun> {
  const { place, run } = prepared;
  const events = openEventLog(runFile(place.folder, 'events.jsonl'), options.watch);
  const capturer = await openCapturerFor(place, run.policy, options, events);
  try {
    return await scorePrepared(prepared, { capturer, events, ...options });
  } finally {
    await capturer.close();
  }
}

/** A whole run: capture, then parse, compare and score until no further capture can change the result, then store. */
export async function scorePrepared(
  prepared: PreparedRun,
  { capturer, events, onScored, explainPlan }: CaptureContext & Pick<ScoreOptions, 'onScored'>,
): Promise<ScoredRun> {
  const { place, run } = prepared;
  events.add({ type: 'run_started', run_id: run.run_id, candidates: run.candidates.map(({ name }) => name) });
  noteMissingSandbox(events, place.sandbox.stored);
  const settled = await captureUntilSettled(prepared, { capturer, events, explainPlan });
  storeResult(place.folder, settled.facts, settled.scorecard);
  noteMissingLfsFiles(events, listMissingLfsFiles(place.objects));
  events.add({ type: 'run_finished', winner: settled.scorecard.winner ?? null });
  const scored = finishRun(place.folder, settled.run, settled.scorecard);
  onScored?.(scored);
  return scored;
}

interface Settled extends Pick<ScoredRun, 'run' | 'scorecard'> {
  facts: Facts;
}

interface CaptureContext extends Pick<ScoreOptions, 'explainPlan'> {
  capturer: Capturer;
  events: EventLog;
  /** Candidates that another machine measures. */
  absent?: readonly AbsentAuthor[];
}

/** Captures everything that can change the result. */
export async function captureUntilSettled(prepared: PreparedRun, context: CaptureContext): Promise<Settled> {
  const { run } = prepared;
  const { capturer, explainPlan } = context;
  if (run.reports_withdrawn) capturer.withdrawReports();
  const ofCandidates = run.candidates.map((entry) => planFor(prepared, entry));
  const plans = await Promise.all([planBase(prepared), ...ofCandidates]);
  const first = plans.flatMap(({ captures }) => captures);
  capturer.add(plans.map(({ trees }) => trees));
  for (const capture of first) explainPlan?.(describePlanned('first captures', capture));
  await capturer.capture(first);
  return (await settle(prepared, context)) ?? (await settleWithoutReports(prepared, context, first));
}

/** Runs further captures until none can change the result. Null if requesting reports turns out to change results. */
async function settle(
  { place, run, selector }: PreparedRun,
  { capturer, explainPlan, absent = [] }: CaptureContext,
): Promise<Settled | null> {
  const read = openReader(place.folder);
  const pause = () => capturer.pause();
  for (;;) {
    const reading = await inSteps(read(run), pause);
    if (requestChangesResults(reading, selector.asksForReport)) return null;
    const facts = await inSteps(factsInSteps(reading), pause);
    await pause();
    const scorecard = scoreFacts(facts, run.policy);
    await pause();
    const standing = standingIn(scorecard, withoutAnswers(facts, scorecard, run.policy));
    const further = await planFurther(reading, run.policy, selector, standing, absent, pause, explainPlan);
    if (further.length === 0) {
      capturer.verify();
      return { run, facts, scorecard };
    }
    await capturer.capture(further);
  }
}

function withoutAnswers({ answers, ...facts }: Facts, scorecard: Scorecard, policy: Policy): Scorecard {
  return answers === undefined ? scorecard : scoreFacts(facts, policy);
}

const WITHDRAWN =
  'Tests of the base fail only because Hydra asks the test runner for a report. All tests run again without that request; results come from the console output.';

/** Only the tests run again, without the request. */
async function settleWithoutReports(
  prepared: PreparedRun,
  context: CaptureContext,
  first: readonly PlannedCapture[],
): Promise<Settled> {
  const { folder } = prepared.place;
  const { capturer, events } = context;
  const run: Run = { ...prepared.run, reports_withdrawn: true };
  events.add({ type: 'note', text: WITHDRAWN });
  removeTestCaptures(folder, run);
  writeStored('run', runFile(folder, 'run.json'), run);
  capturer.withdrawReports();
  await capturer.capture(first.filter(({ kind }) => kind === 'test'));
  const settled = await settle({ ...prepared, run }, context);
  if (settled === null) throw new Error('reports were withdrawn already');
  return settled;
}

function finishRun(folder: RunFolder, run: Run, scorecard: Scorecard): ScoredRun {
  const finished: Run = { ...run, finished_at: new Date().toISOString() };
  writeStored('run', runFile(folder, 'run.json'), finished);
  writeManifest(folder);
  return { folder, run: finished, scorecard };
}

/** Resumes the most recently interrupted run without repeating its captures. */
export async function resumeRun(options: ScoreOptions): Promise<ScoredRun> {
  const repository = await findRepository(options.cwd);
  const store = openStore(repository.root, repository.commonDir);
  await removeStaleWorkAreas();
  const folder = findInterrupted(listRuns(store));
  if (folder === null) throw hydraError('nothing_to_resume', {});
  const run = readStored('run', runFile(folder, 'run.json'));
  return inWorkArea(folder, options.signal, async (area) => {
    const objects = await createObjectStore(repository, join(area, 'objects'));
    const base = { commit: run.base.commit, tree: run.base.tree };
    removeTemporaries(folder.path);
    // run.json of a race is written before the diffs.
    await storeBaseTests(folder, objects, base.tree);
    const pin = openPinning(objects, base);
    for (const candidate of run.candidates) {
      const home = subjectFolder(folder, { kind: 'candidate', name: candidate.name });
      const commit = await commitOfCandidate({ repository, objects, folder }, candidate, base);
      candidate.commit = commit.commit;
      const { pinned, restored } = await pin(commit, readStored('diff', join(home, 'diff.json')));
      candidate.pinned = pinned;
      if (restored !== undefined) candidate.restored = restored;
    }
    if (run.test_sources !== undefined) run.test_sources = await reopenSources(folder, objects, run);
    const machine = await machineFor(run.policy, repository.root, options.pool);
    refuseOtherMachine(run, machine.fingerprint);
    run.sandbox = machine.sandbox.stored;
    const place = { repository, store, objects, area, folder, ...machine };
    const selector = await openSelector(objects, run.policy, base);
    const useCache = options.useCache && !run.ignores_cache;
    return captureAndScore({ place, run, selector, acceptance: acceptanceSource(folder, run) }, { ...options, useCache });
  });
}

export async function openCapturerFor(
  place: RunPlace,
  policy: Policy,
  { jobs, useCache, signal, pool, elsewhere }: ScoreOptions,
  events: EventLog,
  environment: CaptureStage['environment'] = 'clean',
): Promise<Capturer> {
  const { repository, store, objects, area, folder, sandbox, fingerprint } = place;
  const note = (text: string) => events.add({ type: 'note', text });
  const others = elsewhere ?? (await pool?.open(place, policy, note));
  const earlier = listRuns(store).find(({ id }) => id !== folder.id) ?? null;
  return openCapturer({
    ...{ repository, store, objects, run: folder, policy, area, events, signal, environment, fingerprint },
    // The cache of this machine has results of this machine.
    useCache: useCache && pool === undefined,
    ...{ shared: null, remote: null, copied: null, plantedFailure, ...others },
    // By hand means without Hydra's restrictions.
    sandbox: environment === 'inherited' ? null : sandbox.sandbox,
    jobs: jobs ?? defaultJobs(),
    knownDurations: knownDurations(earlier, policy),
  });
}

/** Captures of two kinds of machines are not comparable. Another terminal of this one often has other variables. */
function refuseOtherMachine({ run_id: run, fingerprint }: Run, own: Fingerprint): void {
  const differences = compareFingerprints({ ...fingerprint, environment: own.environment }, own);
  if (differences.length > 0) throw hydraError('other_machine', { run, differences: differences.join('; ') });
}

/** In the first lines of the output: without a sandbox, candidates can reach everything that the user can. */
function noteMissingSandbox(events: EventLog, { kind, reason }: RunSandbox): void {
  if (kind !== 'none') return;
  events.add({ type: 'note', text: `No sandbox: checks run with all your rights (${reason}). See docs/sandbox.md.` });
}

/** Checks that read a pointer file instead of its content measure something else than the user expects. */
function noteMissingLfsFiles(events: EventLog, files: readonly string[]): void {
  if (files.length === 0) return;
  const [few, more] = [files.slice(0, 3).join(', '), files.length > 3 ? ', ...' : ''];
  const where = `${files.length} (${few}${more})`;
  const text = `The content of Git LFS files is missing, so the checks used pointer files: ${where}. Run \`git lfs fetch --all\`.`;
  events.add({ type: 'note', text });
}

const GIGABYTE = 1024 ** 3;
/** The memory of a typical test run. */
const MEMORY_PER_JOB = 2 * GIGABYTE;

/** One slot per core, if there is memory for each. */
function defaultJobs(): number {
  return Math.max(1, Math.min(availableParallelism(), Math.floor(totalmem() / MEMORY_PER_JOB)));
}
