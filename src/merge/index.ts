// Merges a candidate into the user's branch, checked as it will be there.
export { mergeCandidate } from './merge.ts';
export type { Destination, MergePlan } from './request.ts';
