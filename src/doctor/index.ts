// Finds working commands for a repository, and checks that they measure something.
export { adviceFor } from './advice.ts';
export { compareByHand } from './compare-by-hand.ts';
export { diagnose } from './diagnose.ts';
export { describeAgents } from './diagnose-agents.ts';
export type { Diagnostic } from './diagnostic.ts';
export type { SearchProgress } from './find-commands.ts';
export { findProjectRoot, type PlannedCommand, type PlannedSettings, planSettings, writeSettings } from './plan-settings.ts';
export { PROPOSED_CHECKS, type ProposedCheck } from './proposal.ts';
export { proveChecks } from './prove.ts';
