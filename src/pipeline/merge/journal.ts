// Room pipeline: what a merge is about to change, written down before it does, so that one that was killed can be
// finished or taken back by the next. It is also the lock: one merge at a time in a repository.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Decision, hydraError, SCHEMA_VERSION } from '../../contract/index.ts';
import { identityOf, isAlive, type ProcessIdentity } from '../../exec/index.ts';
import { clearIndexLock, foreignChanges, type Repository, resetFiles, resolveBranch, worktreeOf } from '../../git/index.ts';
import { addDecision, findRun, type Store } from '../../store/index.ts';

const JOURNAL = 'merging.json';

interface Journal {
  schema_version: number;
  owner: ProcessIdentity | null;
  decision: Omit<Decision, 'number' | 'previous'>;
}

export function journalFile(store: Store): string {
  return join(store.path, JOURNAL);
}

/** Refused while another merge is at work. */
export function openJournal(store: Store, decision: Journal['decision']): void {
  const journal: Journal = { schema_version: SCHEMA_VERSION, owner: identityOf(process.pid), decision };
  try {
    writeFileSync(journalFile(store), JSON.stringify(journal), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw hydraError('merge_running', {});
    throw error;
  }
}

export function closeJournal(store: Store): void {
  rmSync(journalFile(store), { force: true });
}

/** Brings a merge that was killed to one side or the other: the branch says which. */
export async function recoverMerge(repository: Repository, store: Store): Promise<void> {
  const journal = readJournal(store);
  if (journal === null) return;
  if (journal.owner !== null && isAlive(journal.owner)) throw hydraError('merge_running', {});
  const { target, run_id: runId } = journal.decision;
  const branch = await resolveBranch(repository, target.branch);
  // The branch moves last: where it has, the files have too, and only the record may be missing.
  if (branch?.commit === target.to) recordOnce(store, runId, journal.decision);
  else if (branch !== null && branch.commit === target.from)
    await putFilesBack(repository, store, target.branch, branch.commit, target.to);
  closeJournal(store);
}

function readJournal(store: Store): Journal | null {
  if (!existsSync(journalFile(store))) return null;
  try {
    return JSON.parse(readFileSync(journalFile(store), 'utf8')) as Journal;
  } catch {
    // It was cut off while it was written, before anything had been changed.
    closeJournal(store);
    return null;
  }
}

function recordOnce(store: Store, runId: string, decision: Journal['decision']): void {
  const run = findRun(store, runId);
  addDecision(run, decision);
}

/** The working tree was clean when the merge began. What is neither side's version now is the user's, and stays. */
async function putFilesBack(repository: Repository, store: Store, branch: string, from: string, to: string): Promise<void> {
  const worktree = await worktreeOf(repository, branch);
  if (worktree === null) return;
  await clearIndexLock(worktree);
  const foreign = await foreignChanges(worktree, from, to);
  if (foreign.length > 0) {
    throw hydraError('merge_interrupted', { branch, files: foreign.slice(0, 5).join(', '), journal: journalFile(store) });
  }
  await resetFiles(worktree, from, to);
}
