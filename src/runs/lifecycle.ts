// Creates, finishes and resumes runs, including those of a killed process.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HydraError, type Run } from '../contract/index.ts';
import { identityOf, isAlive, type ProcessIdentity } from '../exec/index.ts';
import { LIVE_FILE, type RunFolder, readStored, removeRun, runFile, subjectFolder } from '../store/index.ts';
import { createWorkArea, removeFolder } from '../workspace/index.ts';
import { noteFailure } from './failure.ts';

/** Works in a folder outside the repository that is always removed afterwards. Records a failure. */
export async function inWorkArea<Result>(
  folder: RunFolder,
  signal: AbortSignal,
  work: (area: string) => Promise<Result>,
): Promise<Result> {
  const area = createWorkArea(folder.id);
  writeFileSync(join(folder.path, LIVE_FILE), JSON.stringify(identityOf(process.pid)));
  try {
    return await work(area);
  } catch (error) {
    if (!signal.aborted && existsSync(runFile(folder, 'run.json'))) noteFailure(folder, error);
    throw error;
  } finally {
    await removeFolder(area);
    rmSync(join(folder.path, LIVE_FILE), { force: true });
    // Nothing was captured: there is no run to show or resume.
    if (!existsSync(runFile(folder, 'run.json'))) removeRun(folder);
  }
}

export function isFinished(folder: RunFolder): boolean {
  return existsSync(runFile(folder, 'manifest.json'));
}

/** The first run without a running process that can be resumed. */
export function findInterrupted(runs: readonly RunFolder[]): RunFolder | null {
  return runs.find((run) => !isFinished(run) && !isLive(run) && canGoOn(run)) ?? null;
}

export function isLive(folder: RunFolder): boolean {
  try {
    return isAlive(JSON.parse(readFileSync(join(folder.path, LIVE_FILE), 'utf8')) as ProcessIdentity);
  } catch {
    return false;
  }
}

/** Whether it can be resumed: it has the diff of every candidate. */
export function canGoOn(folder: RunFolder): boolean {
  const run = readRun(folder);
  if (run === null || run.merge_of !== null) return false;
  return run.candidates.every(({ name }) => existsSync(join(subjectFolder(folder, { kind: 'candidate', name }), 'diff.json')));
}

/** Null if the run is damaged or from a later version: one such run must not hide the others. */
export function readRun(folder: RunFolder): Run | null {
  try {
    return readStored('run', runFile(folder, 'run.json'));
  } catch (error) {
    if (error instanceof HydraError) return null;
    throw error;
  }
}
