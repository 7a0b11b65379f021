// Merges a candidate into the user's branch after checking the merged tree.
export { isDecided, orderBlind, recordPick } from './blind-pick.ts';
export { listBranches } from './list-branches.ts';
export { mergeCandidate } from './merge.ts';
export { answerOf } from './plan-answer.ts';
export type { Destination, MergePlan } from './request.ts';
