// Compares the results of the baseline with those of the candidates and builds the facts.

export { attributionRuns, fixedTests, productUnits, restoredParts, testsWithoutSource } from './attribution.ts';
export { filesWithTests, textOfTests } from './base-tests.ts';
export {
  canaryBeside,
  canaryCopy,
  failuresExpected,
  failuresIn,
  isReported,
  placeCanaries,
  reportsAddedFailure,
  siblingsByFolder,
} from './canary/index.ts';
export { canRunTests, changeCoverage, hasPassingTests, measuredRuns } from './change-coverage.ts';
export { changedCodeLines } from './changed-lines.ts';
export { classifyFile } from './classify-file.ts';
export { countedReports } from './counted-reports.ts';
export {
  acceptanceAuthor,
  authorsOf,
  candidateAuthors,
  openTests,
  runsOfCheck,
  type TestAuthor,
  taskTests,
} from './cross-tests.ts';
export { equalSourceNames } from './equal-sources.ts';
export { exercisingTests } from './exercising-tests.ts';
export { factsInSteps, factsOf } from './facts-of-run.ts';
export { compareIndependent, countedTests, showsTests } from './independent-run.ts';
export { type CaptureFacts, type ExampleChange, INTEGRITY_RULES, type IntegrityRule } from './integrity/index.ts';
export { type CheckReading, type ConsoleBesideReport, type MaybeReading, whyNotMeasured } from './measure.ts';
export { countFailed, countPassed, isOffline } from './network-needs.ts';
export { ownTests } from './own-tests.ts';
export { type BaseLayout, type ChangedText, describeBase, filesForLayout, planPinning } from './pinning/index.ts';
export { isProgramName } from './programs.ts';
export {
  type AnswerRun,
  attemptsOf,
  type CandidateCaptures,
  type CoverageRun,
  decidingTree,
  firstTestRun,
  type MetricRun,
  type RunReading,
  type SourceReading,
  type SubjectReading,
  type TestRun,
} from './run-reading.ts';
export { pinRustTests } from './rust-tests.ts';
export { withStableIds } from './stable-ids.ts';
export { idsChanged, mixedTests, testChanges } from './test-changes.ts';
export { completeStatusesOf, statusesOf, type TestStatuses } from './test-statuses.ts';
export {
  chooseInSteps,
  inputTests,
  isControl,
  isUnanswered,
  passesOriginal,
  runsNeeded,
  suspectTests,
  type VariedSubject,
  type VariedTest,
  variedFiles,
  variedSubjects,
  variedTests,
} from './varied/index.ts';
