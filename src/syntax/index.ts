// Compares two versions of source files by their tokens. Pure: texts in, counts out.

export { withComment } from './added-comment.ts';
export { countChanges } from './count-changes.ts';
export { describeTextChange, isReadable, type QuietSpan } from './text-change.ts';
