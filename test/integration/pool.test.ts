// Runs on workers with a real PostgreSQL and a real Redis, and the faults that must not change their result.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Scorecard } from '../../src/contract/index.ts';
import { type DatabaseName, isWithoutServices, type Service, startService } from '../services.ts';
import { createRepository } from '../temporary-repository.ts';
import { manyCandidates, quickCandidates, withoutRunId } from './many-candidates.ts';
import { PoolScene, until } from './pool-scene.ts';
import { ensureProgram, runHydra, WITHOUT_SANDBOX } from './run-hydra.ts';
import { BUCKET, S3Server } from './s3-server.ts';

/** Finds the worker among the parents of the check. */
const KILLS_ITS_WORKER = `process=$$
while [ "$process" -gt 1 ]; do
  if tr '\\0' ' ' < /proc/$process/cmdline | grep -q 'main.js worker'; then kill -9 $process; fi
  process=$(sed -n 's/^PPid:[^0-9]*//p' /proc/$process/status)
done
`;

const DATABASES: DatabaseName[] = ['PostgreSQL', 'Redis'];

describe.skipIf(isWithoutServices).each(DATABASES)('a pool of workers on %s', (database) => {
  const { folder, names } = quickCandidates();
  let service: Service;
  let scene: PoolScene;
  /** Each test has its own database content by the name of its pool. */
  let pools = 0;
  let local = '';
  const score = (pool: string) => ['score', '--base', 'main', ...names, '--json', '--store', scene.store, '--pool', pool];
  const open = async () => {
    pools += 1;
    scene = new PoolScene(service.url);
    return `pool${pools}`;
  };

  beforeAll(async () => {
    await ensureProgram();
    service = await startService(database);
    local = (await runHydra(['score', '--base', 'main', ...names, '--json'], folder)).stdout;
    await open();
    const { exitCode, stdout } = await scene.run(['queue', 'init'], folder);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('is ready')]);
  }, 180_000);

  afterEach(() => scene.close());

  test('a killed worker, a restarted database and a store that is away change nothing', async () => {
    const pool = await open();
    const { folder, names } = manyCandidates(4);
    const local = (await runHydra(['score', '--base', 'main', ...names, '--json'], folder)).stdout;
    const [one] = await Promise.all([scene.worker(['--pool', pool]), scene.worker(['--pool', pool])]);
    const args = ['score', '--base', 'main', ...names, '--json', '--store', scene.store, '--pool', pool];
    const run = scene.start(args, folder);
    await until('a job of the first worker', () => /: .*test/.test(one.log()));
    one.process.kill('SIGKILL');
    await until('a result', () => run.log().includes(' passed in ') || run.log().includes(' failed'));
    await service.crash();
    await service.start();
    const mount = scene.unmount();
    await until('that somebody waits for the store', () => /store .* does not answer/.test(run.log() + scene.logs()));
    mount();
    const { exitCode, stdout, stderr } = await run.ended;
    expect({ exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(withoutRunId(stdout)).toBe(withoutRunId(local));
    expect((await runHydra(['verify'], folder)).exitCode).toBe(0);
  }, 240_000);

  test('a killed coordinator is resumed, and no capture is taken twice', async () => {
    const pool = await open();
    await scene.worker(['--pool', pool]);
    const killed = scene.start(score(pool), folder);
    await until('the first request', () => killed.log().includes(' started'));
    killed.process.kill('SIGKILL');
    await killed.ended;
    const { exitCode, stdout, stderr } = await scene.run(
      ['score', '--resume', '--json', '--store', scene.store, '--pool', pool],
      folder,
    );
    expect({ exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(withoutRunId(stdout)).toBe(withoutRunId(local));
    const announced = scene.announced();
    expect(announced.length).toBe(new Set(announced).size);
  }, 240_000);

  test('two coordinators that want the same captures share them', async () => {
    const pool = await open();
    await scene.worker(['--pool', pool, '--jobs', '2']);
    const endings = await Promise.all([scene.run(score(pool), folder), scene.run(score(pool), folder)]);
    for (const { exitCode, stdout } of endings) expect([exitCode, withoutRunId(stdout)]).toEqual([0, withoutRunId(local)]);
    const announced = scene.announced();
    expect(announced.length).toBe(new Set(announced).size);
  }, 240_000);

  test('a worker that is stopped past its lease and continues gives no late result', async () => {
    const pool = await open();
    const first = await scene.worker(['--pool', pool]);
    const run = scene.start(score(pool), folder);
    await until('a job of the first worker', () => /: .*test/.test(first.log()));
    first.process.kill('SIGSTOP');
    await scene.worker(['--pool', pool]);
    const { exitCode, stdout } = await run.ended;
    expect([exitCode, withoutRunId(stdout)]).toEqual([0, withoutRunId(local)]);
    first.process.kill('SIGCONT');
    await until('that it gives up its job', () => first.log().includes('belongs to another worker now'));
    const stored = readdirSync(join(scene.store, 'captures')).length;
    first.process.kill('SIGTERM');
    await until('its end', () => first.process.exitCode !== null);
    expect(readdirSync(join(scene.store, 'captures')).length).toBe(stored);
  }, 240_000);

  test('workers of two kinds are refused, and a name chooses one kind', async () => {
    const pool = await open();
    await scene.worker(['--pool', pool]);
    await scene.worker(['--pool', pool], { HYDRA_IMAGE: 'sha256:other' });
    const mixed = await scene.run(score(pool), folder);
    expect([mixed.exitCode, mixed.stderr]).toEqual([2, expect.stringMatching(/different kinds: image .*sha256:other/)]);
    await scene.worker(['--pool', `${pool}b`]);
    const chosen = await scene.run(score(`${pool}b`), folder);
    expect([chosen.exitCode, withoutRunId(chosen.stdout)]).toEqual([0, withoutRunId(local)]);
  }, 240_000);

  test('a candidate that ends its workers twice is reported, and not as a test result', async () => {
    const pool = await open();
    const deadly = createRepository(
      {
        'hydra.toml': `${WITHOUT_SANDBOX}[scoring.commands]\ntest = "sh test.sh"\n`,
        'test.sh': '. ./code.sh; echo TAP version 13; echo 1..1; echo ok 1 - works\n',
        'code.sh': 'true\n',
      },
      { honest: { 'code.sh': 'true honest\n' }, deadly: { 'code.sh': KILLS_ITS_WORKER } },
    );
    const workers = await Promise.all([1, 2, 3].map(() => scene.worker(['--pool', pool])));
    const args = ['score', '--base', 'main', 'honest', 'deadly', '--json', '--store', scene.store, '--pool', pool];
    const { stdout, stderr } = await scene.run(args, deadly);
    expect({ stderr: stdout === '' ? stderr : '' }).toEqual({ stderr: '' });
    const { rankings } = JSON.parse(stdout) as Scorecard;
    const found = rankings.find(({ agent }) => agent === 'deadly');
    expect(found?.mergeable).toBe(false);
    expect(found?.findings.map(({ id, message }) => `${id}: ${message}`)).toContainEqual(
      expect.stringMatching(/^run_misbehaved: two machines were lost while they ran the/),
    );
    expect(workers.filter(({ process: child }) => child.signalCode === 'SIGKILL').length).toBe(2);
  }, 240_000);

  test('SIGTERM lets a worker finish its job', async () => {
    const pool = await open();
    const worker = await scene.worker(['--pool', pool]);
    const run = scene.start(score(pool), folder);
    await until('a job', () => /: .*test/.test(worker.log()));
    worker.process.kill('SIGTERM');
    await until('its end', () => worker.process.exitCode !== null);
    expect(worker.process.exitCode).toBe(0);
    expect(worker.log().match(/ started/g)?.length).toBe(worker.log().match(/ done/g)?.length);
    await scene.worker(['--pool', pool]);
    expect((await run.ended).exitCode).toBe(0);
  }, 240_000);
});

test.skipIf(isWithoutServices)(
  'captures travel through a bucket',
  async () => {
    await ensureProgram();
    const [server, service] = [new S3Server(), await startService('Redis')];
    await server.start();
    const { folder, names } = quickCandidates();
    const local = (await runHydra(['score', '--base', 'main', ...names, '--json'], folder)).stdout;
    const scene = new PoolScene(service.url, { store: `s3://${BUCKET}/pool`, variables: server.env });
    try {
      await scene.run(['queue', 'init'], folder);
      await scene.worker();
      const args = ['score', '--base', 'main', ...names, '--json', '--store', scene.store];
      const { exitCode, stdout, stderr } = await scene.run(args, folder);
      expect({ exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({ exitCode: 0, stderr: '' });
      expect(withoutRunId(stdout)).toBe(withoutRunId(local));
      expect(server.log.some((line) => line.includes('/pool/captures/'))).toBe(true);
    } finally {
      await scene.close();
      await server.stop();
    }
  },
  120_000,
);
