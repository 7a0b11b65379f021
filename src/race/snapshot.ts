// Turns the files of an agent, committed or not, into a commit in the object store. Copies only the tree,
// because settings and hooks of the clone may be hostile.
import { existsSync } from 'node:fs';
import { HydraError } from '../contract/index.ts';
import {
  leaveOutLargeFiles,
  listAddedRepositories,
  listLeftBranches,
  type ObjectStore,
  type ResolvedCommit,
  snapshotCommitOf,
  snapshotWhatCanBe,
} from '../git/index.ts';
import { summarizeList } from '../runs/index.ts';

export interface LeftWork {
  commit: ResolvedCommit;
  /** A warning for the reviewer; null for none. */
  warning: string | null;
}

const MEGABYTE = 1024 * 1024;
/** Larger files cannot be shown, and forges reject them; they are downloads or dumps, not work. */
const SIZE_LIMITS = { fileBytes: 100 * MEGABYTE, totalBytes: 500 * MEGABYTE };

/** `without` existed before the agent started: dependencies and files that the user provides. */
export async function snapshotWork(
  objects: ObjectStore,
  base: ResolvedCommit,
  folder: string,
  without: readonly string[],
): Promise<LeftWork> {
  const whole = await snapshotAll(objects, base, folder, without);
  const { commit, leftOut } = await leaveOutLargeFiles(objects, base, whole.commit, SIZE_LIMITS);
  if (leftOut.length === 0) return whole;
  const large = `files that are too large to compare do not count: ${summarizeList(leftOut)}`;
  return { commit, warning: [...(whole.warning === null ? [] : [whole.warning]), large].join('; ') };
}

async function snapshotAll(
  objects: ObjectStore,
  base: ResolvedCommit,
  folder: string,
  without: readonly string[],
): Promise<LeftWork> {
  if (!existsSync(folder)) return { commit: base, warning: 'the agent deleted its workspace, so it has no changes' };
  try {
    const { commit, problem } = await snapshotWhatCanBe(objects, base, folder, without);
    const missing = problem === null ? null : `some files of the agent could not be stored and do not count: ${problem}`;
    if (commit.tree === base.tree && missing === null) return await workOnBranch(objects, base, folder);
    return { commit, warning: missing ?? (await warnOfRepositories(objects, base, commit)) };
  } catch (error) {
    // A tree that git cannot store is the agent's result and must not end the race.
    if (!(error instanceof HydraError)) throw error;
    return { commit: base, warning: `the files of the agent could not be stored, so it has no changes: ${error.message}` };
  }
}

async function warnOfRepositories(objects: ObjectStore, base: ResolvedCommit, commit: ResolvedCommit): Promise<string | null> {
  const folders = await listAddedRepositories(objects, base, commit);
  return folders.length === 0 ? null : `the agent created nested repositories, whose files do not count: ${folders.join(', ')}`;
}

/** The working tree is unchanged: the work may be on a branch that is not checked out. */
async function workOnBranch(objects: ObjectStore, base: ResolvedCommit, folder: string): Promise<LeftWork> {
  const branches = await listLeftBranches(folder, base);
  for (const { name, commit } of branches) {
    const snapshot = await snapshotCommitOf(objects, base, folder, commit);
    if (snapshot.tree === base.tree) continue;
    const others = branches.length > 1 ? ', the newest of its branches' : '';
    return { commit: snapshot, warning: `the working tree is unchanged; scored the branch ${name}${others}` };
  }
  return { commit: base, warning: null };
}
