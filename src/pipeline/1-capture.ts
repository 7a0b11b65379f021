// Room pipeline, stage 1: runs every check on the baseline and on every candidate, in isolation and side by side,
// and leaves the captures in the run folder. Everything after this stage is pure.
import { join } from 'node:path';
import { type Capture, HydraError, type Run } from '../contract/index.ts';
import { cleanEnvironment } from '../exec/index.ts';
import { BASELINE, captureFolder, type RunFolder, readStoredIfPresent } from '../store/index.ts';
import { stampBrought } from '../workspace/index.ts';
import { type CaptureStage, PINNED_PREFIX, TreeCapture } from './capture-tree.ts';
import { planChecks } from './checks.ts';
import { createMasker } from './mask-secrets.ts';
import { runTasks, type Task } from './schedule.ts';

export async function captureRun(stage: CaptureStage): Promise<void> {
  const env = cleanEnvironment(process.env);
  const mask = createMasker(process.env);
  const checks = planChecks(stage.policy);
  const brought = stampBrought(stage.repository.root, stage.policy.workspace);
  const installing = new Map<string, Promise<void>>();
  const tasks: Task[] = [];
  for (const [index, { subject, commit, pinned }] of stage.trees.entries()) {
    const prefix = pinned ? PINNED_PREFIX : '';
    const tree = new TreeCapture(stage, { subject, commit, index, env, mask, brought, installing, prefix });
    tasks.push(...(await tree.plan(pinned ? checks.filter(({ kind }) => kind === 'build' || kind === 'test') : checks)));
  }
  await runTasks(tasks, stage.jobs);
  stage.signal.throwIfAborted();
}

/** How long each check took on the baseline of an earlier run. */
export function knownDurations(run: RunFolder | null, policy: Run['policy']): Map<string, number> {
  if (run === null) return new Map();
  const captures = planChecks(policy).map(({ id }) => readIfSound(join(captureFolder(run, BASELINE, id), 'capture.json')));
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
