// Run folders: layout, hashes, cache. Independent of the meaning of the files.
export {
  copyFiles,
  describeFile,
  listTree,
  removeTemporaries,
  writeFileAtomically,
  writeFolderAtomically,
} from './atomic-files.ts';
export { type CachedCapture, findCachedCapture, hasStoredFiles, listOldCaptures, storeCachedCapture } from './capture-cache.ts';
export { CaptureSeals } from './capture-seals.ts';
export { addDecision, checkDecisions, listDecisions, refuseUnsafeDecisions, removeUnfinishedDecisions } from './decisions.ts';
export { checkManifest, findChangedFiles, LIVE_FILE, updateManifest, writeManifest } from './manifest.ts';
export { openPrivateFolder } from './private-folder.ts';
export {
  AGENT_FOLDER,
  BASELINE,
  captureFolder,
  type RunFolder,
  readStored,
  readStoredIfPresent,
  runFile,
  type Subject,
  subjectFolder,
  writeStored,
} from './run-folder.ts';
export {
  createRun,
  findRun,
  findRunFolder,
  listRuns,
  listUnbegunRuns,
  locateStore,
  openStore,
  removeRun,
  type Store,
} from './runs.ts';
export { openSharedStore } from './shared/open-shared-store.ts';
export { packFolder } from './shared/pack-folder.ts';
export { retrying } from './shared/retrying.ts';
export type { SharedStore } from './shared/shared-store.ts';
export { unpackFolder } from './shared/unpack-folder.ts';
