// Room compare: baseline summary x candidate summary -> facts.
export { filesWithTests, textOfTests } from './base-tests.ts';
export { type CanaryVerdict, canariesInPlace, canaryBeside, judgeCanaries, siblingsByFolder } from './canary/index.ts';
export { compareRun, type TreeReading } from './compare-run.ts';
export { findIntegrityOfRun } from './integrity/gather.ts';
export type { CaptureFacts } from './integrity/index.ts';
export { type CheckReading, type MaybeReading, whyNotMeasured } from './measure.ts';
export { PIN_RULES } from './pin-rules.ts';
export { settleFlakes } from './settle-flakes.ts';
