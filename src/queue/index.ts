export { openQueue } from './open-queue.ts';
export type { JobControl, PoolState, Queue, QueueEvent, QueueTimings } from './queue.ts';
