// Stored runs, for the commands that read them. Only `cleanRuns` changes a run.
import { existsSync } from 'node:fs';
import type { Facts, Run, RunStatus, Scorecard, Verdict } from '../contract/index.ts';
import { findRepository } from '../git/index.ts';
import {
  findRun,
  findRunFolder,
  listOldCaptures,
  listRuns,
  listUnbegunRuns,
  locateStore,
  type RunFolder,
  readStored,
  removeRun,
  runFile,
  type Store,
} from '../store/index.ts';
import { listOldSetups, removeFolder } from '../workspace/index.ts';
import { isLive, readRun, readScorecard } from './lifecycle.ts';
import { refuseUnfinished, statusOf } from './status.ts';

async function storeOf(cwd: string): Promise<Store> {
  const { root } = await findRepository(cwd);
  return locateStore(root);
}

/** The newest run of the repository, the one whose id begins with `wanted`, or a run folder by its path. */
export async function locateRun(cwd: string, wanted: string | null): Promise<RunFolder> {
  const folder = wanted === null ? null : findRunFolder(wanted);
  if (folder !== null) return folder;
  const store = await storeOf(cwd);
  // The check of a merge is used only when it is named explicitly.
  const newest = wanted === null ? listRuns(store).find((each) => (readRun(each)?.merge_of ?? null) === null) : undefined;
  return newest ?? findRun(store, wanted);
}

/** Whether a word names a run rather than a candidate. */
export async function namesRun(cwd: string, word: string): Promise<boolean> {
  if (findRunFolder(word) !== null) return true;
  return listRuns(await storeOf(cwd)).some(({ id }) => id.startsWith(word));
}

/** Newest first. */
export async function listRunFolders(cwd: string): Promise<RunFolder[]> {
  return listRuns(await storeOf(cwd));
}

export interface RunResult {
  run: Run;
  facts: Facts;
  scorecard: Scorecard;
}

export function readResult(folder: RunFolder): RunResult {
  if (!existsSync(runFile(folder, 'scorecard.json'))) refuseUnfinished(folder);
  return {
    run: readStored('run', runFile(folder, 'run.json')),
    facts: readStored('facts', runFile(folder, 'facts.json')),
    scorecard: readStored('scorecard', runFile(folder, 'scorecard.json')),
  };
}

export interface RunOverview extends RunStatus {
  id: string;
  task: string | null;
  base: string;
  candidates: string[];
  winner: string | null;
  /** Null while the run is not finished. */
  verdict: Verdict | null;
  /** The merge that the run checked; null for an ordinary run. */
  merge_of: Run['merge_of'];
}

/** Newest first. */
export async function listOverviews(cwd: string): Promise<RunOverview[]> {
  return listRuns(await storeOf(cwd)).map((folder) => {
    const run = readRun(folder);
    const common = { id: folder.id, ...statusOf(folder) };
    if (run === null) return { ...common, task: null, base: '?', candidates: [], winner: null, verdict: null, merge_of: null };
    const scorecard = readScorecard(folder);
    return {
      ...common,
      task: run.task,
      base: run.base.ref,
      candidates: run.candidates.map(({ name }) => name),
      winner: scorecard?.winner ?? null,
      verdict: scorecard?.verdict ?? null,
      merge_of: run.merge_of,
    };
  });
}

export interface Retention {
  /** How many of the newest runs to keep. */
  keep: number;
  /** Removes cached captures stored before this. */
  cacheBefore: Date;
}

export interface Cleaned {
  runs: string[];
  captures: number;
  /** Installed dependencies, which all repositories share. */
  setups: number;
}

/** Never removes a running run. */
export async function cleanRuns(cwd: string, { keep, cacheBefore }: Retention, dryRun: boolean): Promise<Cleaned> {
  const store = await storeOf(cwd);
  const runs = [...listRuns(store).slice(keep), ...listUnbegunRuns(store)].filter((folder) => !isLive(folder));
  const captures = listOldCaptures(store, cacheBefore);
  const setups = listOldSetups(cacheBefore);
  if (!dryRun) {
    for (const folder of runs) removeRun(folder);
    for (const folder of [...captures, ...setups]) await removeFolder(folder);
  }
  return { runs: runs.map(({ id }) => id), captures: captures.length, setups: setups.length };
}
