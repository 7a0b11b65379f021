// Plans and runs the checks on trees; later stages work on the stored captures.
export { chooseCanaries } from './canary.ts';
export { type Capturer, knownDurations, openCapturer } from './capture.ts';
export { diskLimit, OUTPUT_LIMIT_BYTES, rawFiles } from './check.ts';
export { buildTargets, planChecks, planMetricChecks } from './checks.ts';
export { type EventLog, type NewEvent, openEventLog } from './event-log.ts';
export type { JobOutcome, RemoteExecutor, SharedCaptures, TreeJob } from './executor.ts';
export { Installations } from './installations.ts';
export { type Machine, openMachine, openWorkerMachine } from './machine.ts';
export { copyMasked, createMasker, MASK, maskText, type SecretMasker, writtenForms } from './mask-secrets.ts';
export { parseFiles, summarizeTests } from './parse-capture.ts';
export { openSelector, planAcceptance, planBaseline, planCandidate, type TestSelector } from './plan/first-captures.ts';
export { planFurther } from './plan/further-captures.ts';
export { planBaseCoverage } from './plan/plan-coverage.ts';
export { requestChangesResults } from './plan/plan-plain-run.ts';
export type { AbsentAuthor, Standing } from './plan/planning.ts';
export type { TestSource } from './plan/test-sources.ts';
export type { PlannedCapture, SubjectTrees } from './planned.ts';
export type { CaptureStage } from './stage.ts';
