// Room pipeline: `hydra score` from the candidates' names to a run that can be replayed.
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { chooseCanaries, placeCanaries } from '../capture/canary.ts';
import { captureRun, knownDurations } from '../capture/capture.ts';
import { type EventLog, openEventLog } from '../capture/event-log.ts';
import { PINNED_PREFIX } from '../capture/names.ts';
import type { CapturedTree, CaptureStage } from '../capture/stage.ts';
import { PIN_RULES } from '../compare/index.ts';
import { type HydraError, type HydraEvent, hydraError, type Policy, type Run, type Scorecard } from '../contract/index.ts';
import {
  createObjectStore,
  findRepository,
  listMissingLfsFiles,
  listTags,
  type ObjectStore,
  pinTree,
  type Repository,
  type ResolvedCommit,
  refuseMissingObjects,
  resolveCommit,
} from '../git/index.ts';
import {
  BASELINE,
  createRun,
  listRuns,
  openStore,
  type RunFolder,
  readStored,
  removeTemporaries,
  runFile,
  type Store,
  type Subject,
  subjectFolder,
  writeManifest,
  writeStored,
} from '../store/index.ts';
import { removeStaleWorkAreas } from '../workspace/index.ts';
import { scoreRun } from './4-score.ts';
import { storeBaseTests } from './base-tests.ts';
import { commitOfCandidate } from './candidate-commit.ts';
import { commonStart, nameSources, snapshotSource } from './candidates.ts';
import { describeRun, findGitVersion, type Snapshots } from './describe-run.ts';
import { captureReruns } from './reruns.ts';
import { findInterrupted, inWorkArea } from './run-lifecycle.ts';
import { policyFor, type SettingsRequest } from './run-settings.ts';
import { writeDiffs } from './write-diffs.ts';

export interface ScoreOptions {
  /** Where the user stands. */
  cwd: string;
  jobs: number | null;
  useCache: boolean;
  signal: AbortSignal;
  watch(event: HydraEvent): void;
}

export interface ScoreRequest extends ScoreOptions, SettingsRequest {
  candidates: readonly string[];
  base: string;
  task: string | null;
}

export interface ScoredRun {
  folder: RunFolder;
  run: Run;
  scorecard: Scorecard;
}

const GIGABYTE = 1024 ** 3;
/** What a test run of a middling project takes. */
const MEMORY_PER_JOB = 2 * GIGABYTE;

export async function scoreCandidates(request: ScoreRequest): Promise<ScoredRun> {
  const repository = await findRepository(request.cwd);
  const store = openStore(repository.root, repository.commonDir);
  await removeStaleWorkAreas();
  const asked = await resolveCommit(repository, request.base);
  if (asked === null) throw unknownBase(request.base);
  const sources = await nameSources(repository, request.candidates, request.cwd);
  const base = await commonStart(repository, asked, sources);
  await refuseMissingObjects(repository, [base, ...sources.flatMap(({ commit }) => commit ?? [])]);
  const folder = createRun(store, new Date());
  return inWorkArea(folder, request.signal, async (area) => {
    const objects = await createObjectStore(repository, join(area, 'objects'));
    const policy = await policyFor(request, repository, objects, base);
    const candidates = await Promise.all(sources.map((source) => snapshotSource(objects, base, source)));
    const place = { repository, store, objects, area, folder };
    const { task } = request;
    return scoreSnapshots(place, { base: { ref: request.base, ...base }, task, merge_of: null, policy, candidates }, request);
  });
}

export function unknownBase(ref: string): HydraError {
  return ref === 'HEAD' ? hydraError('no_commits', {}) : hydraError('unknown_ref', { ref }, { value: ref });
}

/** Where a run happens: the user's repository, its store, and the folders that are the run's own. */
export interface RunPlace {
  repository: Repository;
  store: Store;
  objects: ObjectStore;
  area: string;
  folder: RunFolder;
}

export async function scoreSnapshots(place: RunPlace, snapshots: Snapshots, options: ScoreOptions): Promise<ScoredRun> {
  const { objects, folder } = place;
  const { base, candidates } = snapshots;
  const [diffs, gitVersion] = await Promise.all([writeDiffs(folder, objects, base, candidates), findGitVersion()]);
  const pinned = await Promise.all(
    candidates.map(async ({ commit }, index) => {
      const diff = diffs[index];
      return diff === undefined ? null : pinTree(objects, base, commit, diff, PIN_RULES);
    }),
  );
  const [canaries] = await Promise.all([
    chooseCanaries(objects, base.tree, snapshots.policy),
    storeBaseTests(folder, objects, base.tree),
  ]);
  const run = describeRun(folder, snapshots, pinned, canaries, gitVersion);
  writeStored('run', runFile(folder, 'run.json'), run);
  return capturedAndScored({ ...place, run, options });
}

