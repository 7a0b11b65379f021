// Creates, finishes and resumes runs, including those of a killed process.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { diskErrorOf, HydraError, hydraError, type Run, type Scorecard } from '../contract/index.ts';
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
    if (!signal.aborted && existsSync(runFile(folder, 'run.json'))) noteIfPossible(folder, error);
    throw error;
  } finally {
    await removeFolder(area);
    rmSync(join(folder.path, LIVE_FILE), { force: true });
    // Nothing was captured: there is no run to show or resume.
    if (!existsSync(runFile(folder, 'run.json'))) removeRun(folder);
  }
}

/** The reason of the failure may be that nothing can be written. */
function noteIfPossible(folder: RunFolder, error: unknown): void {
  try {
    noteFailure(folder, error);
  } catch (another) {
    if (diskErrorOf(another) === null) throw another;
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
  return unlessDamaged(() => readStored('run', runFile(folder, 'run.json')));
}

/** The result of a finished run; null if there is none yet, or a damaged one. */
export function readScorecard(folder: RunFolder): Scorecard | null {
  return isFinished(folder) ? unlessDamaged(() => readStored('scorecard', runFile(folder, 'scorecard.json'))) : null;
}

function unlessDamaged<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof HydraError) return null;
    throw error;
  }
}

/** Why the run or its result cannot be read; null if both can. */
export function findDamage(folder: RunFolder): HydraError | null {
  try {
    readStored('run', runFile(folder, 'run.json'));
    if (isFinished(folder)) readStored('scorecard', runFile(folder, 'scorecard.json'));
    return null;
  } catch (error) {
    if (error instanceof HydraError) return hydraError('run_damaged', damageOf(folder, error));
    throw error;
  }
}

function damageOf({ id, path }: RunFolder, { message, place }: HydraError): { run: string; folder: string; reason: string } {
  const reason = place === null ? message : `${place.file}: ${message}`;
  return { run: id, folder: path, reason: reason.replace(/\.$/, '') };
}
