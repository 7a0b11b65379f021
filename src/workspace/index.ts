// Isolated checkouts, set-up, dependency reuse.
export { addFiles, removeFiles } from './add-files.ts';
export { stampBrought } from './bring-files.ts';
export { type DetectedSetup, detectSetup, isManifestAsked } from './detect-setup.ts';
export { type Manifests, readManifests } from './manifests.ts';
export { removeFolder } from './remove-folder.ts';
export {
  copyInstalled,
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
export { createWorkspace, putInOrder, removeWorkspace, switchWorkspace, type Workspace } from './workspace.ts';
