// `npm run test:kill` kills `hydra score` with SIGKILL at random moments and checks what is left.
// Arguments: the number of moments (50), and the seed of an earlier test.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ensureBuilt } from './build.mjs';
import { ROOT } from './project.mjs';

const MAIN = join(ROOT, 'dist/cli/main.js');
const CANDIDATES = ['one', 'two', 'three'];
const SCORE = ['score', '--json', '--no-cache', '--base', 'main', ...CANDIDATES];
const NOTHING_TO_RESUME = 'hydra: There is no interrupted run';

const moments = Number(process.argv[2] ?? 50);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const home = realpathSync(mkdtempSync(join(tmpdir(), 'kill-test-')));
const repository = join(home, 'repository');
const temporary = join(home, 'tmp');
const env = {
  ...process.env,
  TMPDIR: temporary,
  XDG_CACHE_HOME: join(home, 'cache'),
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Tester',
  GIT_AUTHOR_EMAIL: 'tester@example.org',
  GIT_COMMITTER_NAME: 'Tester',
  GIT_COMMITTER_EMAIL: 'tester@example.org',
};

/**
 * @typedef {object} Kill
 * @property {boolean} onceDescribed Whether the time counts from when run.json is written.
 * @property {number} afterMs
 */

/**
 * @param {string} program
 * @param {string[]} args
 * @param {Kill | null} kill
 * @returns {Promise<{ exitCode: number | null, stdout: string, stderr: string }>}
 */
function run(program, args, kill = null) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: repository, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = { stdout: '', stderr: '' };
    child.stdout.on('data', (text) => {
      output.stdout += text;
    });
    child.stderr.on('data', (text) => {
      output.stderr += text;
    });
    const stop = kill === null ? () => {} : killLater(kill, () => child.kill('SIGKILL'));
    // Not `close`: checks that outlive a killed Hydra keep its pipes open.
    child.once('exit', (exitCode) => {
      stop();
      setImmediate(() => resolve({ exitCode, ...output }));
    });
  });
}

/** @returns {() => void} cancels it */
function killLater(/** @type {Kill} */ { onceDescribed, afterMs }, /** @type {() => void} */ kill) {
  const known = new Set(describedRuns());
  let since = onceDescribed ? Number.POSITIVE_INFINITY : performance.now();
  const timer = setInterval(() => {
    if (since === Number.POSITIVE_INFINITY && describedRuns().some((id) => !known.has(id))) since = performance.now();
    if (performance.now() - since >= afterMs) kill();
  }, 2);
  return () => clearInterval(timer);
}

function describedRuns() {
  const runs = join(repository, '.hydra/runs');
  return existsSync(runs) ? readdirSync(runs).filter((id) => existsSync(join(runs, id, 'run.json'))) : [];
}

const hydra = (/** @type {string[]} */ ...args) => run(process.execPath, [MAIN, ...args]);

async function git(/** @type {string[]} */ ...args) {
  const { exitCode, stdout, stderr } = await run('git', args);
  if (exitCode !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  return stdout;
}

async function createRepository() {
  mkdirSync(repository);
  mkdirSync(temporary);
  const config = '[scoring.commands]\nbuild = "sh build.sh"\ntest = "sh test.sh"\n[workspace]\nsetup = "mkdir -p out"\n';
  const tap = "printf '%s\\n' 'TAP version 13' '1..2' 'ok 1 - one' 'ok 2 - two'";
  const files = { 'hydra.toml': config, 'build.sh': 'sleep 0.1\n', 'test.sh': `sleep 0.1 & wait\n${tap}\n`, 'code.js': 'old\n' };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(repository, name), text);
  await git('init', '--quiet', '--initial-branch', 'main');
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'base');
  for (const name of CANDIDATES) {
    await git('checkout', '--quiet', '-b', name, 'main');
    writeFileSync(join(repository, 'code.js'), `${name}\n`);
    // The second also changes a test, so that its tests run with the base's test files too.
    if (name === 'two') writeFileSync(join(repository, 'test.sh'), `${tap}\n`);
    await git('commit', '--quiet', '--all', '--message', name);
  }
  await git('checkout', '--quiet', 'main');
  writeFileSync(join(repository, '.git/hooks/pre-commit'), 'exit 0\n');
}

