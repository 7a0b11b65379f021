// Plans and runs the checks on trees; later stages work on the stored captures.
export { type Capturer, knownDurations, openCapturer } from './capture.ts';
export { diskLimit, OUTPUT_LIMIT_BYTES, rawFiles } from './check.ts';
export { measurableFiles } from './coverage/coverage-request.ts';
export { type EventLog, type NewEvent, openEventLog } from './event-log.ts';
export type { JobOutcome, RemoteExecutor, SharedCaptures, TreeJob } from './executor.ts';
export { Installations } from './installations.ts';
export { type Machine, openMachine, openWorkerMachine } from './machine.ts';
export { copyMasked, createMasker, MASK, maskText, type SecretMasker, writtenForms } from './mask-secrets.ts';
export type { CaptureStage } from './stage.ts';
