// `hydra capture`: measures the base and the candidates of one shard, and writes the captures to a folder.
import { readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { openEventLog, type SharedCaptures } from '../capture/index.ts';
import { ENGINE_VERSION, type Part, type Plan, type Run, SCHEMA_VERSION, type Shard } from '../contract/index.ts';
import { captureUntilSettled, openCapturerFor, type PreparedRun, type ScoreOptions } from '../pipeline/index.ts';
import type { AbsentAuthor } from '../plan/index.ts';
import { type RunFolder, readStored, runFile, subjectFolder, writeStored } from '../store/index.ts';
import { createWorkArea, removeFolder, removeStaleWorkAreas } from '../workspace/index.ts';
import { openPlan } from './open-plan.ts';
import { readPlan } from './plan.ts';
import { listFiles, openNewFolder } from './sealed-folder.ts';
import { divide } from './shards.ts';

export const PART_FILE = 'part.json';
/** In the folder of a part. */
export const CAPTURES = 'captures';

export interface ShardRequest extends Pick<ScoreOptions, 'cwd' | 'jobs' | 'signal' | 'watch'> {
  plan: string;
  shard: Shard;
  out: string;
}

export async function captureShard(request: ShardRequest): Promise<Part> {
  const { cwd, shard, signal } = request;
  const folder = resolve(cwd, request.plan);
  const out = resolve(cwd, request.out);
  const plan = readPlan(folder);
  const names = divide(plan, shard.count)[shard.index - 1] ?? [];
  openNewFolder(out);
  await removeStaleWorkAreas();
  const area = createWorkArea(`shard-${plan.plan_id}-${shard.index}-${process.pid}`);
  try {
    const run: RunFolder = { id: plan.run.run_id, path: join(area, 'run') };
    const prepared = await openPlan({ plan, folder, run, store: { path: join(area, 'store') }, area });
    const shared = keepIn(join(out, CAPTURES), run);
    await measure(prepared, new Set(names), shared, { ...request, copied: plan.copied });
    signal.throwIfAborted();
    const part = describePart(plan, shard, names, prepared.run, shared.kept(), out);
    writeStored('part', join(out, PART_FILE), part);
    return part;
  } finally {
    await removeFolder(area);
  }
}

/** What only the whole field decides, such as the leader, is decided for the shard: its leader may lead the run. */
async function measure(
  prepared: PreparedRun,
  names: ReadonlySet<string>,
  shared: SharedCaptures,
  { copied, ...options }: Omit<ShardRequest, 'plan' | 'shard' | 'out'> & { copied: string },
): Promise<void> {
  const { place, run } = prepared;
  const own: Run = { ...run, candidates: run.candidates.filter(({ name }) => names.has(name)) };
  const absent = run.candidates.filter(({ name }) => !names.has(name)).map((entry) => readAuthor(place.folder, entry));
  const events = openEventLog(runFile(place.folder, 'events.jsonl'), options.watch);
  const elsewhere = { shared, remote: null, copied };
  const capturer = await openCapturerFor(place, run.policy, { ...options, useCache: false, elsewhere }, events);
  try {
    events.add({ type: 'run_started', run_id: run.run_id, candidates: [...names] });
    await captureUntilSettled({ ...prepared, run: own }, { capturer, events, absent });
    events.add({ type: 'run_finished', winner: null });
  } finally {
    await capturer.close();
  }
}

function readAuthor(folder: RunFolder, entry: Run['candidates'][number]): AbsentAuthor {
  const home = subjectFolder(folder, { kind: 'candidate', name: entry.name });
  return { entry, diff: readStored('diff', join(home, 'diff.json')), patch: readFileSync(join(home, 'diff.patch'), 'utf8') };
}

/** A key that is captured twice, for example for two candidates with equal trees, is kept once. */
function keepIn(folder: string, run: RunFolder): SharedCaptures & { kept(): Part['captures'] } {
  const paths = new Map<string, string>();
  return {
    kept: () => [...paths].map(([key, path]) => ({ key, path })).sort((a, b) => (a.key < b.key ? -1 : 1)),
    find: async () => null,
    async keep(key, captured) {
      if (paths.has(key)) return;
      paths.set(key, relative(run.path, captured));
      await cp(captured, join(folder, key), { recursive: true });
    },
  };
}

function describePart(plan: Plan, shard: Shard, candidates: string[], run: Run, captures: Part['captures'], out: string): Part {
  const { fingerprint, sandbox, host } = run;
  return {
    ...{ schema_version: SCHEMA_VERSION, engine_version: ENGINE_VERSION, plan_id: plan.plan_id },
    ...{ shard, candidates, fingerprint, sandbox, host, captures, files: listFiles(out, PART_FILE) },
  };
}
