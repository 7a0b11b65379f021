// Scoring and replaying runs.
export { decideTests } from './accept.ts';
export { answerQuestion, openQuestions } from './answer.ts';
export type { Candidate } from './candidates.ts';
export { describeRun, findGitVersion, type Snapshots } from './describe-run.ts';
export { diffCandidates } from './diff-candidates.ts';
export { type FailingTest, readFailingTests } from './failing-tests.ts';
export { plantedFailure } from './parse-capture.ts';
export { openPinning } from './pinning.ts';
export {
  type Elsewhere,
  findAcceptance,
  inNewRun,
  type Pool,
  type PreparedRun,
  planBase,
  planFor,
  prepareRun,
  type RunPlace,
  type SubjectPlanning,
} from './prepare-run.ts';
export { readBaseline, readTests } from './read-run.ts';
export { replayRun } from './replay.ts';
export { combineCandidates, copyAgents, restoreCandidates, scoreAgain, unusedName } from './rescore.ts';
export { readWorkingConfig, type SettingsRequest } from './run-settings.ts';
export {
  captureUntilSettled,
  openCapturerFor,
  resumeRun,
  type ScoredRun,
  type ScoreOptions,
  type ScoreRequest,
  scoreCandidates,
  scorePrepared,
  scoreSnapshots,
  takeSnapshots,
} from './score.ts';
export { acceptanceSource, copySources, type StoredSource, storeSource } from './test-sources.ts';
export { type WrittenAnswers, writeAnswered } from './write-answered.ts';
export { writeDiffs } from './write-diffs.ts';
