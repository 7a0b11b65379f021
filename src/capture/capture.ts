// Room pipeline, stage 1: runs every check on the baseline and on every candidate, in isolation and side by side,
// and leaves the captures in the run folder. Everything after this stage is pure.
import { join } from 'node:path';
import { type Capture, HydraError, type Run } from '../contract/index.ts';
import { cleanEnvironment } from '../exec/index.ts';
import { listTopFiles } from '../git/index.ts';
import { BASELINE, captureFolder, type RunFolder, readStoredIfPresent } from '../store/index.ts';
import { stampBrought } from '../workspace/index.ts';
import { CANARY_CHECK, planCanary, planChecks } from './checks.ts';
import { createMasker } from './mask-secrets.ts';
import { runTasks, type Task } from './schedule.ts';
import type { CaptureStage } from './stage.ts';
import { TreeCapture } from './tree.ts';

export async function captureRun(stage: CaptureStage): Promise<void> {
  const env = cleanEnvironment(process.env);
  const mask = createMasker(process.env);
  const checks = planChecks(stage.policy);
  const brought = stampBrought(stage.repository.root, stage.policy.workspace);
  const installing = new Map<string, Promise<void>>();
  const failure = new AbortController();
  const signal = AbortSignal.any([stage.signal, failure.signal]);
  const topFiles = await listTopFiles(
    stage.objects,
    stage.trees.map(({ commit }) => commit.tree),
  );
  const plans = stage.trees.map((captured, position) => {
    const { prefix, canaries = [], testCommand } = captured;
    const index = stage.firstIndex + position;
    const common = { env, mask, brought, installing, topFiles: topFiles[position] ?? new Map() };
    const tree = new TreeCapture({ ...stage, signal }, { ...captured, ...common, index });
    const canary = planCanary(stage.policy, canaries);
    const wanted = prefix === '' ? checks : checks.filter(({ kind }) => kind === 'build' || kind === 'test');
    const own = wanted.map((check) => (check.kind === 'test' ? { ...check, command: testCommand ?? check.command } : check));
    return tree.plan(canary === null ? own : [...own, canary]);
  });
  const tasks = (await Promise.all(plans)).flat();
  await runTasks(
    tasks.map((task) => stoppingOthers(task, failure)),
    stage.jobs,
  );
  stage.signal.throwIfAborted();
}

/** A run that cannot be finished need not go on with the checks under way. */
function stoppingOthers(task: Task, failure: AbortController): Task {
  const run = () =>
    task.run().catch((error: unknown) => {
      failure.abort();
      throw error;
    });
  return { ...task, run };
}

/** How long each check took on the baseline of an earlier run. */
export function knownDurations(run: RunFolder | null, policy: Run['policy']): Map<string, number> {
  if (run === null) return new Map();
  const ids = [...planChecks(policy).map(({ id }) => id), CANARY_CHECK];
  const captures = ids.map((id) => readIfSound(join(captureFolder(run, BASELINE, id), 'capture.json')));
  return new Map(captures.flatMap((capture) => (capture === null ? [] : [[capture.check, capture.duration_ms]])));
}

/** An earlier run that is damaged must not stand in the way of this one. */
function readIfSound(file: string): Capture | null {
  try {
    return readStoredIfPresent('capture', file);
  } catch (error) {
    if (error instanceof HydraError) return null;
    throw error;
  }
}
