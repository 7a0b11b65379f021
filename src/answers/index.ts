// Calls that no test makes, and what trees return for them. Pure.
export { type AnswersOfTrees, answersOf } from './answers-of.ts';
export { callsIn, type FoundCall, type SourceWithCalls } from './calls/calls-in.ts';
export { type ChosenProbe, chooseProbes, MAX_PROBES, type SourceCall } from './choose-probes.ts';
export type { AnswersTest, CallToMake } from './harness/answers-test.ts';
export { ANSWERS_FILE_VARIABLE, type AnswersFileInput, writeAnswers } from './harness/index.ts';
export { type AnswersText, readAnswers, type TreeAnswers } from './read-answers.ts';
export { type CallToVary, type Variation, varyCall } from './vary/vary-call.ts';
