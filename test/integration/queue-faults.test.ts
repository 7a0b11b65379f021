// Faults of workers, machines and databases: no job is lost, and no late result counts.
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import * as bullmq from 'bullmq';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { bullId, NAMESPACE, queueName } from '../../src/queue/database.ts';
import { openQueue } from '../../src/queue/index.ts';
import { type DatabaseName, isWithoutServices, type Service, startService } from '../services.ts';
import { temporaryFolder } from '../temporary-repository.ts';
import { PATIENT, QueueTest, SHORT } from './queue-workers.ts';
import { ensureProgram, PROJECT, runProgram } from './run-hydra.ts';

const Postgres = bullmq.withBackend(bullmq.createPostgresBackend);
const DATABASES: DatabaseName[] = ['PostgreSQL', 'Redis'];

describe.skipIf(isWithoutServices).each(DATABASES)('a queue on %s', (database) => {
  let service: Service;

  beforeAll(async () => {
    await ensureProgram();
    service = await startService(database);
    const queue = await openQueue(service.url, PATIENT);
    await queue.init();
    await queue.close();
  });

  test('completes the job of a killed worker on another worker', async () => {
    const scene = new QueueTest(service.url, SHORT);
    const queue = await scene.open();
    const one = await scene.startWorker('one');
    await queue.add({ id: 'a', pool: scene.pool, payload: scene.payload('a', 'hold') });
    await scene.untilEvent('run');
    expect(await queue.state('a', scene.pool)).toEqual({ state: 'active', attempts: 1, worker: 'one', reason: null });
    one.process.kill('SIGKILL');
    await scene.startWorker('two');
    await scene.untilEvent('run', 'two');
    const reason = 'worker `one` was lost';
    expect(await queue.state('a', scene.pool)).toEqual({ state: 'active', attempts: 2, worker: 'two', reason });
    scene.release();
    await scene.untilState(queue, 'a', 'completed');
    expect(scene.runs('a')).toEqual(['one', 'two']);
    expect(await queue.state('a', scene.pool)).toEqual({ state: 'completed', attempts: 2, worker: 'two', reason: null });
  });

  test('fails a job that lost two workers, and names both', async () => {
    const scene = new QueueTest(service.url, SHORT);
    const queue = await scene.open();
    await queue.add({ id: 'a', pool: scene.pool, payload: scene.payload('a', 'hold') });
    for (const name of ['one', 'two']) {
      const worker = await scene.startWorker(name);
      await scene.untilEvent('run', name);
      worker.process.kill('SIGKILL');
      await worker.ended;
    }
    await scene.startWorker('three');
    await scene.untilState(queue, 'a', 'failed');
    const reason = 'worker `one` was lost; worker `two` was lost';
    expect(await queue.state('a', scene.pool)).toEqual({ state: 'failed', attempts: 2, worker: 'two', reason });
    expect(scene.runs('a')).toEqual(['one', 'two']);
  });

  test('refuses the late result of a worker that was suspended past its lease', async () => {
    const scene = new QueueTest(service.url, SHORT);
    const queue = await scene.open();
    const one = await scene.startWorker('one');
    await queue.add({ id: 'a', pool: scene.pool, payload: scene.payload('a', 'hold') });
    await scene.untilEvent('run', 'one');
    one.process.kill('SIGSTOP');
    await scene.startWorker('two');
    await scene.untilEvent('run', 'two');
    one.process.kill('SIGCONT');
    await scene.untilEvent('result_refused', 'one');
    const late = scene.lines('one').find(({ event }) => event === 'not published');
    expect(late).toEqual({ worker: 'one', event: 'not published', job: 'a', code: 'queue_lease_lost', isAborted: true });
    expect(scene.lines('one').filter(({ event }) => event === 'lease_lost')).toMatchObject([{ job: 'a' }]);
    expect(scene.lines('one').filter(({ event }) => event === 'result_refused')).toMatchObject([{ job: 'a' }]);
    expect(await queue.state('a', scene.pool)).toMatchObject({ state: 'active', worker: 'two' });
    scene.release();
    await scene.untilState(queue, 'a', 'completed');
    expect(scene.lines().filter(({ event }) => event === 'published')).toMatchObject([{ worker: 'two' }]);
    expect(await queue.state('a', scene.pool)).toMatchObject({ state: 'completed', attempts: 2, worker: 'two' });
  });

  test('does not run a job again whose worker was lost after it had finished', async () => {
    const scene = new QueueTest(service.url, PATIENT);
    const queue = await scene.open();
    await queue.add({ id: 'a', pool: scene.pool, payload: scene.payload('a') });
    const [name, connectionString] = [queueName(scene.pool), service.url];
    const bull =
      database === 'Redis'
        ? new bullmq.Queue(name, { connection: { url: service.url }, prefix: NAMESPACE })
        : new Postgres.Queue(name, { connection: { connectionString, schema: NAMESPACE } });
    onTestFinished(() => bull.close());
    for (const event of ['started', 'done']) {
      const entry = JSON.stringify({ event, worker: 'gone' });
      await bull.addJobLog(bullId('a'), entry);
    }
    await scene.startWorker('one');
    await scene.untilState(queue, 'a', 'completed');
    expect(scene.runs('a')).toEqual([]);
    expect(await queue.state('a', scene.pool)).toEqual({ state: 'completed', attempts: 1, worker: 'gone', reason: null });
  });

  test.each(['stop', 'crash'] as const)('goes on after the database had a %s while a job ran and others waited', async (end) => {
    const scene = new QueueTest(service.url, PATIENT);
    const queue = await scene.open();
    onTestFinished(() => service.stop().then(() => service.start()));
    await scene.startWorker('one');
    await queue.add({ id: 'a', pool: scene.pool, payload: scene.payload('a', 'hold') });
    await scene.untilEvent('run', 'one');
    await queue.add({ id: 'b', pool: scene.pool, payload: scene.payload('b') });
    await service[end]();
    await expect(queue.state('a', scene.pool)).rejects.toMatchObject({ code: 'queue_unreachable' });
    await expect((await scene.open()).state('a', scene.pool)).rejects.toMatchObject({ code: 'queue_unreachable' });
    // The worker tries to publish while the database is away.
    scene.release();
    await service.start();
    await scene.until('the queue answers', () => queue.state('b', scene.pool).then(Boolean, () => false));
    for (const job of ['a', 'b']) await scene.untilState(queue, job, 'completed');
    expect(scene.lines().flatMap(({ event, job }) => (event === 'run' ? [job] : []))).toEqual(['a', 'b']);
    expect(await queue.state('a', scene.pool)).toMatchObject({ attempts: 1, worker: 'one' });
    expect(scene.lines().filter(({ event }) => event === 'crashed')).toEqual([]);
  });

  test('an idle worker takes jobs after the database was restarted', async () => {
    const scene = new QueueTest(service.url, PATIENT);
    const queue = await scene.open();
    await scene.startWorker('one');
    await queue.add({ id: 'a', pool: scene.pool, payload: scene.payload('a') });
    await scene.untilState(queue, 'a', 'completed');
    await service.stop();
    await scene.untilEvent('database_error');
    await service.start();
    await scene.until('a job is added', () =>
      queue.add({ id: 'b', pool: scene.pool, payload: scene.payload('b') }).then(
        () => true,
        () => false,
      ),
    );
    await scene.untilState(queue, 'b', 'completed');
  });

  test('aborts a job when the database is away for longer than the lease, and runs it again', async () => {
    const scene = new QueueTest(service.url, SHORT);
    const queue = await scene.open();
    await scene.startWorker('one');
    await queue.add({ id: 'a', pool: scene.pool, payload: scene.payload('a', 'hold') });
    await scene.untilEvent('run');
    await service.stop();
    await scene.untilEvent('lease_lost');
    await scene.untilEvent('not published');
    scene.release();
    await service.start();
    await scene.until('the queue answers', () => queue.state('a', scene.pool).then(Boolean, () => false));
    await scene.untilState(queue, 'a', 'completed');
    expect(scene.runs('a')).toEqual(['one', 'one']);
    await scene.untilEvent('database_recovered');
  });

  test('a worker whose clock is wrong takes no jobs of others', async () => {
    const scene = new QueueTest(service.url, PATIENT);
    const queue = await scene.open();
    await scene.startWorker('one');
    await queue.add({ id: 'a', pool: scene.pool, payload: scene.payload('a', 'hold') });
    await scene.untilEvent('run');
    await scene.startWorker('fast', 3_600_000);
    const [first] = scene.lines('fast');
    // Redis compares leases with its own clock.
    const expected = database === 'Redis' ? { event: 'ready' } : { event: 'refused to start', code: 'queue_clock_skew' };
    expect(first).toMatchObject(expected);
    scene.release();
    await scene.untilState(queue, 'a', 'completed');
    expect(scene.runs('a')).toEqual(['one']);
  });

  test('rejects a database that cannot be reached', async () => {
    const url = service.url.replace(/:\d+\//, ':1/');
    const queue = await new QueueTest(url, PATIENT).open();
    await expect(queue.init()).rejects.toMatchObject({
      code: 'queue_unreachable',
      message: expect.not.stringContaining('secret'),
    });
    const options = { name: 'one', pool: 'p', jobs: 1, run: async () => {}, onEvent: () => {} };
    await expect(queue.work(options)).rejects.toMatchObject({ code: 'queue_unreachable' });
  });
});

describe.skipIf(isWithoutServices)('a database of another kind', () => {
  test('PostgreSQL without the tables of the queue', async () => {
    const service = await startService('PostgreSQL');
    const queue = await new QueueTest(service.url, PATIENT).open();
    const error = { code: 'queue_not_initialized', next: expect.stringContaining('hydra queue init') };
    await expect(queue.state('a', 'p')).rejects.toMatchObject(error);
    await queue.init();
    expect(await queue.state('a', 'p')).toMatchObject({ state: 'unknown' });
    const other = await new QueueTest(service.url.replace('/postgres', '/nothing'), PATIENT).open();
    await expect(other.init()).rejects.toMatchObject({ code: 'queue_failed', message: expect.stringContaining('nothing') });
  });
});

test.each(['http://user:secret@host/x', 'user:secret', 'secret'])('rejects the address %s without repeating it', async (url) => {
  await expect(openQueue(url)).rejects.toMatchObject({ code: 'queue_url', message: expect.not.stringContaining('secret') });
});

describe('a missing package', () => {
  /** A copy of the built module, with the packages that it may find. */
  async function openWith(packages: string[], url: string): Promise<string> {
    await ensureProgram();
    const folder = temporaryFolder();
    for (const name of ['queue', 'contract', 'package.json']) {
      cpSync(join(PROJECT, name === 'package.json' ? name : `dist/${name}`), join(folder, name), { recursive: true });
    }
    for (const name of ['zod', '@noble', ...packages]) {
      mkdirSync(join(folder, 'node_modules'), { recursive: true });
      symlinkSync(join(PROJECT, 'node_modules', name), join(folder, 'node_modules', name));
    }
    const code = `import { openQueue } from './queue/index.js';
      await openQueue(${JSON.stringify(url)}).catch((error) => console.log(error.code, error.message, error.next));`;
    const { stdout, stderr } = await runProgram(process.execPath, ['--input-type=module', '-e', code], folder);
    return stdout + stderr;
  }

  test.each([
    { url: 'postgres://host/db', packages: [], missing: 'bullmq', install: 'npm install bullmq pg' },
    { url: 'postgresql://host/db', packages: ['bullmq'], missing: 'pg', install: 'npm install bullmq pg' },
    { url: 'redis://host', packages: [], missing: 'bullmq', install: 'npm install bullmq ioredis' },
    { url: 'rediss://host', packages: ['bullmq'], missing: 'ioredis', install: 'npm install bullmq ioredis' },
  ])('$url without $missing', async ({ url, packages, missing, install }) => {
    const sentence = `The queue needs the package \`${missing}\`, which is not installed.`;
    expect(await openWith(packages, url)).toBe(`queue_package_missing ${sentence} Install it beside Hydra: \`${install}\`.\n`);
  });
});
