// Learns weights from the merges of past runs.
export type { RunRecord } from './choice.ts';
export { winnerUnder } from './past-runs.ts';
export { tuneWeights } from './tune-weights.ts';
