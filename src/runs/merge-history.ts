// The finished runs of a repository with what was decided about them, oldest first.
import { readFileSync } from 'node:fs';
import { type Decision, HydraError, type Scorecard, sha256Hex } from '../contract/index.ts';
import { checkDecisions, listDecisions, type RunFolder, readStored, runFile } from '../store/index.ts';
import { isFinished, readRun } from './lifecycle.ts';
import { listRunFolders } from './runs.ts';

export interface DecidedRun {
  folder: RunFolder;
  /** Null if its scorecard or decisions cannot be read, or its decisions were changed. */
  record: { scorecard: Scorecard; scorecardSha256: string; decisions: Decision[] } | null;
}

/** Without runs that only check a merge. The facts, which can be large, are not read. */
export async function readMergeHistory(cwd: string): Promise<DecidedRun[]> {
  const folders = await listRunFolders(cwd);
  const finished = folders.filter((folder) => isFinished(folder) && (readRun(folder)?.merge_of ?? null) === null);
  return finished.reverse().map((folder) => ({ folder, record: readRecord(folder) }));
}

function readRecord(folder: RunFolder): DecidedRun['record'] {
  try {
    if (checkDecisions(folder).length > 0) return null;
    const file = runFile(folder, 'scorecard.json');
    const scorecardSha256 = sha256Hex(readFileSync(file, 'utf8'));
    return { scorecard: readStored('scorecard', file), scorecardSha256, decisions: listDecisions(folder) };
  } catch (error) {
    // One damaged run must not prevent learning from the others.
    if (error instanceof HydraError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
