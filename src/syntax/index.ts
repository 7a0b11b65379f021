// Compares two versions of source files by their tokens. Pure: texts in, counts out.

export { countChanges, type FileVersions, type SyntaxCounts } from './count-changes.ts';
