// The choice of a candidate in `hydra ui --blind`, before its name and scores are shown.
import { readFileSync } from 'node:fs';
import {
  type Decision,
  hydraError,
  isMergeDecision,
  isPickDecision,
  type PickDecision,
  SCHEMA_VERSION,
  sha256Hex,
} from '../contract/index.ts';
import { findRepository, whoCommits } from '../git/index.ts';
import { isFinished, readResult, refuseUnfinished } from '../runs/index.ts';
import { addDecision, listDecisions, type RunFolder, refuseUnsafeDecisions, runFile } from '../store/index.ts';

/** By a hash, so that neither the ranking nor the names decide; the same for every request. */
export function orderBlind(runId: string, names: readonly string[]): string[] {
  const hashes = new Map(names.map((name) => [name, sha256Hex(`${runId}\n${name}`)]));
  return [...names].sort((a, b) => ((hashes.get(a) ?? '') < (hashes.get(b) ?? '') ? -1 : 1));
}

/** Whether a candidate was picked or merged. */
export function isDecided(decisions: readonly Decision[]): boolean {
  return decisions.some((decision) => isMergeDecision(decision) || isPickDecision(decision));
}

/** Throws if the run was decided before: nothing is hidden any more then. */
export async function recordPick(cwd: string, run: RunFolder, candidate: string): Promise<PickDecision> {
  if (!isFinished(run)) refuseUnfinished(run);
  const by = await whoCommits(await findRepository(cwd));
  const { rankings } = readResult(run).scorecard;
  const ranking = rankings.find(({ agent }) => agent === candidate);
  if (ranking === undefined || !ranking.mergeable) throw hydraError('pick_impossible', { run: run.id });
  refuseUnsafeDecisions(run);
  if (isDecided(listDecisions(run))) throw hydraError('run_decided', { run: run.id });
  const order = orderBlind(
    run.id,
    rankings.map(({ agent }) => agent),
  );
  const hash = sha256Hex(readFileSync(runFile(run, 'scorecard.json'), 'utf8'));
  const decision: Omit<PickDecision, 'number' | 'previous'> = {
    schema_version: SCHEMA_VERSION,
    kind: 'pick',
    run_id: run.id,
    candidate,
    shown: { order, scorecard_sha256: hash },
    by,
    at: new Date().toISOString(),
  };
  return addDecision(run, decision);
}
