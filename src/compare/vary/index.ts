// Copies of tests with other names and other expected values.
export { type ChooseLiteral, copyTests, type ReadTests, readTests } from './copy-tests.ts';
export { type Draw, openDraw } from './draw.ts';
export { capitalized, nameLike, pathBeside } from './names.ts';
export { addedResult, fileFails, isTestOf, originalResult } from './results.ts';
