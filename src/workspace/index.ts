// Room workspace: isolated trees, set-up, dependency reuse.
export { addFiles, removeFiles } from './add-files.ts';
export { stampBrought } from './bring-files.ts';
export { detectSetup } from './detect-setup.ts';
export { removeFolder } from './remove-folder.ts';
export { copyInstalled, isInstalled, listOldSetups, planSetup, runSetup, type SetupPlan, toolStamp } from './set-up.ts';
export { createWorkArea, removeStaleWorkAreas } from './work-area.ts';
export { createWorkspace, putInOrder, removeWorkspace, switchWorkspace, type Workspace } from './workspace.ts';
