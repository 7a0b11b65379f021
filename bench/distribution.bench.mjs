// Runs on workers and in shards: how much of the ideal time the workers reach, what the coordinating process needs, and how
// long collecting takes. `npm run bench -- distribution`; BENCH_CANDIDATES=20 for a quick look.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { canonicalJson } from '../dist/contract/index.js';
import { startServices } from './services.mjs';
import { configFor, createRepository, env, home, hydra, removeHome } from './support.mjs';

const MAIN = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const COUNT = Number(process.env.BENCH_CANDIDATES ?? 200);
const MANY = COUNT * 10;
const [WORKERS, JOBS] = [2, 2];
const BARS = { ideal: 0.9, coordinatorMb: 300, collectSeconds: 5 };
const SUITE = (seconds) => `sleep ${seconds}; echo "TAP version 13"; echo 1..1; echo "ok 1 - a"`;

const verdict = (isReached) => (isReached ? 'reached' : 'MISSED');
const names = (count) => Array.from({ length: count }, (_, index) => `c${index + 1}`);

function repository(name, count, seconds) {
  const integrity = '[scoring.integrity]\nenabled = false\n';
  const files = { 'hydra.toml': configFor({ test: 'sh test.sh' }, integrity), 'test.sh': SUITE(seconds), 'code.txt': '0\n' };
  return createRepository(name, files, Object.fromEntries(names(count).map((each) => [each, { 'code.txt': `${each}\n` }])));
}

/** Seconds, and the largest memory of the process itself in megabytes. */
async function runWatched(folder, args, variables) {
  const start = performance.now();
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd: folder,
    env: { ...env, ...variables },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors = (errors + chunk).slice(-2000);
  });
  let memory = 0;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const watch = setInterval(() => {
    const found = /VmHWM:\s+(\d+) kB/.exec(readIfThere(`/proc/${child.pid}/status`));
    memory = Math.max(memory, Number(found?.[1] ?? 0) / 1024);
  }, 50);
  const exitCode = await ended;
  clearInterval(watch);
  if (exitCode !== 0) throw new Error(`hydra ${args[0]} exited with ${exitCode}: ${errors}`);
  return { seconds: (performance.now() - start) / 1000, memory };
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

async function startWorkers(variables) {
  const children = Array.from({ length: WORKERS }, () =>
    spawn(process.execPath, [MAIN, 'worker', '--jobs', String(JOBS)], {
      env: { ...env, ...variables },
      stdio: ['ignore', 'ignore', 'pipe'],
    }),
  );
  await Promise.all(
    children.map(
      (child) =>
        new Promise((resolve) => {
          child.stderr.on('data', (chunk) => {
            if (String(chunk).includes('waits for jobs')) resolve();
          });
        }),
    ),
  );
  return async () => {
    const ended = children.map((child) => new Promise((resolve) => child.once('exit', resolve)));
    for (const child of children) child.kill('SIGTERM');
    await Promise.all(ended);
  };
}

/** The same commands without Hydra, as many at once. */
function plainSeconds() {
  const start = performance.now();
  const slots = WORKERS * JOBS;
  const command = `seq ${COUNT + 1} | xargs -P ${slots} -I{} sh -c 'sleep 1' > /dev/null`;
  execFileSync('sh', ['-c', command], { env });
  return (performance.now() - start) / 1000;
}

async function measureQueue(database, url) {
  const store = join(home, `store-${database}`);
  mkdirSync(store);
  const variables = { HYDRA_QUEUE: url, HYDRA_STORE: store };
  for (let attempt = 0; ; attempt += 1) {
    try {
      execFileSync(process.execPath, [MAIN, 'queue', 'init'], { env: { ...env, ...variables }, stdio: 'pipe' });
      break;
    } catch (error) {
      if (attempt > 20) throw error;
      await delay(500);
    }
  }
  const stop = await startWorkers(variables);
  try {
    const slow = repository(`slow-${database}`, COUNT, 1);
    const { seconds } = await runWatched(slow, ['score', '--base', 'main', ...names(COUNT), '--store', store], variables);
    const plain = plainSeconds();
    const share = plain / seconds;
    console.log(
      `${database}: ${COUNT} candidates with a check of 1 s on ${WORKERS} workers x ${JOBS} jobs: ${seconds.toFixed(1)} s, ` +
        `a shell loop ${plain.toFixed(1)} s, ${share.toFixed(2)} of the ideal (bar ${BARS.ideal}: ${verdict(share >= BARS.ideal)})`,
    );
    const quick = repository(`quick-${database}`, MANY, 0);
    const many = await runWatched(quick, ['score', '--base', 'main', ...names(MANY), '--store', store], variables);
    console.log(
      `${database}: ${MANY} candidates: ${many.seconds.toFixed(0)} s, ${many.memory.toFixed(0)} MB in the coordinating process ` +
        `(bar ${BARS.coordinatorMb} MB: ${verdict(many.memory <= BARS.coordinatorMb)})`,
    );
  } finally {
    await stop();
  }
}

/** One shard is captured and divided into a part per candidate: capturing each would take longer than what is measured. */
async function measureCollect() {
  const folder = repository('shards', COUNT, 0);
  const [plan, whole] = [join(home, 'plan'), join(home, 'whole')];
  hydra(folder, 'plan', '--base', 'main', ...names(COUNT), '--out', plan);
  hydra(folder, 'capture', plan, '--shard', '1/1', '--out', whole);
  const part = JSON.parse(readFileSync(join(whole, 'part.json'), 'utf8'));
  const parts = names(COUNT).map((name, index) => {
    const target = join(home, `part-${index + 1}`);
    const captures = part.captures.filter(({ path }) => path.startsWith('baseline/') || path.startsWith(`candidates/${name}/`));
    for (const { key } of captures) cpSync(join(whole, 'captures', key), join(target, 'captures', key), { recursive: true });
    const files = part.files.filter(({ path }) => captures.some(({ key }) => path.startsWith(`captures/${key}/`)));
    const shard = { index: index + 1, count: COUNT };
    writeFileSync(join(target, 'part.json'), canonicalJson({ ...part, shard, candidates: [name], captures, files }));
    return target;
  });
  const { seconds, memory } = await runWatched(folder, ['collect', plan, ...parts], {});
  console.log(
    `collecting ${COUNT} parts: ${seconds.toFixed(1)} s, ${memory.toFixed(0)} MB ` +
      `(bar ${BARS.collectSeconds} s: ${verdict(seconds <= BARS.collectSeconds)})`,
  );
}

const { urls, stop } = await startServices(home);
try {
  await measureCollect();
  for (const [database, url] of Object.entries(urls)) await measureQueue(database, url);
} finally {
  await stop();
  removeHome();
}
