// The step of the GitHub Action that scores, or does one step of a matrix. It does not fail itself, so that the reports are
// written; the last step decides by its outputs.
import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fail, input, runHydra, runnerFile, runQuoted, setOutput } from './step.mjs';

const jobs = input('HYDRA_JOBS');
const jobOptions = jobs === '' ? [] : [`--jobs=${jobs}`];
const base = `--base=${input('HYDRA_BASE') || 'HEAD'}`;
const candidates = input('HYDRA_CANDIDATES')
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line !== '');
const steps = {
  score: () => score(['score', '--json', base, ...jobOptions, '--', ...candidates]),
  plan,
  capture,
  collect,
};
await steps[/** @type {keyof typeof steps} */ (input('HYDRA_STEP'))]();

async function score(/** @type {string[]} */ args) {
  const { exitCode, stdout } = await runHydra(args);
  const scorecard = exitCode === 0 || exitCode === 1 ? JSON.parse(stdout) : { run_id: '', winner: null, verdict: null };
  setOutput('exit-code', String(exitCode));
  setOutput('run-id', scorecard.run_id);
  setOutput('winner', scorecard.winner ?? '');
  setOutput('leaders', (scorecard.verdict?.leaders ?? []).join('\n'));
  setOutput('verdict', scorecard.verdict?.class ?? '');
}

async function plan() {
  const folder = newFolder();
  const { exitCode } = await runHydra(['plan', base, `--out=${join(folder, 'plan')}`, '--', ...candidates]);
  setOutput('exit-code', String(exitCode));
  if (exitCode === 0) await share(folder, 'plan');
  const shards = Array.from({ length: Number(input('HYDRA_SHARDS')) }, (_, index) => index + 1);
  setOutput('matrix', JSON.stringify(shards));
}

async function capture() {
  const folder = newFolder();
  const [shard, shards] = [input('HYDRA_SHARD'), input('HYDRA_SHARDS')];
  const { plan: planned } = await unpack();
  const part = `part-${shard}`;
  const options = [`--shard=${shard}/${shards}`, `--out=${join(folder, part)}`, ...jobOptions];
  const { exitCode } = await runHydra(['capture', ...options, '--', planned]);
  setOutput('exit-code', String(exitCode));
  if (exitCode === 0) await share(folder, part);
}

async function collect() {
  const { plan: planned, parts } = await unpack();
  await score(['collect', '--json', ...jobOptions, '--', planned, ...parts]);
}

function newFolder() {
  return mkdtempSync(join(runnerFile('RUNNER_TEMP'), 'hydra-'));
}

/** As a tar file: an artifact keeps neither the modes of files nor hidden files, and refuses some names. */
async function share(/** @type {string} */ folder, /** @type {string} */ name) {
  const file = join(folder, `${name}.tar`);
  const { exitCode } = await runQuoted('tar', ['-C', folder, '-cf', file, name]);
  if (exitCode !== 0) fail(`tar cannot pack the ${name}. See the log of this step.`, 2);
  setOutput('artifact-name', `${input('HYDRA_REPORT_NAME')}-${name}`);
  setOutput('artifact', file);
}

/** The downloaded files, each in a folder of its own: the jobs that wrote them ran the candidates' code. */
async function unpack() {
  const from = input('HYDRA_DOWNLOADED');
  const folder = newFolder();
  const names = readdirSync(from).flatMap((file) => /^(plan|part-\d+)\.tar$/.exec(file)?.[1] ?? []);
  for (const name of names) {
    mkdirSync(join(folder, name));
    await runQuoted('tar', ['-C', join(folder, name), '-xf', join(from, `${name}.tar`), name]);
  }
  const parts = names.filter((name) => name !== 'plan').map((name) => join(folder, name, name));
  return { plan: join(folder, 'plan', 'plan'), parts };
}
