// `hydra collect`: compares and scores the captures of all shards. What the shards could not decide without each other is
// captured here, if this is a machine of the same kind.
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type EventLog, openEventLog, type RemoteExecutor, type SharedCaptures } from '../capture/index.ts';
import { compareFingerprints, formatCheckRun, hydraError, type Part, type Plan, type Shard } from '../contract/index.ts';
import { findRepository } from '../git/index.ts';
import { openCapturerFor, readTests, type ScoredRun, type ScoreOptions, scorePrepared } from '../pipeline/index.ts';
import { inWorkArea, isFinished, summarizeList } from '../runs/index.ts';
import { BASELINE, captureFolder, openStore, type RunFolder, readStored, runFile } from '../store/index.ts';
import { counted } from '../text/index.ts';
import { removeStaleWorkAreas } from '../workspace/index.ts';
import { CAPTURES, PART_FILE } from './capture-shard.ts';
import { openPlan } from './open-plan.ts';
import { readPlan } from './plan.ts';
import { checkSealed } from './sealed-folder.ts';

export interface CollectRequest extends Pick<ScoreOptions, 'cwd' | 'jobs' | 'signal' | 'watch'> {
  plan: string;
  parts: readonly string[];
}

interface PartFolder extends Part {
  folder: string;
}

export async function collectParts(request: CollectRequest): Promise<ScoredRun> {
  const { cwd, signal } = request;
  const folder = resolve(cwd, request.plan);
  const plan = readPlan(folder);
  const parts = readParts(
    plan,
    request.parts.map((path) => resolve(cwd, path)),
  );
  const [first] = parts;
  if (first === undefined) throw hydraError('parts_missing', { count: '1', missing: '1' });
  const repository = await findRepository(cwd);
  const store = openStore(repository.root, repository.commonDir);
  const target: RunFolder = { id: plan.run.run_id, path: join(store.path, 'runs', plan.run.run_id) };
  if (existsSync(target.path) && isFinished(target))
    throw hydraError('collected_before', { run: target.id, folder: target.path });
  await removeStaleWorkAreas();
  mkdirSync(target.path, { recursive: true });
  return inWorkArea(target, signal, async (area) => {
    const { fingerprint, sandbox, host } = first;
    const prepared = await openPlan({ plan, folder, run: target, store, area }, { fingerprint, sandbox, host });
    const events = openEventLog(runFile(target, 'events.jsonl'), request.watch);
    const differences = compareFingerprints(fingerprint, prepared.place.fingerprint);
    const elsewhere = {
      shared: findIn(parts),
      remote: differences.length === 0 ? null : refuse(differences),
      copied: plan.copied,
    };
    // The keys are those of the shards' machines.
    const place = { ...prepared.place, fingerprint };
    const capturer = await openCapturerFor(place, plan.run.policy, { ...request, useCache: false, elsewhere }, events);
    try {
      addDriftedBases(target, parts, events);
      return await scorePrepared({ ...prepared, place }, { capturer, events });
    } finally {
      await capturer.close();
    }
  });
}

/** In the order of their shards. */
export function readParts(plan: Plan, folders: readonly string[]): PartFolder[] {
  const parts = folders.map((folder): PartFolder => {
    const part = readStored('part', join(folder, PART_FILE));
    checkSealed('Part', folder, PART_FILE, part);
    if (part.plan_id !== plan.plan_id)
      throw hydraError('part_of_other_plan', { folder, theirs: part.plan_id, own: plan.plan_id }, { place: { file: folder } });
    return { ...part, folder };
  });
  parts.sort((a, b) => a.shard.index - b.shard.index);
  const [first] = parts;
  const count = Math.max(1, ...parts.map(({ shard }) => shard.count));
  for (const part of parts) refuseMisfit(part, first ?? part, parts, count);
  const missing = Array.from({ length: count }, (_, index) => index + 1).filter(
    (index) => !parts.some(({ shard }) => shard.index === index),
  );
  if (missing.length > 0) throw hydraError('parts_missing', { count: String(count), missing: missing.join(', ') });
  return parts;
}

function refuseMisfit(part: PartFolder, first: PartFolder, parts: readonly PartFolder[], count: number): void {
  const same = parts.filter(({ shard }) => shard.index === part.shard.index);
  const folders = same.map(({ folder }) => folder).join(', ');
  if (same.length > 1) throw hydraError('part_twice', { shard: textOf(part.shard), folders });
  if (part.shard.count !== count)
    throw hydraError('part_other_count', { folder: part.folder, shard: textOf(part.shard), count: String(count) });
  const differences = compareFingerprints(first.fingerprint, part.fingerprint);
  if (differences.length > 0)
    throw hydraError('parts_differ', { folder: part.folder, first: first.folder, differences: differences.join('; ') });
}

function textOf({ index, count }: Shard): string {
  return `${index}/${count}`;
}

function findIn(parts: readonly PartFolder[]): SharedCaptures {
  const folders = new Map<string, string>();
  // The first shard decides what the base is.
  for (const { folder, captures } of parts)
    for (const { key } of captures) if (!folders.has(key)) folders.set(key, join(folder, CAPTURES, key));
  return { find: async ({ key }) => folders.get(key) ?? null, keep: async () => {} };
}

function refuse(differences: readonly string[]): RemoteExecutor {
  return {
    async run({ captures }) {
      const checks = captures.map(
        ({ subject, run }) => `${subject.kind === 'baseline' ? 'base' : subject.name} ${formatCheckRun(run)}`,
      );
      throw hydraError('parts_incomplete', {
        count: counted(checks.length, 'check'),
        checks: summarizeList(checks),
        differences: differences.join('; '),
      });
    },
  };
}

const BASE_TESTS = 'baseline/test';

function baseTestsOf({ folder, captures }: PartFolder): string | null {
  const found = captures.find(({ path }) => path === BASE_TESTS);
  return found === undefined ? null : join(folder, CAPTURES, found.key);
}

/**
 * Every shard measured the base. Where a test of it gives another result than in the first shard, that run counts as a
 * repetition, so that the test is flaky and no candidate is blamed for it.
 */
function addDriftedBases(target: RunFolder, parts: readonly PartFolder[], events: EventLog): void {
  const runs = parts.map((part) => ({ part, folder: baseTestsOf(part) }));
  const first = runs[0]?.folder ?? null;
  const before = first === null ? null : readTests(first);
  if (before === null) return;
  let round = 0;
  for (const { part, folder } of runs.slice(1)) {
    const tests = folder === null ? null : readTests(folder);
    if (folder === null || tests === null) continue;
    const drifted = [...tests].filter(([id, status]) => before.has(id) && before.get(id) !== status).map(([id]) => id);
    if (drifted.length === 0) continue;
    round += 1;
    const name = formatCheckRun({ check: 'test', tree: 'own', attempt: { kind: 'again', round } });
    cpSync(folder, captureFolder(target, BASELINE, name), { recursive: true });
    const what = `${counted(drifted.length, 'test', 'tests')} of the base (${summarizeList(drifted)})`;
    events.add({ type: 'note', text: `Shard ${textOf(part.shard)} gives other results than the first for ${what}: flaky.` });
  }
}
