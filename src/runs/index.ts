// Stored runs: list, figures about agents, inspect, verify, and whether one is running, finished or interrupted.
export { listAttempts, summarizeAgents } from './agent-attempts.ts';
export { tellStory } from './agent-story.ts';
export { readAttestedRun, readCandidateTree } from './attested-run.ts';
export { commitOfCandidate } from './candidate-commit.ts';
export { readChangedFile } from './changed-file.ts';
export { collectReport, readReportTemplate } from './collect-report.ts';
export { findExchangedCaptures } from './exchanged-captures.ts';
export { describeDetail, describeEntry, findLog, findPatch, patchBetweenCandidates, searchLog } from './inspect.ts';
export { findInterrupted, inWorkArea, isFinished, readRun } from './lifecycle.ts';
export { listExecutions } from './list-executions.ts';
export { type DecidedRun, readMergeHistory } from './merge-history.ts';
export { cleanRuns, listOverviews, listRunFolders, locateRun, namesRun, type RunResult, readResult } from './runs.ts';
export { refuseUnfinished } from './status.ts';
export { summarizeList } from './summarize-list.ts';
export { verifyRun } from './verify.ts';
