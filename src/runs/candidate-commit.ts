// Restores the commit of a candidate of a stored run.
import { join } from 'node:path';
import { hydraError, type Run } from '../contract/index.ts';
import { type ObjectStore, type Repository, type ResolvedCommit, resolveCommit, snapshotPatch } from '../git/index.ts';
import { type RunFolder, subjectFolder } from '../store/index.ts';

/**
 * The commit with the tree that was scored. From the stored patch if the repository does not have it: branches may have moved
 * or been deleted since the run.
 */
export async function commitOfCandidate(
  { repository, objects, folder }: { repository: Repository; objects: ObjectStore; folder: RunFolder },
  { commit, tree, name }: Run['candidates'][number],
  base: ResolvedCommit,
): Promise<ResolvedCommit> {
  if ((await resolveCommit(repository, commit))?.tree === tree) return { commit, tree };
  const patch = join(subjectFolder(folder, { kind: 'candidate', name }), 'diff.patch');
  return { commit: await commitOfPatch(objects, base, tree, patch), tree };
}

async function commitOfPatch(objects: ObjectStore, base: ResolvedCommit, tree: string, file: string): Promise<string> {
  const snapshot = await snapshotPatch(objects, base, file);
  if (snapshot.tree === tree) return snapshot.commit;
  throw hydraError('patch_does_not_apply', { reason: 'it gives another tree' }, { place: { file } });
}
