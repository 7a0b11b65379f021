// Isolated checkouts, set-up, dependency reuse.
export { addFiles, removeFiles } from './add-files.ts';
export type { ConfinementOptions } from './confinement.ts';
export { fingerprintCopied } from './copy-untracked.ts';
export { type DetectedSetup, decidesSetup, detectSetup, isManifestAsked } from './detect-setup.ts';
export { type Manifests, readManifests } from './manifests.ts';
export { removeFolder } from './remove-folder.ts';
export {
  copyInstalled,
  isInstalled,
  isSetUp,
  keptFolder,
  listOldSetups,
  planSetup,
  runSetup,
  type SetupPlan,
  setupCommand,
  toolStamp,
} from './set-up.ts';
export { createWorkArea, removeStaleWorkAreas } from './work-area.ts';
export {
  applyFileTimes,
  beginCommand,
  createWorkspace,
  OTHER_IDENTITY,
  removeWorkspace,
  renewReports,
  resetWorkspace,
  switchWorkspace,
  type Workspace,
  type WorkspaceSandbox,
} from './workspace.ts';
