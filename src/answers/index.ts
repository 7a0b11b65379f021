// Calls that no test makes, and what trees return for them. Pure.
export { answersOf } from './answers-of.ts';
export { callsIn } from './calls/calls-in.ts';
export type { FoundCall } from './calls/found-call.ts';
export { type ChosenProbe, chooseProbes, type SourceCall } from './choose-probes.ts';
export { callAtLine } from './harness/answers-program.ts';
export { ANSWERS_FILE_VARIABLE, writeAnswers } from './harness/index.ts';
export { readAnswers, type TreeAnswers } from './read-answers.ts';
