// Runs on several machines: plans, shards and their collection.
export { captureShard } from './capture-shard.ts';
export { collectParts } from './collect.ts';
export { writePlan } from './plan.ts';
export { parseShard } from './shards.ts';
