// The first steps of `score` and `race`: find the repository and the base, open a run, and write
// run.json.
import { join } from 'node:path';
import { type CaptureStage, type Machine, openMachine } from '../capture/index.ts';
import {
  type Fingerprint,
  hydraError,
  type PlannedCapture,
  type Policy,
  type Run,
  type RunSandbox,
  type SubjectTrees,
} from '../contract/index.ts';
import {
  createObjectStore,
  findRepository,
  type ObjectStore,
  type Repository,
  type ResolvedCommit,
  resolveCommit,
} from '../git/index.ts';
import { planAcceptance, planBaseline, planCandidate, type TestSelector, type TestSource } from '../plan/index.ts';
import { inWorkArea } from '../runs/index.ts';
import { BASELINE, createRun, openStore, type RunFolder, runFile, type Store, writeStored } from '../store/index.ts';
import { removeStaleWorkAreas } from '../workspace/index.ts';
import { commitAcceptance } from './acceptance-files.ts';
import { storeBaseTests } from './base-tests.ts';
import { type Candidate, nameSources } from './candidates.ts';
import { describeRun, findGitVersion, type Snapshots } from './describe-run.ts';
import { drawSeed } from './draw-seed.ts';
import { openPinning } from './pinning.ts';
import { placeCandidates } from './place-candidates.ts';
import { policyFor, type SettingsRequest } from './run-settings.ts';
import { storeExamples } from './task-examples.ts';
import { ACCEPTANCE_SOURCE, acceptanceSource, storeSource } from './test-sources.ts';
import { chooseCanaries } from './trees/choose-canaries.ts';
import { openSelector } from './trees/open-selector.ts';
import { writeDiffs } from './write-diffs.ts';

/** Machines of one kind that run the checks instead of this one. */
export interface Pool {
  fingerprint: Fingerprint;
  /** Of the machines of the pool. */
  sandbox: RunSandbox;
  /** `note` adds a sentence about a wait to the events of the run. */
  open(place: RunPlace, policy: Policy, note: (text: string) => void): Promise<Elsewhere>;
}

/** How captures of other machines are found and asked for. */
export type Elsewhere = Pick<CaptureStage, 'shared' | 'remote' | 'copied'>;

/** With a pool, what results are compared by is its machines. The sandbox of this machine still confines agents. */
export async function machineFor(policy: Policy, root: string, pool?: Pool): Promise<Machine> {
  const machine = await openMachine(policy, root);
  if (pool === undefined) return machine;
  const stored = policy.sandbox.mode === 'off' ? machine.sandbox.stored : pool.sandbox;
  return { sandbox: { ...machine.sandbox, stored }, fingerprint: pool.fingerprint };
}

/** The location of a run: the user's repository, its store, and the run's own folders. */
export interface RunPlace extends Machine {
  repository: Repository;
  store: Store;
  objects: ObjectStore;
  area: string;
  folder: RunFolder;
}

export interface RunRequest extends SettingsRequest {
  /** The user's current folder. */
  cwd: string;
  candidates: readonly string[];
  base: string;
  signal: AbortSignal;
  pool?: Pool;
}

export interface OpenedRun {
  place: RunPlace;
  base: ResolvedCommit;
  policy: Policy;
  candidates: readonly Candidate[];
}

/** Creates a run and passes it to the callback; removes its work area afterwards. */
export async function inNewRun<Result>(request: RunRequest, work: (opened: OpenedRun) => Promise<Result>): Promise<Result> {
  const repository = await findRepository(request.cwd);
  const store = openStore(repository.root, repository.commonDir);
  await removeStaleWorkAreas();
  const asked = await resolveCommit(repository, request.base);
  if (asked === null) throw unknownBase(request.base);
  const sources = request.candidates.length === 0 ? [] : await nameSources(repository, request.candidates, request.cwd);
  const folder = createRun(store, new Date());
  return inWorkArea(folder, request.signal, async (area) => {
    const objects = await createObjectStore(repository, join(area, 'objects'));
    const { base, candidates } = await placeCandidates({ repository, objects, asked, ref: request.base }, sources);
    const policy = await policyFor(request, repository, objects, base);
    const machine = await machineFor(policy, repository.root, request.pool);
    return work({ place: { repository, store, objects, area, folder, ...machine }, base, policy, candidates });
  });
}

function unknownBase(ref: string) {
  return ref === 'HEAD' ? hydraError('no_commits', {}) : hydraError('unknown_ref', { ref }, { value: ref });
}

/** A run with everything needed to plan its captures. */
export interface PreparedRun {
  place: RunPlace;
  run: Run;
  selector: TestSelector;
  acceptance: TestSource | null;
}

/** Stores the diffs, the base's tests and run.json. */
export async function prepareRun(place: RunPlace, snapshots: Snapshots): Promise<PreparedRun> {
  const { objects, folder, store, sandbox, fingerprint } = place;
  const { base, candidates, policy } = snapshots;
  const [diffs, gitVersion] = await Promise.all([writeDiffs(folder, objects, base, candidates), findGitVersion()]);
  const pin = openPinning(objects, base);
  const pinned = await Promise.all(candidates.map(({ commit }, index) => pin(commit, diffs[index])));
  const trees = candidates.map(({ commit }) => commit.tree);
  const seed = drawSeed(store, base.tree, trees);
  const [canaries] = await Promise.all([
    chooseCanaries(objects, base.tree, policy, seed),
    storeBaseTests(folder, objects, base.tree),
  ]);
  const isConfined = sandbox.stored.kind !== 'none';
  const { examples, source } = await storeExamples({ objects, folder, isConfined }, snapshots, candidates);
  const test_sources = [...(snapshots.test_sources ?? []), ...(source === null ? [] : [source])];
  const surroundings = { pinned, seed, canaries, examples, git: gitVersion, sandbox: sandbox.stored, fingerprint };
  const run = describeRun(folder, { ...snapshots, test_sources }, surroundings);
  writeStored('run', runFile(folder, 'run.json'), run);
  return { place, run, selector: await openSelector(objects, policy, base), acceptance: acceptanceSource(folder, run) };
}

export interface SubjectPlan {
  trees: SubjectTrees;
  captures: PlannedCapture[];
}

/** The inputs for planning the captures of one subject. */
export type SubjectPlanning = Pick<PreparedRun, 'run' | 'selector' | 'acceptance'>;

export async function planBase({ run: { base, policy }, selector, acceptance }: SubjectPlanning): Promise<SubjectPlan> {
  const trees: SubjectTrees = { subject: BASELINE, own: { commit: base.commit, tree: base.tree }, pinned: null };
  return { trees, captures: [...planBaseline(policy), ...(await planAcceptance(selector, policy, acceptance, trees))] };
}

export async function planFor(planning: SubjectPlanning, entry: Run['candidates'][number]): Promise<SubjectPlan> {
  const { run, selector, acceptance } = planning;
  const plan = await selector.trees(entry);
  const more = await planAcceptance(selector, run.policy, acceptance, plan.trees);
  return { trees: plan.trees, captures: [...planCandidate(run.policy, plan), ...more] };
}

/** Called before any check runs, so that a missing file fails early. */
export async function findAcceptance(
  { place, base, policy }: Pick<OpenedRun, 'place' | 'base' | 'policy'>,
  cwd: string,
): Promise<NonNullable<Run['test_sources']>> {
  const commit = await commitAcceptance(place, base, policy.task.acceptance, cwd);
  return commit === null ? [] : [await storeSource(place.folder, place.objects, base, ACCEPTANCE_SOURCE, commit)];
}