/** Goes on with the newest run that was interrupted: what it has captured is not run again. */
export async function resumeRun(options: ScoreOptions): Promise<ScoredRun> {
  const repository = await findRepository(options.cwd);
  const store = openStore(repository.root, repository.commonDir);
  await removeStaleWorkAreas();
  const folder = findInterrupted(listRuns(store));
  if (folder === null) throw hydraError('nothing_to_resume', {});
  const run = readStored('run', runFile(folder, 'run.json'));
  return inWorkArea(folder, options.signal, async (area) => {
    const objects = await createObjectStore(repository, join(area, 'objects'));
    const base: ResolvedCommit = { commit: run.base.commit, tree: run.base.tree };
    removeTemporaries(folder.path);
    // A race is written down before they are.
    await storeBaseTests(folder, objects, base.tree);
    for (const candidate of run.candidates) {
      const home = subjectFolder(folder, { kind: 'candidate', name: candidate.name });
      const { commit, tree } = await commitOfCandidate({ repository, objects, folder }, candidate, base);
      candidate.commit = commit;
      candidate.pinned = await pinTree(objects, base, { commit, tree }, readStored('diff', join(home, 'diff.json')), PIN_RULES);
    }
    return capturedAndScored({ repository, store, objects, area, folder, run, options });
  });
}

interface RunInProgress extends RunPlace {
  run: Run;
  options: ScoreOptions;
}

async function capturedAndScored(progress: RunInProgress): Promise<ScoredRun> {
  const { folder, run, options } = progress;
  const { policy } = run;
  const events = openEventLog(runFile(folder, 'events.jsonl'), options.watch);
  events.add({ type: 'run_started', run_id: run.run_id, candidates: run.candidates.map(({ name }) => name) });
  const stage = await stageOf(progress, policy, options, events);
  const trees = listTrees(folder, run);
  await captureRun({ ...stage, trees, firstIndex: 0 });
  const facts = await captureReruns({ ...stage, trees }, run);
  tellOfPointers(events, listMissingLfsFiles(progress.objects));
  const scorecard = scoreRun(folder, facts, policy);
  events.add({ type: 'run_finished', winner: scorecard.winner });
  const finished: Run = { ...run, finished_at: new Date().toISOString() };
  writeStored('run', runFile(folder, 'run.json'), finished);
  writeManifest(folder);
  return { folder, run: finished, scorecard };
}

/** What every capture of a run has in common. */
export async function stageOf(
  { repository, store, objects, area, folder }: RunPlace,
  policy: Policy,
  options: ScoreOptions,
  events: EventLog,
): Promise<Omit<CaptureStage, 'trees' | 'firstIndex'>> {
  const earlier = listRuns(store).find(({ id }) => id !== folder.id) ?? null;
  return {
    repository,
    store,
    objects,
    run: folder,
    policy,
    area,
    tags: onlyOnce(() => listTags(repository)),
    jobs: options.jobs ?? defaultJobs(),
    useCache: options.useCache,
    knownDurations: knownDurations(earlier, policy),
    events,
    signal: options.signal,
  };
}

/** Checks that read such a file have measured something else than the user has in mind. */
function tellOfPointers(events: EventLog, files: readonly string[]): void {
  if (files.length === 0) return;
  const [few, more] = [files.slice(0, 3).join(', '), files.length > 3 ? ', ...' : ''];
  const where = `${files.length} (${few}${more})`;
  const text = `Files of Git LFS whose content is not here, so that the checks saw pointers: ${where}. \`git lfs fetch --all\` brings it.`;
  events.add({ type: 'note', text });
}

function onlyOnce<Result>(ask: () => Promise<Result>): () => Promise<Result> {
  let answer: Promise<Result> | null = null;
  return () => {
    answer ??= ask();
    return answer;
  };
}

/** The base, every candidate, and every candidate with the base's tests where that is another tree. */
function listTrees(folder: RunFolder, run: Run): CapturedTree[] {
  const { canaries = [] } = run;
  const commit = { commit: run.base.commit, tree: run.base.tree };
  const base = { subject: BASELINE, commit, prefix: '', canaries, testCommand: null };
  const candidates = run.candidates.flatMap(({ name, commit, tree, pinned }) => {
    const subject: Subject = { kind: 'candidate', name };
    const placed = placeCanaries(
      canaries,
      readStored('diff', join(subjectFolder(folder, subject), 'diff.json')),
      pinned !== null,
    );
    const own = { subject, commit: { commit, tree }, prefix: '', canaries: placed.own, testCommand: null };
    return pinned === null ? [own] : [own, { ...own, commit: pinned, prefix: PINNED_PREFIX, canaries: placed.pinned }];
  });
  return [base, ...candidates];
}

/** One place per core, and memory for each. */
function defaultJobs(): number {
  return Math.max(1, Math.min(availableParallelism(), Math.floor(totalmem() / MEMORY_PER_JOB)));
}
