// Records the changes of a merge before it makes them, so that the next merge can complete or revert
// one that was killed. It is also the lock: one merge at a time per repository.
import { existsSync, linkSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Decision, hydraError, isMergeDecision, type MergeDecision, SCHEMA_VERSION } from '../contract/index.ts';
import { identityOf, isAlive, type ProcessIdentity } from '../exec/index.ts';
import { clearIndexLock, foreignChanges, type Repository, resetFiles, resolveBranch, worktreeOf } from '../git/index.ts';
import { addDecision, listDecisions, type RunFolder, removeUnfinishedDecisions, type Store } from '../store/index.ts';

const JOURNAL = 'merging.json';

interface Journal {
  schema_version: number;
  owner: ProcessIdentity | null;
  /** The run's folder, which may be anywhere. */
  folder: string;
  decision: Omit<MergeDecision, 'number' | 'previous'>;
}

export function journalFile(store: Store): string {
  return join(store.path, JOURNAL);
}

/** Refused while another merge is running. Created atomically: a partial journal would have no owner. */
export function openJournal(store: Store, run: RunFolder, decision: Journal['decision']): void {
  const journal: Journal = { schema_version: SCHEMA_VERSION, owner: identityOf(process.pid), folder: run.path, decision };
  const begun = `${journalFile(store)}.${process.pid}`;
  // A killed process of this number may have left it; a new file is never written through a link.
  rmSync(begun, { force: true });
  writeFileSync(begun, JSON.stringify(journal), { flag: 'wx', mode: 0o600 });
  try {
    linkSync(begun, journalFile(store));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw hydraError('merge_running', {});
    throw error;
  } finally {
    rmSync(begun, { force: true });
  }
}

export function closeJournal(store: Store): void {
  rmSync(journalFile(store), { force: true });
}

/** Completes or reverts a killed merge, depending on where the branch is. */
export async function recoverMerge(repository: Repository, store: Store): Promise<void> {
  const journal = readJournal(store);
  if (journal === null) return;
  if (journal.owner !== null && isAlive(journal.owner)) throw hydraError('merge_running', {});
  const { target } = journal.decision;
  const branch = await resolveBranch(repository, target.branch);
  // The branch moves last: if it has moved, the files are updated too, and only the record may be missing.
  if (branch?.commit === target.to) recordOnce(journal);
  else if (branch !== null && branch.commit === target.from)
    await putFilesBack(repository, store, target.branch, branch.commit, target.to);
  closeJournal(store);
}

function readJournal(store: Store): Journal | null {
  const found = lstatSync(journalFile(store), { throwIfNoEntry: false });
  if (found === undefined) return null;
  try {
    if (!found.isFile()) throw new Error('not a file');
    return JSON.parse(readFileSync(journalFile(store), 'utf8')) as Journal;
  } catch {
    // Not written by Hydra, so its content is unknown.
    closeJournal(store);
    return null;
  }
}

/** It may have been killed after that. A run removed meanwhile cannot store a record. */
function recordOnce({ folder: path, decision }: Journal): void {
  if (!existsSync(path)) return;
  const run: RunFolder = { id: basename(path), path };
  removeUnfinishedDecisions(run);
  const isSame = (earlier: Decision) =>
    isMergeDecision(earlier) && earlier.target.to === decision.target.to && earlier.at === decision.at;
  if (!listDecisions(run).some(isSame)) addDecision(run, decision);
}

/** The working tree was clean when the merge began. A file that matches neither side was changed by the user, and stays. */
async function putFilesBack(repository: Repository, store: Store, branch: string, from: string, to: string): Promise<void> {
  const worktree = await worktreeOf(repository, branch);
  if (worktree === null) return;
  await clearIndexLock(worktree);
  await putBack(store, worktree, branch, from, to);
}

export async function putBack(store: Store, worktree: string, branch: string, from: string, to: string): Promise<void> {
  const foreign = await foreignChanges(worktree, from, to);
  if (foreign.length > 0) {
    throw hydraError('merge_interrupted', { branch, files: foreign.slice(0, 5).join(', '), journal: journalFile(store) });
  }
  await resetFiles(worktree, from, to);
}
