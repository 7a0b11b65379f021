// The only module that runs git.

export { listAddedRepositories, listLeftBranches, snapshotCommitOf } from './agent-branches.ts';
export { blobSizes, readBlobs } from './blobs.ts';
export {
  currentBranch,
  hooksFolder,
  importCommit,
  isBranchName,
  listBranchNames,
  moveBranch,
  resolveBranch,
  switchFiles,
  uncommittedChanges,
  whoCommits,
  worktreeOf,
} from './branches.ts';
export { createBundleRepository, listTagsOf, readBundle, writeBundle } from './bundle.ts';
export { type CheckedOut, type CheckoutSource, checkOut, listUntracked, restoreTrackedFiles, switchCommit } from './checkout.ts';
export { knownHeads } from './checkout-history.ts';
export { commitTree, listCommits, type MessageParts, messageOf, type Person } from './commits.ts';
export { type ChangeCounts, countChanges } from './count-changes.ts';
export { compareTrees, diffTrees, patchBetween, type TreeComparison } from './diff.ts';
export { clearIndexLock, foreignChanges, resetFiles } from './interrupted-checkout.ts';
export { leaveOutLargeFiles } from './large-files.ts';
export { type LayOverRules, layTestsOver } from './lay-tests-over.ts';
export { leaveOut } from './leave-out.ts';
export { listMissingLfsFiles } from './lfs.ts';
export { mergeTrees } from './merge-trees.ts';
export { findMissingChanges } from './missing-changes.ts';
export { createObjectStore, createRepository, type ObjectStore } from './object-store.ts';
export { pickFile, pickHunk } from './pick.ts';
export { pinTree } from './pinned-tree.ts';
export { replaceInChanges } from './replace-in-tree.ts';
export {
  countCommits,
  findMergeBases,
  findRepository,
  isPartOfTree,
  type Repository,
  type ResolvedCommit,
  refuseMissingObjects,
  resolveCommit,
  resolveCommits,
} from './repository.ts';
export {
  compareStates,
  foldersOf,
  type RepositoryChange,
  type RepositoryState,
  readRepositoryState,
} from './repository-state.ts';
export { commitCandidate, snapshotFolder, snapshotPatch, snapshotWhatCanBe } from './snapshot.ts';
export { openSourceTexts, type SourceTexts } from './source-texts.ts';
export { checkOutStaged, listIgnoredFolders, runHook, stagedTree } from './staged-tree.ts';
export { listBlobs, listFiles, listTopFiles, readTreeFile, readTreeFiles, readTreeObject } from './tree.ts';
export { commitWithFiles, type LaidFile } from './tree-with-files.ts';
export { filesInTheWay } from './untracked-conflicts.ts';
export { listNew, listRewritten, listSubmodules, listTracked, type ViewedCheckout } from './written-files.ts';
