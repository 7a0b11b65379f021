// Copies of the base's tests under other names, with wrong expected values and with other inputs, and their results.
export { inputTests, isUnanswered } from './answers.ts';
export { chooseInSteps } from './choose.ts';
export { judgeVaried } from './judge.ts';
export {
  isControl,
  passesOriginal,
  runsNeeded,
  suspectTests,
  type VariedSubject,
  type VariedTest,
  variedFiles,
  variedSubjects,
  variedTests,
  variedTestsInSteps,
} from './verdict.ts';
