// The commands for stored runs: list, verify, diff, clean.
import { hydraError } from '../contract/index.ts';
import { diffCandidates } from '../pipeline/index.ts';
import { renderAgents, renderDifference, renderRuns, visibleText } from '../report/index.ts';
import { cleanRuns, listOverviews, locateRun, readResult, summarizeAgents, verifyRun } from '../runs/index.ts';
import type { Outcome } from './exit-code.ts';
import { findCandidate } from './lookup.ts';
import { verifyAttestation } from './verify-attestation.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface ListOptions {
  agents?: boolean;
  json?: boolean;
  /** True without an address. */
  queue?: string | true;
}

export async function list({ agents, json, queue }: ListOptions): Promise<Outcome> {
  if (queue !== undefined) {
    if (agents) throw hydraError('usage', { problem: 'Give --agents or --queue, not both.', command: 'hydra list' });
    // Loaded only here: the modules of the queue are large.
    return (await import('./pool.ts')).listQueue(queue, json === true);
  }
  if (agents) {
    const statistics = await summarizeAgents(process.cwd());
    return { text: json ? `${JSON.stringify(statistics)}\n` : renderAgents(statistics), exitCode: 0 };
  }
  const overviews = await listOverviews(process.cwd());
  return { text: json ? `${JSON.stringify(overviews)}\n` : renderRuns(overviews), exitCode: 0 };
}

/** Exit code 0: unchanged. Exit code 1: each difference is listed. */
export async function verify(run: string | undefined, { attestation }: { attestation?: string }): Promise<Outcome> {
  if (attestation !== undefined) return verifyAttestation(run, attestation);
  const folder = await locateRun(process.cwd(), run ?? null);
  const faults = verifyRun(folder);
  if (faults.length === 0) return { text: `Run ${folder.id}: every file is as it was when the run was finished.\n`, exitCode: 0 };
  return { text: `Run ${folder.id}:\n${faults.map((fault) => `  ${visibleText(fault)}\n`).join('')}`, exitCode: 1 };
}

/** `hydra diff A B` or `hydra diff RUN A B`. */
export async function diff(words: readonly string[]): Promise<Outcome> {
  const [second, first, run] = [...words].reverse();
  if (first === undefined || second === undefined || words.length > 3) {
    throw hydraError('usage', { problem: 'Name two candidates: `hydra diff [RUN] A B`.', command: 'hydra diff' });
  }
  const folder = await locateRun(process.cwd(), run ?? null);
  const { rankings } = readResult(folder).scorecard;
  for (const name of [first, second]) findCandidate(name, rankings);
  return { text: renderDifference(diffCandidates(folder, first, second)), exitCode: 0 };
}

export interface CleanOptions {
  keep: string;
  cacheDays: string;
  dryRun?: boolean;
}

export async function clean({ keep, cacheDays, dryRun }: CleanOptions): Promise<Outcome> {
  const cacheBefore = new Date(Date.now() - toNumber(cacheDays, '--cache-days') * DAY_MS);
  const cleaned = await cleanRuns(process.cwd(), { keep: toNumber(keep, '--keep'), cacheBefore }, dryRun === true);
  const done = dryRun ? 'Would remove' : 'Removed';
  const runs = cleaned.runs.map((id) => `  ${id}\n`).join('');
  const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
  const [captures, setups] = [counted(cleaned.captures, 'cached capture'), counted(cleaned.setups, 'set-up')];
  const counts = `${counted(cleaned.runs.length, 'run')}, ${captures} and ${setups}`;
  return { text: `${done} ${counts}.\n${runs}`, exitCode: 0 };
}

function toNumber(text: string, option: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw hydraError('usage', { problem: `Expected ${option} to be a whole number, got \`${text}\`.`, command: 'hydra clean' });
}
