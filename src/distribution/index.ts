// Runs on several machines: plans, shards and their collection, pools of workers.
export { captureShard } from './capture-shard.ts';
export { collectParts } from './collect.ts';
export { describeQueue } from './describe-queue.ts';
export { writePlan } from './plan.ts';
export { findPool } from './pool.ts';
export { parseShard } from './shards.ts';
export { runWorker } from './worker.ts';
