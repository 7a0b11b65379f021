// Room pipeline: what an agent left, committed or not -> a commit in the object store. Only the tree crosses over:
// nothing of the clone's git, where settings and hooks may be hostile.
import { existsSync } from 'node:fs';
import { HydraError } from '../contract/index.ts';
import { listLeftBranches, type ObjectStore, type ResolvedCommit, snapshotCommitOf, snapshotFolder } from '../git/index.ts';

export interface LeftWork {
  commit: ResolvedCommit;
  /** What whoever looks at the candidate should know; null for nothing. */
  warning: string | null;
}

/** `without` was there before the agent came: dependencies and files that the user brings. */
export async function snapshotWork(
  objects: ObjectStore,
  base: ResolvedCommit,
  folder: string,
  without: readonly string[],
): Promise<LeftWork> {
  if (!existsSync(folder)) return { commit: base, warning: 'the agent removed its workspace, so it changed nothing' };
  try {
    const commit = await snapshotFolder(objects, base, folder, without);
    return commit.tree === base.tree ? await workOnBranch(objects, base, folder) : { commit, warning: null };
  } catch (error) {
    // An agent can leave a tree that git cannot store; that is its result, not the end of the race.
    if (!(error instanceof HydraError)) throw error;
    return { commit: base, warning: `what the agent left could not be stored, so it counts as nothing: ${error.message}` };
  }
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
