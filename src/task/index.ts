// The text of a task in, its examples out.
export { neededNames } from './needed-names.ts';
export { readExamples } from './read-examples.ts';
export { callOnSubject } from './subject.ts';
export type { CodeLanguage } from './syntax.ts';
export { asValue } from './value.ts';
