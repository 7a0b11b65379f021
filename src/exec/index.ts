// The only module that starts processes.
export type { DiskLimit } from './disk-watch.ts';
export { cleanEnvironment, inheritedEnvironment, looksLikeCredential, withheldVariables } from './environment.ts';
export { fingerprintMachine } from './fingerprint.ts';
export { openInBrowser } from './open-address.ts';
export { commonFolder, createOwnedFolder, ownerInName } from './owned-folder.ts';
export { endProcessesIn, identityOf, isAlive, type ProcessIdentity } from './processes.ts';
export { KNOWN_PROGRAMS, locateProgram } from './program-versions.ts';
export { type CommandEnding, runCommand } from './run-command.ts';
export { runInteractively } from './run-interactively.ts';
export { runLive } from './run-live.ts';
export { type ProgramResult, runProgram } from './run-program.ts';
export { canBeLayer, overlayCommand, overlayIn } from './sandbox/bubblewrap.ts';
export { probeSandbox } from './sandbox/probe.ts';
export type { Confinement, Overlay, Sandbox, SandboxView } from './sandbox/view.ts';
export { findVisibleFolders, programFolders, type VisibleFolders } from './sandbox/visible-folders.ts';
export { isFileFolderOrLink, openRegularFile, readLinkedFile, readRegularFile, readTreeText } from './untrusted-files.ts';