/** What Hydra must not change in the repository. */
async function stateOfRepository() {
  const hash = (/** @type {string} */ file) => createHash('sha256').update(readFileSync(file)).digest('hex');
  const hooks = readdirSync(join(repository, '.git/hooks'));
  return JSON.stringify({
    refs: await git('for-each-ref'),
    status: await git('status', '--porcelain', '--untracked-files=all'),
    stash: await git('stash', 'list'),
    objects: await git('count-objects', '-v'),
    files: ['HEAD', 'index', 'config', ...hooks.map((name) => `hooks/${name}`)].map((name) =>
      hash(join(repository, '.git', name)),
    ),
  });
}

/** Processes that work in the folders of this test, or have them in their environment. */
function processesLeft() {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  return pids.filter((pid) => {
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, 'latin1');
      return environment.includes(home) || readlinkSync(`/proc/${pid}/cwd`).startsWith(home);
    } catch {
      return false;
    }
  });
}

function filesLeft() {
  const below = (/** @type {string} */ folder) =>
    existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
  const inTemporary = below(temporary).flatMap((path) => (/\/hydra-\d+$/.test(path) ? below(path) : [path]));
  return inTemporary.map((path) => path.slice(home.length + 1));
}

/** The duration of the last run; on a busy machine a fixed one would put all kills into its beginning. */
let wholeMs = 0;

async function scoreWhole() {
  const start = performance.now();
  const ending = await hydra(...SCORE);
  wholeMs = performance.now() - start;
  return ending;
}

/** @returns {Promise<{ outcome: string, faults: string[] }>} */
async function killOnce(/** @type {Kill} */ kill, /** @type {string} */ before) {
  const faults = [];
  const killed = await run(process.execPath, [MAIN, ...SCORE], kill);
  let outcome = killed.exitCode === null ? 'resumed' : 'finished before the kill';
  const resumed = await hydra('score', '--resume', '--json');
  if (resumed.exitCode !== 0) {
    if (!resumed.stderr.startsWith(NOTHING_TO_RESUME)) faults.push(`--resume exited with ${resumed.exitCode}: ${resumed.stderr}`);
    if (killed.exitCode === null) outcome = 'nothing to resume, scored again';
    const again = await scoreWhole();
    if (again.exitCode !== 0) faults.push(`score exited with ${again.exitCode}: ${again.stderr}`);
  }
  const verified = await hydra('verify');
  if (verified.exitCode !== 0) faults.push(`verify: ${verified.stdout}${verified.stderr}`);
  const replayed = await hydra('replay', '--json');
  if (replayed.exitCode !== 0) faults.push(`replay exited with ${replayed.exitCode}: ${replayed.stderr}`);
  if ((await stateOfRepository()) !== before) faults.push(`the repository changed: ${await stateOfRepository()}`);
  if (filesLeft().length > 0) faults.push(`left in the temporary folder: ${filesLeft().join(', ')}`);
  if (processesLeft().length > 0) faults.push(`still running: ${processesLeft().join(', ')}`);
  return { outcome, faults };
}

/** Pseudorandom numbers from 0 to 1. */
function* randomNumbers(/** @type {number} */ start) {
  for (let state = start; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

async function testAll() {
  await createRepository();
  await scoreWhole();
  const before = await stateOfRepository();
  console.log(`kill  seed ${seed}, ${moments} moments within ${Math.round(wholeMs)} ms`);
  const random = randomNumbers(seed);
  const outcomes = new Map();
  let faulty = 0;
  for (let moment = 1; moment <= moments; moment += 1) {
    // Half of the kills hit the capture phase, however late it starts.
    const onceDescribed = moment % 2 === 0;
    const afterMs = Math.round(Number(random.next().value) * wholeMs * (onceDescribed ? 0.8 : 1));
    const { outcome, faults } = await killOnce({ onceDescribed, afterMs }, before);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (faults.length > 0) faulty += 1;
    for (const fault of faults) console.log(`kill  moment ${moment}, after ${afterMs} ms: ${fault.trimEnd()}`);
  }
  const counts = [...outcomes].map(([outcome, count]) => `${count} ${outcome}`).join(', ');
  console.log(`kill  ${moments} moments: ${counts}; ${faulty} with faults`);
  return faulty === 0;
}

await ensureBuilt();
try {
  if (!(await testAll())) process.exitCode = 1;
} finally {
  await delay(100);
  rmSync(home, { recursive: true, force: true });
}
