// Compares two versions of source files by their tokens. Pure: texts in, counts out.

export { countChanges } from './count-changes.ts';
export { isKnownLanguage } from './languages/index.ts';
