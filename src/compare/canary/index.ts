// Failing tests of Hydra's own, and what becomes of them.
export { canaryBeside, siblingsByFolder } from './place.ts';
export { combineVerdicts, judgeCanaries, placeCanaries } from './verdict.ts';
