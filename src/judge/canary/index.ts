// Failing tests that Hydra adds, and their results.
export { canaryBeside, canaryCopy, siblingsByFolder } from './place.ts';
export {
  combineVerdicts,
  failuresExpected,
  failuresIn,
  isReported,
  judgeCanaries,
  placeCanaries,
  reportsAddedFailure,
} from './verdict.ts';
