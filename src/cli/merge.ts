// `hydra merge`: previews the merge, asks for confirmation, and merges.
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { canonicalJson, hydraError, MERGE_STRATEGIES, type MergeStrategy } from '../contract/index.ts';
import { answerOf, type Destination, type MergePlan, mergeCandidate } from '../merge/index.ts';
import { renderMergePlan } from '../report/index.ts';
import { locateRun, namesRun } from '../runs/index.ts';
import { undoMergeCommand } from '../text/index.ts';
import { EXIT_FAULT, type Outcome } from './exit-code.ts';
import { withInterrupt } from './interrupt.ts';
import { toJobs } from './jobs.ts';
import { openProgress } from './progress.ts';

export interface MergeCommandOptions {
  onto?: string;
  strategy: string;
  toBranch?: string;
  patch?: string;
  pick?: string[];
  message?: string[];
  verify: boolean;
  force?: boolean;
  reason?: string;
  yes?: boolean;
  dryRun?: boolean;
  json?: boolean;
  jobs?: string;
  cache: boolean;
}

const COMMAND = 'hydra merge';

/** `hydra merge [RUN] [CANDIDATE]`. */
export async function merge(words: readonly string[], options: MergeCommandOptions): Promise<Outcome> {
  const cwd = process.cwd();
  const { run, candidate } = await readWords(cwd, words);
  const folder = await locateRun(cwd, run);
  const forceReason = readForce(options);
  const destination = readDestination(options);
  const strategy = readStrategy(options.strategy);
  const progress = openProgress(process.stderr);
  const confirm = async (plan: MergePlan) => {
    progress.close();
    return confirmPlan(plan, options);
  };
  try {
    const { plan, result } = await withInterrupt((signal) =>
      mergeCandidate({
        cwd,
        run: folder,
        candidate,
        onto: options.onto ?? null,
        strategy,
        destination,
        picks: options.pick ?? [],
        message: options.message?.join('\n\n') ?? null,
        runHooks: options.verify,
        forceReason,
        jobs: toJobs(options.jobs, COMMAND),
        useCache: options.cache,
        signal,
        watch: progress.show,
        confirm,
      }),
    );
    if (result === null) return stopped(plan, options);
    if ('patch' in result) return writePatch(destination, result.patch);
    return { text: renderMerged(plan, result), exitCode: 0 };
  } finally {
    progress.close();
  }
}

/** One word is a run if such a run exists, else a candidate of the newest. */
async function readWords(cwd: string, words: readonly string[]): Promise<{ run: string | null; candidate: string | null }> {
  const [first, second, ...more] = words;
  if (more.length > 0) throw hydraError('usage', { problem: 'Name one run and one candidate at most.', command: COMMAND });
  if (first === undefined) return { run: null, candidate: null };
  if (second !== undefined) return { run: first, candidate: second };
  return (await namesRun(cwd, first)) ? { run: first, candidate: null } : { run: null, candidate: first };
}

function readForce({ force, reason }: MergeCommandOptions): string | null {
  const text = reason?.trim() ?? '';
  if (force === true && text === '')
    throw hydraError('usage', {
      problem: 'Merging past a failed gate needs a reason: --force --reason "...".',
      command: COMMAND,
    });
  if (force !== true && text !== '') throw hydraError('usage', { problem: '--reason goes with --force.', command: COMMAND });
  return force === true ? text : null;
}

function readDestination({ toBranch, patch, onto }: MergeCommandOptions): Destination {
  const given = [toBranch, patch, onto].filter((each) => each !== undefined);
  if (given.length > 1) throw hydraError('usage', { problem: 'Give one of --onto, --to-branch and --patch.', command: COMMAND });
  if (toBranch !== undefined) return { kind: 'branch', name: toBranch };
  return patch === undefined ? { kind: 'target' } : { kind: 'patch', file: patch };
}

function readStrategy(text: string): MergeStrategy {
  const found = MERGE_STRATEGIES.find((strategy) => strategy === text);
  if (found !== undefined) return found;
  const problem = `Expected --strategy to be one of ${MERGE_STRATEGIES.join(', ')}, got \`${text}\`.`;
  throw hydraError('usage', { problem, command: COMMAND });
}

/** An impossible merge is refused without asking. */
async function confirmPlan(plan: MergePlan, { yes, dryRun }: MergeCommandOptions): Promise<boolean> {
  if (dryRun === true) return false;
  if (plan.refusals.length > 0 || yes === true || plan.destination.kind === 'patch') return true;
  const { branch } = plan.target;
  if (!process.stdin.isTTY || !process.stderr.isTTY) throw hydraError('merge_needs_answer', { branch });
  process.stderr.write(renderMergePlan(plan));
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question('Merge? [y/N] ');
  terminal.close();
  return /^y(?:es)?$/i.test(answer.trim());
}

function stopped(plan: MergePlan, { dryRun, json }: MergeCommandOptions): Outcome {
  if (dryRun !== true) return { text: 'Nothing was changed.\n', exitCode: 1 };
  const exitCode = plan.refusals.length > 0 ? EXIT_FAULT : 0;
  if (!json) return { text: `${renderMergePlan(plan)}Nothing was changed.\n`, exitCode };
  const { rank, of, total, destination, forceReason: force_reason } = plan;
  return { text: canonicalJson({ ...answerOf(plan, null), rank, of, total, destination, force_reason }), exitCode };
}

function renderMerged({ strategy, target }: MergePlan, { branch, commit }: { branch: string; commit: string }): string {
  const undo = undoMergeCommand({ strategy, target: { ...target, to: commit } });
  return `Merged: ${branch} is now ${commit.slice(0, 10)}.\nTo undo: ${undo}\n`;
}

function writePatch(destination: Destination, patch: Uint8Array): Outcome {
  if (destination.kind !== 'patch') return { text: '', exitCode: 0 };
  writeFileSync(destination.file, patch);
  return { text: `Wrote ${destination.file}.\n`, exitCode: 0 };
}
