// `hydra plan`: everything that other machines need to measure the candidates, in one folder.
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ENGINE_VERSION, hashOf, hydraError, type Plan, type Run, SCHEMA_VERSION } from '../contract/index.ts';
import { listTagsOf, writeBundle } from '../git/index.ts';
import { inNewRun, prepareRun, type RunPlace, type ScoreRequest, takeSnapshots } from '../pipeline/index.ts';
import {
  listRuns,
  type RunFolder,
  readStored,
  readStoredIfPresent,
  runFile,
  type Store,
  subjectFolder,
  writeStored,
} from '../store/index.ts';
import { checkSealed, listFiles, openNewFolder } from './sealed-folder.ts';
import { copyAdded, refuseUnshippable } from './shippable.ts';

export const PLAN_FILE = 'plan.json';
/** In the folder of a plan. */
export const [BUNDLE, RUN_FILES, COPIED_FILES] = ['candidates.bundle', 'run', 'copied'];

export interface PlanRequest extends ScoreRequest {
  out: string;
}

export async function writePlan(request: PlanRequest): Promise<Plan> {
  if (request.candidates.length === 0) throw hydraError('no_candidates', {});
  const out = resolve(request.cwd, request.out);
  openNewFolder(out);
  return inNewRun(request, async (opened) => {
    const { place, base, policy } = opened;
    await refuseUnshippable(place.objects, base.tree, policy);
    const { run } = await prepareRun(place, await takeSnapshots(opened, request));
    await bundleCommits(place, run, join(out, BUNDLE));
    // A plan is no run of this repository: without this file, the folder of the run is removed.
    rmSync(runFile(place.folder, 'run.json'));
    cpSync(place.folder.path, join(out, RUN_FILES), { recursive: true, filter: (file) => !/[/\\]live\.json$/.test(file) });
    const copied = copyAdded(place.repository.root, join(out, COPIED_FILES), policy);
    const plan = describePlan(run, copied, knownDurations(place.store, run), out);
    writeStored('plan', join(out, PLAN_FILE), plan);
    return plan;
  });
}

function describePlan(run: Run, copied: string, expected_ms: Plan['expected_ms'], folder: string): Plan {
  const versions = { schema_version: SCHEMA_VERSION, engine_version: ENGINE_VERSION } as const;
  const described = { ...versions, run, copied, expected_ms, files: listFiles(folder, PLAN_FILE) };
  return { ...described, plan_id: idOf(described) };
}

function idOf(described: Omit<Plan, 'plan_id'>): string {
  return hashOf(described).slice(0, 16);
}

/** Throws unless it is complete and unchanged. */
export function readPlan(folder: string): Plan {
  const plan = readStored('plan', join(folder, PLAN_FILE));
  checkSealed('Plan', folder, PLAN_FILE, plan);
  const { plan_id, ...described } = plan;
  if (idOf(described) === plan_id) return plan;
  throw hydraError('sealed_changed', { what: 'Plan', folder, problem: `${PLAN_FILE} was changed` }, { place: { file: folder } });
}

/** Every commit that run.json names. */
export async function bundleCommits({ objects, repository }: RunPlace, run: Run, file: string): Promise<void> {
  const candidates = run.candidates.flatMap(({ name, commit, pinned }) => [
    [`candidates/${name}`, commit],
    ...(pinned === null ? [] : [[`pinned/${name}`, pinned.commit]]),
  ]);
  const sources = (run.test_sources ?? []).map(({ name, commit }) => [`sources/${name}`, commit]);
  const commits = Object.fromEntries([['base', run.base.commit], ...candidates, ...sources]) as Record<string, string>;
  await writeBundle(objects, file, commits, { tags: await listTagsOf(repository, run.base.commit) });
}

/** Only the latest runs are likely to have the same candidates. */
const MAX_EARLIER_RUNS = 5;

/** How long the checks of candidates with the same trees took. */
function knownDurations(store: Store, run: Run): Plan['expected_ms'] {
  const known = new Map<string, number>();
  for (const folder of listRuns(store).slice(0, MAX_EARLIER_RUNS)) {
    const earlier = readIfSound(folder);
    for (const { name, tree } of earlier?.candidates ?? []) {
      if (!known.has(tree)) known.set(tree, durationOf(folder, name));
    }
  }
  const pairs = run.candidates.flatMap(({ name, tree }) => (known.get(tree) ? [[name, known.get(tree) ?? 0] as const] : []));
  return Object.fromEntries(pairs);
}

function durationOf(folder: RunFolder, name: string): number {
  const home = subjectFolder(folder, { kind: 'candidate', name });
  const checks = existsSync(home) ? readdirSync(home) : [];
  const captures = checks.map((check) => unlessDamaged(() => readStoredIfPresent('capture', join(home, check, 'capture.json'))));
  return captures.reduce((sum, capture) => sum + (capture?.duration_ms ?? 0), 0);
}

/** A damaged earlier run must not stop this one. */
function readIfSound(folder: RunFolder): Run | null {
  return unlessDamaged(() => readStored('run', runFile(folder, 'run.json')));
}

function unlessDamaged<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}
