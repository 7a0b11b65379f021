// `hydra tune`: learns weights from merges, shows what they would change, and writes them with --apply.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { editWeights } from '../config/index.ts';
import { type ChangedWinner, canonicalJson, HydraError, isMergeDecision, type Tuning, type Weights } from '../contract/index.ts';
import { findProjectRoot, writeSettings } from '../doctor/index.ts';
import { renderTuning } from '../report/index.ts';
import { type DecidedRun, type RunResult, readMergeHistory, readResult } from '../runs/index.ts';
import { tuneWeights, winnerUnder } from '../tune/index.ts';
import { wantsColour } from './colour.ts';
import { EXIT_NO_PROPOSAL, type Outcome } from './exit-code.ts';
import { loadPolicy } from './load-policy.ts';
import { unwritable } from './unwritable.ts';

export interface TuneOptions {
  apply?: boolean;
  json?: boolean;
  config?: string;
}

export async function tune({ apply, json, config }: TuneOptions): Promise<Outcome> {
  const cwd = process.cwd();
  const file = config ?? (relative(cwd, join(await findProjectRoot(cwd), 'hydra.toml')) || 'hydra.toml');
  const { policy } = loadPolicy(config ?? (existsSync(file) ? file : undefined));
  const tuning = learn(await readMergeHistory(cwd), policy.scoring.weights);
  const { learned } = tuning.weights;
  const isProposed = tuning.missing.length === 0 && learned !== null;
  const isApplied = isProposed && apply === true;
  if (isApplied) applyWeights(file, learned);
  const exitCode = isProposed ? 0 : EXIT_NO_PROPOSAL;
  if (json) return { text: canonicalJson({ ...tuning, applied: isApplied }), exitCode };
  return { text: renderTuning(tuning, { colour: wantsColour(), appliedTo: isApplied ? file : null }), exitCode };
}

function learn(history: readonly DecidedRun[], weights: Weights): Tuning {
  const records = history.flatMap(({ folder, record }) => (record === null ? [] : [{ runId: folder.id, ...record }]));
  const unreadable = history.flatMap(({ folder, record }) =>
    record === null ? [{ run_id: folder.id, reason: 'unreadable' as const }] : [],
  );
  const learnedWeights = tuneWeights(records, unreadable, weights);
  const { learned } = learnedWeights.weights;
  return { ...learnedWeights, past_runs: learned === null ? NOTHING_COMPARED : compareWinners(history, weights, learned) };
}

const NOTHING_COMPARED: Tuning['past_runs'] = { compared: 0, changes: [] };

/** Reads one run at a time: the facts of all of them may not fit into memory. */
function compareWinners(history: readonly DecidedRun[], weights: Weights, learned: Weights): Tuning['past_runs'] {
  let compared = 0;
  const changes: ChangedWinner[] = [];
  for (const { folder, record } of history) {
    const result = record === null ? null : readResultIfValid(folder);
    if (record === null || result === null) continue;
    compared += 1;
    const { facts, run } = result;
    const [before, after] = [weights, learned].map((each) => winnerUnder(facts, run.policy, each));
    if (before === after) continue;
    const merged = record.decisions.filter(isMergeDecision).at(-1)?.candidate ?? null;
    changes.push({ run_id: folder.id, current: before ?? null, learned: after ?? null, merged });
  }
  return { compared, changes };
}

function readResultIfValid(folder: DecidedRun['folder']): RunResult | null {
  try {
    return readResult(folder);
  } catch (error) {
    if (error instanceof HydraError) return null;
    throw error;
  }
}

function applyWeights(file: string, weights: Weights): void {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const edited = editWeights(text, file, weights);
  try {
    writeSettings(file, edited);
  } catch (error) {
    throw unwritable(file, 'configuration file', error as NodeJS.ErrnoException);
  }
}
