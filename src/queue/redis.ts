// BullMQ on Redis. One connection serves all requests; each worker has a second one that blocks until there is a job.
import type { Queue as BullQueue } from 'bullmq';
import { type Database, type JobData, Listeners, type LiveWorker, NAMESPACE, queueName, type WorkerRecord } from './database.ts';
import type { BullMq, IoRedis } from './packages.ts';

const POOLS_KEY = `${NAMESPACE}:pools`;
/** A hash: workers by pool and name, each with the time when it stops counting as alive. */
const WORKERS_KEY = `${NAMESPACE}:workers`;
const MAX_RECONNECT_DELAY_MS = 2000;
const KEEP_ALIVE_MS = 10_000;

interface StoredWorker extends LiveWorker {
  aliveUntilMs: number;
}

export function openRedis(packages: { bullmq: BullMq; ioredis: IoRedis }, url: string, address: string): Database {
  const { bullmq, ioredis } = packages;
  const listeners = new Listeners();
  const redis = new ioredis.Redis(url, {
    lazyConnect: true,
    keepAlive: KEEP_ALIVE_MS,
    // BullMQ requires this of a connection that a worker shares: requests wait for the next connection.
    maxRetriesPerRequest: null,
    retryStrategy: (times) => Math.min(50 * 2 ** times, MAX_RECONNECT_DELAY_MS),
  });
  redis.on('error', listeners.notify);
  const queues = new Map<string, BullQueue<JobData>>();
  const base = { connection: redis, prefix: NAMESPACE };

  async function clockMs(): Promise<number> {
    const [seconds, microseconds] = await redis.time();
    return Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);
  }

  return {
    address,
    usesWorkerClock: false,
    clockMs,

    async init() {
      await this.connect();
      await redis.ping();
    },

    connect: () =>
      new Promise((resolve, reject) => {
        if (redis.status === 'ready') return resolve();
        const settle = (error?: Error) => {
          redis.off('ready', settle).off('error', settle).off('end', onEnd);
          if (error === undefined) resolve();
          else reject(error);
        };
        const onEnd = () => settle(new bullmq.ConnectionClosedError());
        redis.once('ready', settle).once('error', settle).once('end', onEnd);
        // The listeners above get the outcome.
        if (redis.status === 'wait') redis.connect().catch(() => {});
      }),

    queueOf(pool) {
      let queue = queues.get(pool);
      if (queue === undefined) {
        queue = new bullmq.Queue<JobData>(queueName(pool), base);
        // The shared connection reports the same errors.
        queue.on('error', () => {});
        queues.set(pool, queue);
      }
      return queue;
    },

    createWorker: (pool, processor, options) => new bullmq.Worker<JobData>(queueName(pool), processor, { ...base, ...options }),

    async addPool(pool) {
      await redis.sadd(POOLS_KEY, pool);
    },

    pools: () => redis.smembers(POOLS_KEY),

    async record(worker, aliveMs) {
      const now = await clockMs();
      const stored: StoredWorker = { ...worker, lastSeenMs: now, aliveUntilMs: now + aliveMs };
      await redis.hset(WORKERS_KEY, fieldOf(worker), JSON.stringify(stored));
    },

    async forget(pool, name) {
      await redis.hdel(WORKERS_KEY, fieldOf({ pool, name }));
    },

    async workers() {
      const now = await clockMs();
      const stored = Object.values(await redis.hgetall(WORKERS_KEY)).map((text): StoredWorker => JSON.parse(text));
      const expired = stored.filter(({ aliveUntilMs }) => aliveUntilMs < now);
      if (expired.length > 0) await redis.hdel(WORKERS_KEY, ...expired.map(fieldOf));
      return stored.filter(({ aliveUntilMs }) => aliveUntilMs >= now);
    },

    onError: (listener) => listeners.add(listener),

    async close() {
      await Promise.allSettled([...queues.values()].map((queue) => queue.close()));
      redis.disconnect();
    },
  };
}

function fieldOf({ pool, name }: Pick<WorkerRecord, 'pool' | 'name'>): string {
  return JSON.stringify([pool, name]);
}
