// The files in examples/distribution: their commands have options that exist, and run as on their platform. What the
// platforms do themselves, such as moving artifacts, is imitated.
import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { createRepository, git, temporaryFolder } from '../temporary-repository.ts';
import { fillFrom, runInBash } from './run-action.ts';
import { ensureProgram, hydraOnPath, PROJECT, runHydra } from './run-hydra.ts';

beforeAll(ensureProgram);

const EXAMPLES = 'examples/distribution';
const textOf = (path: string) => readFileSync(join(PROJECT, path), 'utf8');
const example = (name: string) => textOf(join(EXAMPLES, name));

describe.each([...readdirSync(join(PROJECT, EXAMPLES)).map((name) => join(EXAMPLES, name)), 'docs/distribution.md'])(
  '%s',
  (path) => {
    // In comments, too.
    const commands = [...textOf(path).matchAll(/(?<![\w/.-])hydra ([a-z]+)([^|&>#`;\n]*)/g)];
    const names = [...new Set(commands.map(([, name = '']) => name))];

    test.each(names)('uses only options of hydra %s', async (name) => {
      const { stdout, exitCode } = await runHydra([name, '--help'], PROJECT);
      expect(exitCode).toBe(0);
      const known = [...stdout.matchAll(/--[a-z-]+/g)].map(([option]) => option);
      const used = commands.filter(([, own]) => own === name).flatMap(([, , rest = '']) => rest.match(/--[a-z-]+/g) ?? []);
      expect(used.filter((option) => !known.includes(option))).toEqual([]);
    });
  },
);

const CONFIG = '[scoring.commands]\ntest = "sh test.sh"\n[scoring.tests]\nreruns = 0\n';
const TEST = 'echo "TAP version 13"; echo 1..1; grep -q fixed code.c && echo "ok 1 - a" || { echo "not ok 1 - a"; exit 1; }\n';

/** With remote branches, like the clone of a CI job. */
function clone(): string {
  const origin = createRepository(
    { 'hydra.toml': CONFIG, 'test.sh': TEST, 'code.c': 'broken\n' },
    { 'feat/a': { 'code.c': 'fixed\n' }, 'feat/b': { 'code.c': 'broken too\n' } },
  );
  const folder = temporaryFolder();
  git(folder, 'clone', '--quiet', origin, '.');
  for (const branch of ['feat/a', 'feat/b']) git(folder, 'branch', '--quiet', branch, `origin/${branch}`);
  return folder;
}

let programs = '';
let home = '';
beforeAll(() => {
  programs = hydraOnPath();
  home = temporaryFolder();
});

async function run(script: string, folder: string, variables: Record<string, string> = {}, shell = 'set -e'): Promise<string> {
  const env = { PATH: `${programs}${delimiter}${process.env.PATH ?? ''}`, HOME: home, XDG_CACHE_HOME: home, ...variables };
  const { exitCode, log } = await runInBash(`${shell}\n${script}`, folder, env);
  expect({ exitCode, log: exitCode === 0 ? '' : log }).toEqual({ exitCode: 0, log: '' });
  return log;
}

const WINNER = /^Winner: a, decided by tests/m;

test('slurm.sbatch captures as an array and collects as a job', { timeout: 240_000 }, async () => {
  const folder = clone();
  await run('hydra plan a=feat/a b=feat/b --base main --out plan', folder);
  const script = join(PROJECT, EXAMPLES, 'slurm.sbatch');
  await run(`bash -n "${script}"`, folder);
  const ofJob = { SLURM_JOB_ID: '11', SLURM_CPUS_PER_TASK: '2', ENVIRONMENT: 'BATCH' };
  const ofArray = { ...ofJob, SLURM_ARRAY_JOB_ID: '11', SLURM_ARRAY_TASK_COUNT: '2', SLURM_ARRAY_TASK_MIN: '1' };
  await run(`bash "${script}"`, folder, { ...ofArray, SLURM_ARRAY_TASK_ID: '1' });
  // Repeated alone: then Slurm counts one task.
  const alone = { ...ofArray, SLURM_ARRAY_TASK_COUNT: '1', SLURM_ARRAY_TASK_MIN: '2', SLURM_ARRAY_TASK_ID: '2' };
  await run(`bash "${script}" 2`, folder, alone);
  expect(await run(`bash "${script}"`, folder, { ...ofJob, SLURM_JOB_ID: '12' })).toMatch(WINNER);
  expect(readdirSync(folder)).toContain('report.html');
});

interface GitlabJob {
  script: string[];
  parallel?: number;
}

test('gitlab-ci.yml captures in parallel jobs', { timeout: 240_000 }, async () => {
  const { plan, capture, collect } = parse(example('gitlab-ci.yml')) as Record<'plan' | 'capture' | 'collect', GitlabJob>;
  const folder = clone();
  const common = { CI: 'true', GITLAB_CI: 'true', CI_DEFAULT_BRANCH: 'main', CANDIDATES: 'a=origin/feat/a b=origin/feat/b' };
  await run(plan.script.join('\n'), folder, common);
  const count = capture.parallel ?? 0;
  expect(count).toBe(4);
  for (let index = 1; index <= count; index += 1)
    await run(capture.script.join('\n'), folder, { ...common, CI_NODE_INDEX: `${index}`, CI_NODE_TOTAL: `${count}` });
  expect(await run(collect.script.join('\n'), folder, common)).toMatch(WINNER);
});

interface KubernetesJob {
  kind: string;
  metadata: { name: string };
  spec: {
    completionMode?: string;
    completions?: number;
    parallelism?: number;
    template: { spec: { containers: { image: string; command: string[]; env: { name: string; value: string }[] }[] } };
  };
}

test('kubernetes.yaml captures in an Indexed Job', { timeout: 240_000 }, async () => {
  const documents = parseAllDocuments(example('kubernetes.yaml')).map((document) => document.toJS() as KubernetesJob);
  expect(documents.map(({ kind }) => kind)).toEqual(['PersistentVolumeClaim', 'Pod', 'Job', 'Job']);
  const jobs = documents.filter(({ kind }) => kind === 'Job');
  const [capture, collect] = jobs.map(({ spec: { template } }) => template.spec.containers[0]);
  const count = jobs[0]?.spec.completions ?? 0;
  expect(jobs[0]?.spec).toMatchObject({ completionMode: 'Indexed', parallelism: count });
  expect(capture?.command.at(-1)).toContain(`--shard auto/${count} `);
  // One kind of machine.
  const kindOf = ({ spec }: KubernetesJob) => JSON.stringify({ ...spec.template.spec, containers: [] });
  expect(jobs.map(kindOf)[1]).toBe(jobs.map(kindOf)[0]);
  expect(collect).toEqual({ ...capture, name: 'collect', command: expect.any(Array) });

  const folder = clone();
  const work = temporaryFolder();
  await run(`hydra plan a=feat/a b=feat/b --base main --out "${join(work, 'plan')}"`, folder);
  const inPod = (command: string[] = []) => (command.at(-1) ?? '').replaceAll('/data/', `${work}/`);
  const env = Object.fromEntries((capture?.env ?? []).map(({ name, value }) => [name, value]));
  for (let index = 0; index < count; index += 1)
    await run(inPod(capture?.command), work, { ...env, JOB_COMPLETION_INDEX: `${index}`, HOSTNAME: `hydra-capture-${index}` });
  expect(await run(inPod(collect?.command), work, { ...env, HOSTNAME: 'hydra-collect' })).toMatch(WINNER);
  mkdirSync(join(folder, '.hydra/runs'), { recursive: true });
  cpSync(join(work, 'run/.hydra/runs'), join(folder, '.hydra/runs'), { recursive: true });
  expect(await run('hydra show && hydra verify', folder)).toMatch(WINNER);
});

interface GithubStep {
  uses?: string;
  run?: string;
  env?: Record<string, string>;
  with?: Record<string, unknown>;
}
interface GithubJob {
  strategy?: { matrix: { shard: number[] } };
  steps: GithubStep[];
}

/** Runs a job like a runner: uploaded files go to one folder, and come from it. */
async function runGithubJob({ steps }: GithubJob, workspace: string, artifacts: string, expressions: Record<string, string>) {
  const temp = temporaryFolder();
  const known = new Map(Object.entries({ 'runner.temp': temp, ...expressions }));
  const fill = (values: Record<string, unknown> = {}): Record<string, string> =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fillFrom(known, String(value))]));
  const summary = join(temp, 'summary');
  const ofRunner = { CI: 'true', GITHUB_ACTIONS: 'true', RUNNER_TEMP: temp, GITHUB_WORKSPACE: workspace };
  let log = '';
  for (const { uses = '', run: script = 'npm install', env, with: given } of steps) {
    const { path = '.' } = fill(given);
    if (uses.includes('/download-artifact@')) cpSync(artifacts, resolve(workspace, path), { recursive: true });
    if (uses.includes('/upload-artifact@') && path.endsWith('.tar')) await run(`cp "${path}" "${artifacts}"`, workspace);
    if (!script.startsWith('npm install'))
      log += await run(script, workspace, { ...ofRunner, ...fill(env), GITHUB_STEP_SUMMARY: summary });
  }
  return { log, summary };
}

test('github-actions.yml captures in a matrix', { timeout: 240_000 }, async () => {
  const { jobs } = parse(example('github-actions.yml')) as { jobs: Record<'plan' | 'capture' | 'collect', GithubJob> };
  const artifacts = temporaryFolder();
  await runGithubJob(jobs.plan, clone(), artifacts, { 'inputs.candidates': 'feat/a feat/b' });
  const shards = jobs.capture.strategy?.matrix.shard ?? [];
  for (const shard of shards) {
    const ofShard = { 'matrix.shard': `${shard}`, 'strategy.job-total': `${shards.length}` };
    await runGithubJob(jobs.capture, temporaryFolder(), artifacts, ofShard);
  }
  expect(readdirSync(artifacts).sort()).toEqual([...shards.map((shard) => `part-${shard}.tar`), 'plan.tar']);
  const { log, summary } = await runGithubJob(jobs.collect, clone(), artifacts, {});
  expect(log).toMatch(WINNER);
  expect(readFileSync(summary, 'utf8')).toContain('### Hydra: merge `a`');
});
