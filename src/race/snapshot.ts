// What an agent left, committed or not -> a commit in the object store. Only the tree crosses over:
// nothing of the clone's git, where settings and hooks may be hostile.
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
  /** What whoever looks at the candidate should know; null for nothing. */
  warning: string | null;
}

const MEGABYTE = 1024 * 1024;
/** What is larger cannot be shown, and no forge takes it; it is a download or a dump, not work. */
const SIZE_LIMITS = { fileBytes: 100 * MEGABYTE, totalBytes: 500 * MEGABYTE };

/** `without` was there before the agent came: dependencies and files that the user brings. */
export async function snapshotWork(
  objects: ObjectStore,
  base: ResolvedCommit,
  folder: string,
  without: readonly string[],
): Promise<LeftWork> {
  const whole = await snapshotAll(objects, base, folder, without);
  const { commit, leftOut } = await leaveOutLargeFiles(objects, base, whole.commit, SIZE_LIMITS);
  if (leftOut.length === 0) return whole;
  const large = `files that are too large to be compared do not count: ${summarizeList(leftOut)}`;
  return { commit, warning: [...(whole.warning === null ? [] : [whole.warning]), large].join('; ') };
}

async function snapshotAll(
  objects: ObjectStore,
  base: ResolvedCommit,
  folder: string,
  without: readonly string[],
): Promise<LeftWork> {
  if (!existsSync(folder)) return { commit: base, warning: 'the agent removed its workspace, so it changed nothing' };
  try {
    const { commit, problem } = await snapshotWhatCanBe(objects, base, folder, without);
    const missing = problem === null ? null : `some of what the agent left could not be stored and does not count: ${problem}`;
    if (commit.tree === base.tree && missing === null) return await workOnBranch(objects, base, folder);
    return { commit, warning: missing ?? (await warnOfRepositories(objects, base, commit)) };
  } catch (error) {
    // An agent can leave a tree that git cannot store; that is its result, not the end of the race.
    if (!(error instanceof HydraError)) throw error;
    return { commit: base, warning: `what the agent left could not be stored, so it counts as nothing: ${error.message}` };
  }
}

async function warnOfRepositories(objects: ObjectStore, base: ResolvedCommit, commit: ResolvedCommit): Promise<string | null> {
  const folders = await listAddedRepositories(objects, base, commit);
  return folders.length === 0
    ? null
    : `the agent left repositories of their own, whose files do not count: ${folders.join(', ')}`;
}

/** The working tree is as it was: the work may be on a branch that is not checked out. */
async function workOnBranch(objects: ObjectStore, base: ResolvedCommit, folder: string): Promise<LeftWork> {
  const branches = await listLeftBranches(folder, base);
  for (const { name, commit } of branches) {
    const snapshot = await snapshotCommitOf(objects, base, folder, commit);
    if (snapshot.tree === base.tree) continue;
    const others = branches.length > 1 ? ', the newest of its branches' : '';
    return { commit: snapshot, warning: `the working tree is unchanged; what counts is the branch ${name}${others}` };
  }
  return { commit: base, warning: null };
}
