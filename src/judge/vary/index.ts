// Copies of tests with other names, other expected values and other inputs.
export { type ChooseLiteral, copyTests, type ReadTests, readTests } from './copy-tests.ts';
export { type Draw, openDraw } from './draw.ts';
export { capitalized, nameLike, pathBeside } from './names.ts';
export { addedMessages, addedResult, fileFails, openTestIds, originalResult } from './results.ts';
