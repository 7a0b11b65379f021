export { openQueue } from './open-queue.ts';
export type { Queue, QueueTimings } from './queue.ts';
