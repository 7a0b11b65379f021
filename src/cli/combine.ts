// `hydra combine`: two candidates as one more candidate, scored with the others in a new run.
import { hydraError } from '../contract/index.ts';
import { combineCandidates } from '../pipeline/index.ts';
import { locateRun, readResult } from '../runs/index.ts';
import { debugOptions } from './debug.ts';
import type { Outcome } from './exit-code.ts';
import { withInterrupt } from './interrupt.ts';
import { toJobs } from './jobs.ts';
import { findCandidate } from './lookup.ts';
import { openProgress } from './progress.ts';
import { render } from './score.ts';

export interface CombineCommandOptions {
  json?: boolean;
  jobs?: string;
  cache: boolean;
  verbose?: boolean;
}

/** `hydra combine A B` or `hydra combine RUN A B`. */
export async function combine(words: readonly string[], options: CombineCommandOptions): Promise<Outcome> {
  const [second, first, wanted] = [...words].reverse();
  if (first === undefined || second === undefined || words.length > 3 || first === second) {
    throw hydraError('usage', { problem: 'Name two candidates: `hydra combine [RUN] A B`.', command: 'hydra combine' });
  }
  const jobs = toJobs(options.jobs, 'hydra combine');
  const run = await locateRun(process.cwd(), wanted ?? null);
  const { rankings } = readResult(run).scorecard;
  for (const name of [first, second]) findCandidate(name, rankings);
  const progress = openProgress(process.stderr);
  try {
    const scored = await withInterrupt((signal) =>
      combineCandidates({
        ...{ cwd: process.cwd(), jobs, useCache: options.cache, signal, watch: progress.show },
        ...debugOptions(progress),
        ...{ run, first, second },
      }),
    );
    progress.close();
    return render(scored, options);
  } finally {
    progress.close();
  }
}
