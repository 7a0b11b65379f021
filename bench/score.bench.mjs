// `hydra score` against the same commands in a shell script, a run that is all in the cache, replay of a large run,
// and how often dependencies are set up. On a small repository and on one of 20,000 files.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { configFor, createRepository, env, home, hydra, measure, removeHome } from './support.mjs';

const BAR_RATIO = 1.05;
const BAR_CACHED_SECONDS = 0.5;
const BAR_REPLAY_SECONDS = 1;
const CHECK_SECONDS = 1.5;
const CHECKS = ['build', 'test', 'lint'];
const JOBS = 2;
const LARGE_REPOSITORY_FILES = 20_000;
const FILES_PER_FOLDER = 100;
const REPETITIONS = 5;

const least = (count, run) => Math.min(...Array.from({ length: count }, run));

const branchNames = (count) => Array.from({ length: count }, (_, index) => `c${index}`);
const branchesOf = (count) => Object.fromEntries(branchNames(count).map((name) => [name, { 'code.js': `${name}\n` }]));

function manyFiles(count) {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `src/folder-${Math.floor(index / FILES_PER_FOLDER)}/file-${index}.js`,
      `export const value${index} = ${index};\n`.repeat(20),
    ]),
  );
}

function report(label, measured, bar, reached) {
  console.log(`score  ${label}  ${measured}  bar ${bar}  ${reached ? 'ok' : 'MISSED'}`);
  if (!reached) process.exitCode = 1;
}

/** The script gets its trees for nothing, and starts any check as soon as a place is free. */
function measureScript(folder, names) {
  const trees = ['main', ...names].map((branch) => {
    const tree = join(home, 'ready', branch);
    execFileSync('git', ['clone', '--quiet', '--shared', '--branch', branch, folder, tree], { env });
    return tree;
  });
  const lines = CHECKS.flatMap(() => trees.map((tree) => `cd ${tree} && sleep ${CHECK_SECONDS}`));
  const list = join(home, 'commands');
  writeFileSync(list, `${lines.join('\n')}\n`);
  const measured = measure(home, 'sh', ['-c', `xargs -P ${JOBS} -I LINE sh -c LINE < ${list}`]);
  rmSync(join(home, 'ready'), { recursive: true });
  return measured;
}

function measureRepository(label, files) {
  const sleeping = configFor(Object.fromEntries(CHECKS.map((check) => [check, `sleep ${CHECK_SECONDS}`])));
  const quick = configFor(Object.fromEntries(CHECKS.map((check) => [check, 'true'])));
  const folder = createRepository(
    label.replaceAll(/\W/g, ''),
    { ...files, 'code.js': '', 'hydra.toml': sleeping },
    branchesOf(10),
  );
  const names = branchNames(4);
  const scored = hydra(folder, 'score', '--no-cache', '--jobs', String(JOBS), '--base', 'main', ...names);
  const script = measureScript(folder, names);
  const ratio = scored.seconds / script.seconds;
  report(
    `${label}: whole run over a script with ready-made trees`,
    `${ratio.toFixed(3)}x (${scored.seconds.toFixed(2)} s over ${script.seconds.toFixed(2)} s)`,
    `<= ${BAR_RATIO}x`,
    ratio <= BAR_RATIO,
  );
  console.log(`score  ${label}: processor time of Hydra and git in that run  ${scored.processor.toFixed(2)} s`);

  const config = join(home, 'quick.toml');
  writeFileSync(config, quick);
  const cached = ['score', '--config', config, '--base', 'main', ...branchNames(10)];
  hydra(folder, ...cached);
  const runs = Array.from({ length: REPETITIONS }, () => hydra(folder, ...cached));
  const seconds = Math.min(...runs.map((run) => run.seconds));
  const processor = Math.min(...runs.map((run) => run.processor));
  report(
    `${label}: ten candidates, all cached`,
    `${seconds.toFixed(2)} s (${processor.toFixed(2)} s of processor time)`,
    `< ${BAR_CACHED_SECONDS} s`,
    seconds < BAR_CACHED_SECONDS,
  );
}

function measureReplay() {
  const tests = Array.from({ length: 50 }, (_, index) => `ok ${index + 1} - case ${index + 1}`);
  const files = {
    'code.js': '',
    'output.tap': `TAP version 13\n1..${tests.length}\n${tests.join('\n')}\n`,
    'hydra.toml': configFor({ build: 'true', test: 'cat output.tap' }),
  };
  const folder = createRepository('replay', files, branchesOf(100));
  hydra(folder, 'score', '--no-cache', '--jobs', String(availableParallelism()), '--base', 'main', ...branchNames(100));
  const seconds = least(REPETITIONS, () => hydra(folder, 'replay').seconds);
  report('replay of 100 candidates', `${seconds.toFixed(2)} s`, `< ${BAR_REPLAY_SECONDS} s`, seconds < BAR_REPLAY_SECONDS);
}

function measureSetups() {
  const count = join(home, 'set-up-count');
  const lockfile = (text) => ({ 'package-lock.json': JSON.stringify({ lockfileVersion: 3, name: text }) });
  const workspace = `[workspace]\nsetup = "echo once >> ${count}"\n`;
  const files = { 'code.js': '', ...lockfile('base'), 'hydra.toml': configFor({ build: 'true' }, workspace) };
  const branches = { ...branchesOf(8), other: lockfile('other'), same: { ...lockfile('other'), 'code.js': 'same\n' } };
  const folder = createRepository('set-ups', files, branches);
  hydra(folder, 'score', '--no-cache', '--jobs', String(JOBS), '--base', 'main', ...Object.keys(branches));
  const done = readFileSync(count, 'utf8').split('\n').length - 1;
  report('set-ups for eleven trees with two lockfiles', `${done}`, '= 2', done === 2);
}

try {
  measureRepository('small repository', {});
  measureRepository('20,000 files', manyFiles(LARGE_REPOSITORY_FILES));
  measureReplay();
  measureSetups();
} finally {
  removeHome();
}
