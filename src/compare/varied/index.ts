// Copies of the base's tests under other names and with wrong expected values, and their results.
export { chooseVaried } from './choose.ts';
export {
  isControl,
  judgeVaried,
  passesOriginal,
  runsNeeded,
  suspectTests,
  type VariedSubject,
  type VariedTest,
  variedFiles,
  variedSubjects,
  variedTests,
} from './verdict.ts';
