// Compares two versions of source files by their tokens. Pure: texts in, counts out.

export { countChanges } from './changes/count-changes.ts';
export { describeTextChange, isReadable, type QuietSpan } from './changes/text-change.ts';
