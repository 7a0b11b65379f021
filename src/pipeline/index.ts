// The stages in order, and the commands made of them.
export { openInBrowser } from '../exec/index.ts';
export { decideTests } from './accept.ts';
export { collectReport } from './collect-report.ts';
export { DEMO_TASK, scoreDemo } from './demo.ts';
export { diffCandidates } from './diff-candidates.ts';
export { adviceFor } from './doctor/advice.ts';
export { compareByHand } from './doctor/compare-by-hand.ts';
export { findProjectRoot } from './doctor/detect-project.ts';
export { examine } from './doctor/examine.ts';
export { describeAgents } from './doctor/examine-agents.ts';
export type { Examined } from './doctor/examined.ts';
export type { SearchProgress } from './doctor/find-commands.ts';
export { type PlannedCommand, type PlannedSettings, planSettings, writeSettings } from './doctor/plan-settings.ts';
export { PROPOSED_CHECKS, type ProposedCheck } from './doctor/proposal.ts';
export { proveChecks } from './doctor/prove.ts';
export {
  describeDetail,
  describeEntry,
  findLog,
  findPatch,
  patchBetweenCandidates,
  searchLog,
} from './inspect-run.ts';
export { listExecutions } from './list-executions.ts';
export { mergeCandidate } from './merge/merge.ts';
export type { Destination, MergePlan } from './merge/request.ts';
export { raceAgents } from './race.ts';
export { cancelAgent, findRacers } from './race-control.ts';
export { taskOfRun, writeTaskInEditor } from './race-task.ts';
export { replayRun } from './replay.ts';
export { cleanRuns, listOverviews, listRunFolders, locateRun, namesRun, readResult } from './runs.ts';
export { resumeRun, type ScoredRun, scoreCandidates } from './score.ts';
export { verifyRun } from './verify.ts';
