// What users see of a queue with real workers: `hydra list --queue`, and the notes of a run that waits for a worker.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { canonicalJson, type HydraEvent, type QueuePool, type QueueState, queueStateSchema } from '../../src/contract/index.ts';
import { isWithoutServices, type Service, startService } from '../services.ts';
import { createRepository, git, temporaryFolder } from '../temporary-repository.ts';
import { ensureProgram, MAIN, runHydra, startHydra, WITHOUT_SANDBOX } from './run-hydra.ts';

const DEADLINE_MS = 50_000;

/** Checks wait until the file `release` exists in `signals`. */
function makeRepository(signals: string): string {
  const test = `until [ -e ${signals}/release ]; do sleep 0.05; done; echo "TAP version 13"; echo 1..1; echo "ok 1 - works"`;
  const config = `${WITHOUT_SANDBOX}[scoring.commands]\ntest = '''${test}'''\n[scoring.tests]\nreruns = 0\n`;
  const folder = createRepository({ 'hydra.toml': config, 'code.c': 'old\n' });
  git(folder, 'checkout', '-q', '-b', 'feat');
  writeFileSync(join(folder, 'code.c'), 'new\n');
  git(folder, 'commit', '-q', '-a', '-m', 'change');
  git(folder, 'checkout', '-q', 'main');
  return folder;
}

function startWorker(store: string, pool: string): ChildProcess {
  const child = spawn(process.execPath, [MAIN, 'worker', '--store', store, '--pool', pool], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return child;
}

/** The notes of the only run. */
function notesOf(folder: string): string[] {
  const runs = join(folder, '.hydra/runs');
  const [run] = existsSync(runs) ? readdirSync(runs) : [];
  const file = join(runs, run ?? '', 'events.jsonl');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
  return lines.map((line): HydraEvent => JSON.parse(line)).flatMap((event) => (event.type === 'note' ? event.text : []));
}

async function stateOf(folder: string): Promise<QueueState> {
  const { stdout, stderr } = await runHydra(['list', '--queue', '--json'], folder);
  expect(stderr).toBe('');
  const state = queueStateSchema.parse(JSON.parse(stdout));
  expect(stdout).toBe(canonicalJson(state));
  return state;
}

async function until(folder: string, pool: string, isTrue: (pool: QueuePool) => boolean): Promise<QueueState> {
  const deadline = performance.now() + DEADLINE_MS;
  for (;;) {
    const state = await stateOf(folder);
    if (state.pools.some((one) => one.name === pool && isTrue(one))) return state;
    if (performance.now() > deadline) throw new Error(`The queue stays in this state: ${JSON.stringify(state)}`);
  }
}

describe.skipIf(isWithoutServices)('the state of a queue', () => {
  let service: Service;

  beforeAll(async () => {
    await ensureProgram();
    service = await startService('Redis');
  }, 120_000);

  test('shows a worker with its running job, and the job that waits for it', async () => {
    vi.stubEnv('HYDRA_QUEUE', service.url);
    onTestFinished(() => void vi.unstubAllEnvs());
    const [signals, store] = [temporaryFolder(), temporaryFolder()];
    const folder = makeRepository(signals);
    const none = await runHydra(['list', '--queue'], folder);
    expect(none.stdout).toBe(
      `No worker is connected to ${service.url}, and no job waits. Start a worker with \`hydra worker --queue URL --store PLACE\`.\n`,
    );
    startWorker(store, 'test');
    await until(folder, 'test', ({ workers }) => workers.length === 1);
    const scoring = startHydra(['score', 'feat', '--base', 'main', '--jobs', '2', '--store', store, '--pool', 'test'], folder);
    const state = await until(folder, 'test', ({ waiting, workers }) => waiting === 1 && workers[0]?.jobs.length === 1);
    const [worker] = state.pools[0]?.workers ?? [];
    expect(state).toMatchObject({ address: service.url, pools: [{ name: 'test', waiting: 1, running: 1, lost: 0 }] });
    expect(worker).toMatchObject({
      is_draining: false,
      jobs: [{ label: expect.stringMatching(/^(base|feat): [\w, -]+ \(run [\d-]+\w+\)$/) }],
    });

    const { stdout } = await runHydra(['list', '--queue'], folder);
    const lines = stdout.split('\n');
    expect(lines.slice(0, 3)).toEqual([`Queue ${service.url}`, '', 'pool  waiting  running  lost  machine']);
    expect(lines[3]).toMatch(/^test {8}1 {8}1 {5}0 {2}\w+.*, \d+ cores?, /);
    expect(stdout).toMatch(new RegExp(`\nWorkers of test\n  ${worker?.name}  (base|feat): .*, for \\d+ s\n$`));

    writeFileSync(join(signals, 'release'), '');
    expect((await scoring).exitCode).toBe(0);
    const after = await until(folder, 'test', ({ running, workers }) => running === 0 && workers[0]?.jobs.length === 0);
    expect(after.pools).toMatchObject([{ waiting: 0, running: 0, lost: 0, workers: [{ name: worker?.name }] }]);
  }, 120_000);

  test('adds a note to a run whose workers take no more jobs, and another one when there is a worker again', async () => {
    vi.stubEnv('HYDRA_QUEUE', service.url);
    onTestFinished(() => void vi.unstubAllEnvs());
    const [signals, store] = [temporaryFolder(), temporaryFolder()];
    const folder = makeRepository(signals);
    const first = startWorker(store, 'other');
    const scoring = startHydra(['score', 'feat', '--base', 'main', '--jobs', '2', '--store', store, '--pool', 'other'], folder);
    await until(folder, 'other', ({ waiting, workers }) => waiting === 1 && workers[0]?.jobs.length === 1);
    first.kill('SIGTERM');
    const noted = (count: number) =>
      vi.waitFor(() => expect(waits()).toHaveLength(count), { timeout: DEADLINE_MS, interval: 50 });
    const waits = () => notesOf(folder).filter((text) => !text.startsWith('No sandbox'));
    await noted(1);
    startWorker(store, 'other');
    await noted(2);
    writeFileSync(join(signals, 'release'), '');
    const { exitCode, stderr } = await scoring;
    expect(exitCode).toBe(0);
    const start = `Start one: hydra worker --queue URL --store ${store} --pool other`;
    expect(waits()).toEqual([
      `No worker of pool other takes jobs from ${service.url}. ${start}`,
      'Pool other has a worker again.',
    ]);
    for (const text of waits()) expect(stderr).toContain(`note: ${text}\n`);
  }, 120_000);

  test('reports a queue that does not answer, without its password', async () => {
    const { stdout, stderr, exitCode } = await runHydra(
      ['list', '--queue', 'redis://ada:secret@127.0.0.1:1/0'],
      temporaryFolder(),
    );
    expect([stdout, exitCode]).toEqual(['', 2]);
    expect(stderr).toMatch(/The queue at redis:\/\/127\.0\.0\.1:1\/0 cannot be reached: connect ECONNREFUSED 127\.0\.0\.1:1\./);
    expect(stderr).not.toContain('secret');
  });

  test('needs an address, and refuses --agents', async () => {
    const folder = temporaryFolder();
    const missing = await runHydra(['list', '--queue'], folder);
    expect(missing.stderr).toContain('hydra list needs the address of the queue: --queue or the variable HYDRA_QUEUE.');
    const both = await runHydra(['list', '--queue', '--agents'], folder);
    expect([both.stderr, both.exitCode]).toEqual([expect.stringContaining('Give --agents or --queue, not both.'), 2]);
  });
});
