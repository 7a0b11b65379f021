// BullMQ on PostgreSQL, in a schema of its own. All requests share a small pool of connections; each worker has a pool
// of its own and one more connection that listens for jobs.
import type { Queue as BullQueue, Worker as BullWorker, PostgresConnection } from 'bullmq';
import { type Database, type JobData, Listeners, NAMESPACE, queueName } from './database.ts';
import { isConnectionLoss, reasonOf } from './failures.ts';
import type { BullMq } from './packages.ts';

/** Any number that BullMQ does not use for its own migrations. */
const MIGRATION_LOCK = 1_213_809_746;
const CONNECTIONS_PER_POOL = 2;

/** Beside the tables of BullMQ; `IF NOT EXISTS` alone fails when two sessions run it at once. */
const TABLES = `
  BEGIN;
  SELECT pg_advisory_xact_lock(${MIGRATION_LOCK});
  CREATE TABLE IF NOT EXISTS ${NAMESPACE}.hydra_pool (name text PRIMARY KEY);
  CREATE TABLE IF NOT EXISTS ${NAMESPACE}.hydra_worker (
    pool text NOT NULL,
    name text NOT NULL,
    state text NOT NULL,
    seen_at timestamptz NOT NULL,
    alive_until timestamptz NOT NULL,
    PRIMARY KEY (pool, name)
  );
  COMMIT`;

const RECORD = `
  INSERT INTO hydra_worker (pool, name, state, seen_at, alive_until)
  VALUES ($1, $2, $3, clock_timestamp(), clock_timestamp() + $4 * interval '1 millisecond')
  ON CONFLICT (pool, name) DO UPDATE
  SET state = excluded.state, seen_at = excluded.seen_at, alive_until = excluded.alive_until`;

const LIVE_WORKERS = `
  SELECT state, extract(epoch FROM seen_at) * 1000 AS seen_ms
  FROM hydra_worker WHERE alive_until >= clock_timestamp()`;

export function openPostgres(bullmq: BullMq, url: string, address: string, timeoutMs: number): Database {
  const listeners = new Listeners();
  const connection = { ...connectionOptions(url, timeoutMs), schema: NAMESPACE, max: CONNECTIONS_PER_POOL };
  const { Queue, Worker } = bullmq.withBackend(
    (name, options: { connection: typeof connection }, { withBlockingConnection } = {}) =>
      withBlockingConnection === true
        ? bullmq.createPostgresBackend(name, options, { withBlockingConnection })
        : new bullmq.PostgresQueueBackend(current(), name, options, false),
  );
  let shared: PostgresConnection | null = null;
  const queues = new Map<string, BullQueue<JobData>>();

  function current(): PostgresConnection {
    if (shared === null) {
      shared = new bullmq.PostgresConnection(connection);
      shared.on('error', listeners.notify);
      markLostConnections(shared, bullmq.ConnectionClosedError);
    }
    return shared;
  }

  /** Closes what it has, so that the next request starts with a new connection. */
  async function discard(): Promise<void> {
    const closing = shared;
    shared = null;
    const unused = [...queues.values()];
    queues.clear();
    await Promise.allSettled(unused.map((queue) => queue.close()));
    await closing?.close();
  }

  async function query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await current().pool.query<Row>(text, values)).rows;
  }

  return {
    address,
    usesWorkerClock: true,

    async init() {
      const client = await current().pool.connect();
      try {
        await bullmq.runMigrations(client, NAMESPACE);
        await client.query(TABLES);
      } finally {
        client.release();
      }
    },

    async connect() {
      const used = current();
      try {
        await used.waitUntilReady();
      } catch (error) {
        // BullMQ would repeat this error for ever.
        if (shared === used) await discard().catch(() => {});
        throw error;
      }
    },

    queueOf(pool) {
      let queue = queues.get(pool);
      if (queue === undefined) {
        queue = new Queue<JobData>(queueName(pool), { connection }) as unknown as BullQueue<JobData>;
        // The shared connection reports the same errors.
        queue.on('error', () => {});
        queues.set(pool, queue);
      }
      return queue;
    },

    createWorker(pool, processor, options) {
      const worker = new Worker<JobData>(queueName(pool), processor, { ...options, connection });
      const backend: unknown = worker.getBackend();
      if (backend instanceof bullmq.PostgresQueueBackend) markLostConnections(backend.connection, bullmq.ConnectionClosedError);
      return worker as unknown as BullWorker<JobData>;
    },

    async clockMs() {
      const [row] = await query<{ ms: string }>('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms');
      return Number(row?.ms);
    },

    async addPool(pool) {
      await query('INSERT INTO hydra_pool (name) VALUES ($1) ON CONFLICT DO NOTHING', [pool]);
    },

    async pools() {
      const rows = await query<{ name: string }>('SELECT name FROM hydra_pool');
      return rows.map(({ name }) => name);
    },

    async record(worker, aliveMs) {
      await query("DELETE FROM hydra_worker WHERE alive_until < clock_timestamp() - interval '1 day'");
      await query(RECORD, [worker.pool, worker.name, JSON.stringify(worker), aliveMs]);
    },

    async forget(pool, name) {
      await query('DELETE FROM hydra_worker WHERE pool = $1 AND name = $2', [pool, name]);
    },

    async workers() {
      const rows = await query<{ state: string; seen_ms: string }>(LIVE_WORKERS);
      return rows.map(({ state, seen_ms }) => ({ ...JSON.parse(state), lastSeenMs: Number(seen_ms) }));
    },

    onError: (listener) => listeners.add(listener),
    close: discard,
  };
}

/** `options` of the address would replace the search path that BullMQ sets, so they are passed beside the address. */
function connectionOptions(url: string, timeoutMs: number): Record<string, unknown> {
  const parsed = new URL(url);
  const options = parsed.searchParams.get('options');
  parsed.searchParams.delete('options');
  return {
    connectionString: parsed.href,
    application_name: 'hydra',
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    ...(options === null ? {} : { options }),
  };
}

/**
 * BullMQ waits and tries again after a refused connection only. A PostgreSQL that restarts also ends connections and
 * refuses sessions with other errors: BullMQ would take these for a failure of the job, or repeat the request without a pause.
 */
export function markLostConnections<Values extends unknown[]>(
  { pool }: { pool: { query(...values: Values): Promise<unknown> } },
  ConnectionClosedError: new (message: string) => Error,
): void {
  const query = pool.query.bind(pool);
  pool.query = async (...values) => {
    try {
      return await query(...values);
    } catch (error) {
      throw isConnectionLoss(error) ? new ConnectionClosedError(reasonOf(error)) : error;
    }
  };
}
