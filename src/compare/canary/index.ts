// Failing tests that Hydra adds, and their results.
export { canaryBeside, siblingsByFolder } from './place.ts';
export { combineVerdicts, judgeCanaries, placeCanaries } from './verdict.ts';
