// The queue on real databases: adding, running, failing and listing jobs, with workers in processes of their own.
import { beforeAll, describe, expect, test } from 'vitest';
import { openQueue } from '../../src/queue/index.ts';
import { type DatabaseName, isWithoutServices, type Service, startService } from '../services.ts';
import { PATIENT, QueueTest } from './queue-workers.ts';
import { ensureProgram } from './run-hydra.ts';

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

  test('initializes the database once, also when several processes do it at the same time', async () => {
    const scene = new QueueTest(service.url, PATIENT);
    const queues = await Promise.all([scene.open(), scene.open(), scene.open()]);
    await Promise.all(queues.map((queue) => queue.init()));
    await queues[0]?.init();
    expect(await queues[0]?.state('none', scene.pool)).toEqual({ state: 'unknown', attempts: 0, worker: null, reason: null });
  });

  test('names its address without user name and password', async () => {
    const scene = new QueueTest(service.url, PATIENT);
    const queue = await scene.open();
    expect(queue.address).toMatch(/^(postgres|redis):\/\/127\.0\.0\.1:\d+\/\w+$/);
  });

  test('runs a job once, with its payload, and reports it as completed', async () => {
    const scene = new QueueTest(service.url, PATIENT);
    const queue = await scene.open();
    await queue.add({ id: '12', pool: scene.pool, payload: scene.payload('12') });
    expect(await queue.state('12', scene.pool)).toEqual({ state: 'waiting', attempts: 0, worker: null, reason: null });
    await scene.startWorker('one');
    await scene.startWorker('two');
    await scene.untilState(queue, '12', 'completed');
    const [worker] = scene.runs('12');
    expect(scene.runs('12')).toHaveLength(1);
    expect(await queue.state('12', scene.pool)).toEqual({ state: 'completed', attempts: 1, worker, reason: null });
  });

  test('keeps the order of keys and every character of a payload', async () => {
    const scene = new QueueTest(service.url, PATIENT);
    const queue = await scene.open();
    const payload = { z: 1, a: ['\u0000', '\ud800', 'ü:{}'], B: null };
    const seen: string[] = [];
    const worker = await queue.work({
      name: 'here',
      pool: scene.pool,
      jobs: 1,
      run: async (value) => void seen.push(JSON.stringify(value)),
      onEvent: () => {},
    });
    await queue.add({ id: 'a:b.c/d', pool: scene.pool, payload });
    await scene.untilState(queue, 'a:b.c/d', 'completed');
    await worker.drain();
    expect(seen).toEqual([JSON.stringify(payload)]);
  });

  test('adds a job once, by two coordinators at once and again while it waits, runs or has ended', async () => {
    const scene = new QueueTest(service.url, PATIENT);
    const [one, other] = await Promise.all([scene.open(), scene.open()]);
    const job = { id: 'a', pool: scene.pool, payload: scene.payload('a', 'hold') };
    await Promise.all([one, other, one, other].map((queue) => queue.add(job)));
    expect((await one.pools()).find(({ pool }) => pool === scene.pool)).toMatchObject({ waiting: 1, active: 0 });
    await scene.startWorker('one');
    await scene.untilEvent('run');
    await other.add(job);
    expect(await other.remove('a', scene.pool)).toBe(false);
    expect((await other.pools()).find(({ pool }) => pool === scene.pool)).toMatchObject({ waiting: 0, active: 1 });
    scene.release();
    await scene.untilState(one, 'a', 'completed');
    await one.add(job);
    expect((await one.pools()).find(({ pool }) => pool === scene.pool)).toMatchObject({ waiting: 0, active: 0, completed: 1 });
    expect(scene.runs('a')).toEqual(['one']);
  });

  test('runs a job again that was removed after its end', async () => {
    const scene = new QueueTest(service.url, PATIENT);
    const queue = await scene.open();
    const job = { id: 'a', pool: scene.pool, payload: scene.payload('a') };
    await scene.startWorker('one');
    await queue.add(job);
    await scene.untilState(queue, 'a', 'completed');
    expect(await queue.remove('a', scene.pool)).toBe(true);
    expect(await queue.remove('a', scene.pool)).toBe(true);
    expect(await queue.state('a', scene.pool)).toMatchObject({ state: 'unknown' });
    await queue.add(job);
    await scene.untilState(queue, 'a', 'completed');
    expect(scene.runs('a')).toEqual(['one', 'one']);
  });

  test('repeats a failed job once, on another worker, and reports both reasons', async () => {
    const scene = new QueueTest(service.url, PATIENT);
    const queue = await scene.open();
    await scene.startWorker('one');
    await scene.startWorker('two');
    // Several, because another worker may take one by chance.
    const jobs = ['a', 'b', 'c', 'd'];
    for (const id of jobs) {
      await queue.add({ id, pool: scene.pool, payload: scene.payload(id, 'fail', 'no space \u0000 \ud800') });
    }
    for (const id of jobs) {
      await scene.untilState(queue, id, 'failed');
      const [first, second] = scene.runs(id);
      expect(scene.runs(id).sort()).toEqual(['one', 'two']);
      const failures = [first, second].map((name) => `worker \`${name}\` failed: no space \uFFFD \uFFFD`);
      const reason = failures.join('; ');
      expect(await queue.state(id, scene.pool)).toEqual({ state: 'failed', attempts: 2, worker: second, reason });
    }
  });

  test('repeats a failed job on the same worker if there is no other', async () => {
    const scene = new QueueTest(service.url, PATIENT);
    const queue = await scene.open();
    await scene.startWorker('one');
    await queue.add({ id: 'a', pool: scene.pool, payload: scene.payload('a', 'fail', 'no space') });
    await scene.untilState(queue, 'a', 'failed');
    expect(scene.runs('a')).toEqual(['one', 'one']);
  });

  test('drain finishes the running job and takes no more', async () => {
    const scene = new QueueTest(service.url, PATIENT);
    const queue = await scene.open();
    const worker = await scene.startWorker('one');
    await queue.add({ id: 'a', pool: scene.pool, payload: scene.payload('a', 'hold') });
    await scene.untilEvent('run');
    await queue.add({ id: 'b', pool: scene.pool, payload: scene.payload('b') });
    worker.process.kill('SIGTERM');
    const workers = async () => (await queue.pools()).find(({ pool }) => pool === scene.pool)?.workers ?? [];
    await scene.until('the worker drains', async () => (await workers())[0]?.isDraining === true);
    expect(await workers()).toMatchObject([{ name: 'one', jobs: [{ id: 'a', label: null }] }]);
    scene.release();
    await worker.ended;
    expect(await queue.state('a', scene.pool)).toMatchObject({ state: 'completed', attempts: 1 });
    expect(await queue.state('b', scene.pool)).toMatchObject({ state: 'waiting', attempts: 0 });
    expect(scene.lines().at(-1)).toEqual({ worker: 'one', event: 'ended' });
    expect(await workers()).toEqual([]);
  });

  test('stop returns the running job without counting an attempt', async () => {
    const scene = new QueueTest(service.url, PATIENT);
    const queue = await scene.open();
    const worker = await scene.startWorker('one');
    await queue.add({ id: 'a', pool: scene.pool, payload: scene.payload('a', 'wait') });
    await scene.untilEvent('run');
    worker.process.kill('SIGUSR2');
    await worker.ended;
    expect(await queue.state('a', scene.pool)).toEqual({ state: 'waiting', attempts: 0, worker: null, reason: null });
  });

  test('lists pools with their jobs and workers', async () => {
    const scene = new QueueTest(service.url, PATIENT);
    const queue = await scene.open();
    const label = `check \u0000 ${'x'.repeat(300)}`;
    await queue.add({ id: 'a', pool: scene.pool, payload: scene.payload('a', 'hold'), label });
    await queue.add({ id: 'b', pool: scene.pool, payload: scene.payload('b', 'hold') });
    await scene.startWorker('one');
    const state = async () => (await queue.pools()).find(({ pool }) => pool === scene.pool);
    await scene.until('the worker shows its job', async () => (await state())?.workers[0]?.jobs.length === 1);
    const jobs = [{ id: 'a', label: `check \uFFFD ${'x'.repeat(192)}...`, runningMs: expect.any(Number) }];
    expect(await state()).toEqual({
      pool: scene.pool,
      waiting: 1,
      active: 1,
      completed: 0,
      failed: 0,
      lost: [],
      workers: [{ name: 'one', unseenMs: expect.any(Number), isDraining: false, jobs, description: { os: 'test' } }],
    });
    const runningMs = async () => (await state())?.workers[0]?.jobs[0]?.runningMs ?? 0;
    const before = await runningMs();
    await scene.until('the job runs for longer', async () => (await runningMs()) > before);
  });

  test('describes the newest lost jobs of a pool', async () => {
    const scene = new QueueTest(service.url, PATIENT);
    const queue = await scene.open();
    await scene.startWorker('one');
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    for (const id of ids) {
      await queue.add({ id, pool: scene.pool, payload: scene.payload(id, 'fail', 'no space'), label: `check of ${id}` });
      await scene.untilState(queue, id, 'failed');
    }
    const state = (await queue.pools()).find(({ pool }) => pool === scene.pool);
    const reason = 'worker `one` failed: no space; worker `one` failed: no space';
    const newest = ['f', 'e', 'd', 'c', 'b'].map((id) => ({ id, label: `check of ${id}`, reason, at: expect.any(Date) }));
    expect(state).toMatchObject({ failed: 6, lost: newest });
    expect(state?.lost).toHaveLength(5);
  });
});
