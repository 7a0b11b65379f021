// Room git: the only room that runs git.
export { type CheckedOut, checkOut, listUntracked, restoreTrackedFiles } from './checkout.ts';
export { diffTrees, patchBetween } from './diff.ts';
export { createObjectStore, createRepository, type ObjectStore } from './object-store.ts';
export { pinTree } from './pinned-tree.ts';
export {
  findMergeBase,
  findRepository,
  isPartOfTree,
  listTags,
  type Repository,
  type ResolvedCommit,
  resolveCommit,
} from './repository.ts';
export { snapshotFolder, snapshotPatch } from './snapshot.ts';
export { listTopFiles, readTreeFile } from './tree.ts';
