// `hydra plan`, `hydra capture` and `hydra collect`: a run divided among machines.

import { captureShard, collectParts, parseShard, writePlan } from '../distribution/index.ts';
import { counted } from '../text/index.ts';
import type { Outcome } from './exit-code.ts';
import { withInterrupt } from './interrupt.ts';
import { toJobs } from './jobs.ts';
import { parseWeights } from './load-policy.ts';
import { openProgress } from './progress.ts';
import { readTask } from './read-task.ts';
import { readConfig, render, type ScoreCommandOptions } from './score.ts';

export interface PlanCommandOptions
  extends Pick<ScoreCommandOptions, 'base' | 'task' | 'acceptance' | 'config' | 'profile' | 'weight'> {
  out: string;
}

export async function plan(candidates: readonly string[], options: PlanCommandOptions): Promise<Outcome> {
  const { base, out, acceptance, profile } = options;
  const weights = parseWeights(options.weight ?? [], 'hydra plan');
  const task = options.task === undefined ? null : await readTask(options.task);
  const config = options.config === undefined ? null : readConfig(options.config);
  const overrides = { weights, profile, acceptance };
  const made = await withInterrupt((signal) => {
    const common = { cwd: process.cwd(), jobs: null, useCache: true, signal, watch: () => {} };
    return writePlan({ ...common, candidates, base, task, config, overrides, out });
  });
  const size = counted(made.run.candidates.length, 'candidate');
  const next = `On each machine: \`hydra capture ${out} --shard INDEX/COUNT --out part-INDEX\`. Then: \`hydra collect ${out} part-*\`.`;
  return { text: `Plan ${made.plan_id} for ${size} in ${out}.\n${next}\n`, exitCode: 0 };
}

export interface CaptureCommandOptions {
  shard: string;
  out: string;
  jobs?: string;
}

export async function capture(folder: string, options: CaptureCommandOptions): Promise<Outcome> {
  const jobs = toJobs(options.jobs, 'hydra capture');
  const shard = parseShard(options.shard, process.env);
  const progress = openProgress(process.stderr);
  try {
    const part = await withInterrupt((signal) =>
      captureShard({ cwd: process.cwd(), jobs, signal, watch: progress.show, plan: folder, shard, out: options.out }),
    );
    progress.close();
    const size = `${counted(part.candidates.length, 'candidate')}, ${counted(part.captures.length, 'capture')}`;
    return { text: `Shard ${shard.index}/${shard.count} in ${options.out}: ${size}.\n`, exitCode: 0 };
  } finally {
    progress.close();
  }
}

export interface CollectCommandOptions {
  json?: boolean;
  verbose?: boolean;
  jobs?: string;
}

export async function collect(folder: string, parts: readonly string[], options: CollectCommandOptions): Promise<Outcome> {
  const jobs = toJobs(options.jobs, 'hydra collect');
  const progress = openProgress(process.stderr);
  try {
    const scored = await withInterrupt((signal) =>
      collectParts({ cwd: process.cwd(), jobs, signal, watch: progress.show, plan: folder, parts }),
    );
    progress.close();
    return render(scored, options);
  } finally {
    progress.close();
  }
}
