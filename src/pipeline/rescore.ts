// Scores the candidates of a stored run in a new run. No agent runs, and the stored run stays as it is.
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from '../capture/index.ts';
import { hydraError, type Policy, type Run } from '../contract/index.ts';
import {
  commitCandidate,
  createObjectStore,
  findRepository,
  mergeTrees,
  type ObjectStore,
  type Repository,
  type ResolvedCommit,
  resolveCommit,
} from '../git/index.ts';
import { commitOfCandidate, inWorkArea, isFinished, refuseUnfinished } from '../runs/index.ts';
import {
  AGENT_FOLDER,
  createRun,
  openStore,
  type RunFolder,
  readStored,
  runFile,
  type Store,
  subjectFolder,
} from '../store/index.ts';
import { removeStaleWorkAreas } from '../workspace/index.ts';
import type { Candidate } from './candidates.ts';
import { findAcceptance, machineFor, type RunPlace } from './prepare-run.ts';
import { policyFor, type SettingsRequest } from './run-settings.ts';
import { type ScoredRun, type ScoreOptions, scoreSnapshots } from './score.ts';
import { ACCEPTANCE_SOURCE, copySources } from './test-sources.ts';

/** A stored run with the commits of its candidates, in the object store of a new run. */
export interface Restored {
  run: Run;
  base: ResolvedCommit;
  candidates: Candidate[];
}

export interface AgainRequest extends ScoreOptions {
  run: RunFolder;
  /** Null: the settings of the stored run. */
  settings: SettingsRequest | null;
  /** Null: the task of the stored run. */
  task: string | null;
}

/** `hydra score --again`: the same candidates, with other checks or weights. */
export async function scoreAgain(request: AgainRequest): Promise<ScoredRun> {
  return inRescoring(request, async (place, { run, base, candidates }) => {
    const policy =
      request.settings === null ? run.policy : await policyFor(request.settings, place.repository, place.objects, base);
    return scoreRestored(request, place, { run: { ...run, task: request.task ?? run.task }, base, candidates }, policy);
  });
}

export interface CombineRequest extends ScoreOptions {
  run: RunFolder;
  /** The two candidates whose changes are combined. */
  first: string;
  second: string;
}

/** `hydra combine`: the changes of two candidates as one more candidate, scored with the others. */
export async function combineCandidates(request: CombineRequest): Promise<ScoredRun & { name: string }> {
  return inRescoring(request, async (place, restored) => {
    const { run, base, candidates } = restored;
    const [ours, theirs] = [request.first, request.second].map((name) => candidates.find((each) => each.name === name));
    if (ours === undefined || theirs === undefined) throw new Error('the command checks the names');
    const { tree, conflicts } = await mergeTrees(place.objects, {
      base: base.tree,
      ours: ours.commit.tree,
      theirs: theirs.commit.tree,
    });
    const [first, second] = [ours.name, theirs.name];
    if (conflicts.length > 0) throw hydraError('combine_conflict', { first, second, files: conflicts.slice(0, 5).join(', ') });
    if ([base.tree, ours.commit.tree, theirs.commit.tree].includes(tree)) throw hydraError('combine_nothing', { first, second });
    const commit = await commitCandidate(place.objects, tree, base);
    const name = unusedName(`${first}-and-${second}`, candidates);
    const combined = {
      ...{ name, source: { kind: 'ref' as const, value: commit.commit }, commit, start: base.commit },
      credentials_written: [...(ours.credentials_written ?? []), ...(theirs.credentials_written ?? [])],
      repository_writes: [...(ours.repository_writes ?? []), ...(theirs.repository_writes ?? [])],
    };
    const scored = await scoreRestored(request, place, { run, base, candidates: [...candidates, combined] }, run.policy);
    return { ...scored, name };
  });
}

/** Opens a new run and restores the candidates of a stored one in it. */
async function inRescoring<Result>(
  { cwd, run: folder, signal }: ScoreOptions & { run: RunFolder },
  work: (place: Omit<RunPlace, keyof Machine>, restored: Restored) => Promise<Result>,
): Promise<Result> {
  if (!isFinished(folder)) refuseUnfinished(folder);
  const run = readStored('run', runFile(folder, 'run.json'));
  const repository = await findRepository(cwd);
  const store = openStore(repository.root, repository.commonDir);
  await removeStaleWorkAreas();
  const base = await resolveCommit(repository, run.base.commit);
  if (base === null) throw hydraError('unknown_ref', { ref: run.base.commit }, { value: run.base.commit });
  const created = createRun(store, new Date());
  return inWorkArea(created, signal, async (area) => {
    const objects = await createObjectStore(repository, join(area, 'objects'));
    const candidates = await restoreCandidates({ repository, objects, folder }, run, base);
    return work({ repository, store, objects, area, folder: created }, { run, base, candidates });
  });
}

export async function restoreCandidates(
  place: { repository: Repository; objects: ObjectStore; folder: RunFolder },
  run: Run,
  base: ResolvedCommit,
): Promise<Candidate[]> {
  const restored: Candidate[] = [];
  for (const entry of run.candidates) {
    const { name, source, start, credentials_written = [], repository_writes = [] } = entry;
    const commit = await commitOfCandidate(place, entry, base);
    restored.push({ name, source, commit, start, credentials_written, repository_writes });
  }
  return restored;
}

/** The durations and costs of agents belong to their candidates, also in another run. */
export function copyAgents(from: RunFolder, to: RunFolder, { candidates }: Run): void {
  for (const { name } of candidates) {
    const [old, own] = [from, to].map((folder) => join(subjectFolder(folder, { kind: 'candidate', name }), AGENT_FOLDER));
    if (old !== undefined && own !== undefined && existsSync(old)) cpSync(old, own, { recursive: true });
  }
}

async function scoreRestored(
  options: ScoreOptions & { run: RunFolder },
  place: Omit<RunPlace, keyof Machine> & { store: Store },
  { run, base, candidates }: Restored,
  policy: Policy,
): Promise<ScoredRun> {
  const complete = { ...place, ...(await machineFor(policy, place.repository.root, options.pool)) };
  // Acceptance tests of other settings replace those of the stored run.
  const own = policy === run.policy ? [] : await findAcceptance({ place: complete, base, policy }, options.cwd);
  const isReplaced = (name: string) => name === ACCEPTANCE_SOURCE && own.length > 0;
  const kept = { ...run, test_sources: (run.test_sources ?? []).filter(({ name }) => !isReplaced(name)) };
  const copied = await copySources(options.run, place.folder, place.objects, kept);
  copyAgents(options.run, place.folder, run);
  const about = { base: run.base, task: run.task, merge_of: null, again_of: run.run_id, policy };
  return scoreSnapshots(complete, { ...about, test_sources: [...own, ...copied], candidates }, options);
}

const MAX_NAME_LENGTH = 60;

export function unusedName(wanted: string, taken: readonly { name: string }[]): string {
  const name = wanted.slice(0, MAX_NAME_LENGTH);
  const isTaken = (tried: string) => taken.some((each) => each.name.toLowerCase() === tried.toLowerCase());
  for (let count = 1; ; count += 1) {
    const tried = count === 1 ? name : `${name}-${count}`;
    if (!isTaken(tried)) return tried;
  }
}
