// The GitHub Action: action.yml parsed and its steps run as on a runner.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createRepository, temporaryFolder } from '../temporary-repository.ts';
import { fillFrom, readAction, runAction, runInBash } from './run-action.ts';
import { ensureProgram, PROJECT } from './run-hydra.ts';

const action = readAction('.');
const run = (folder: string, given: Record<string, string>) => runAction(action, folder, given);

test('has the documented inputs and outputs', () => {
  expect(Object.keys(action.inputs)).toEqual([
    ...['candidates', 'base', 'jobs', 'step', 'shards', 'shard', 'version', 'report-name', 'fail-on-no-winner'],
  ]);
  expect(Object.keys(action.outputs)).toEqual([
    ...['winner', 'leaders', 'verdict', 'matrix', 'exit-code', 'run-id', 'report-folder'],
  ]);
});

describe.each([
  ['.', 'docs/ci.md'],
  ['attest', 'docs/attestations.md'],
])('%s/action.yml', (place, document) => {
  const { inputs, outputs, runs, path } = readAction(place);

  test('has documented inputs and outputs', () => {
    const guide = readFileSync(join(PROJECT, document), 'utf8');
    for (const name of [...Object.keys(inputs), ...Object.keys(outputs)]) expect(guide).toContain(`\`${name}\``);
  });

  test('uses no expression in a command line, and uses every input', () => {
    for (const step of runs.steps) if ('run' in step) expect(step.run).not.toContain('${{');
    const text = JSON.stringify(runs.steps);
    for (const name of Object.keys(inputs)) expect(text).toContain(`\${{ inputs.${name} }}`);
  });

  test('refers only to earlier steps and existing scripts', () => {
    const seen: string[] = [];
    for (const step of runs.steps) {
      const named = [...JSON.stringify(step).matchAll(/steps\.([\w-]+)\.outputs/g)].map(([, id]) => id);
      expect(named.filter((id) => !seen.includes(id ?? ''))).toEqual([]);
      seen.push(step.id);
      if (!('run' in step)) continue;
      const script = /^node "\$GITHUB_ACTION_PATH\/([\w/.-]+)"$/.exec(step.run)?.[1] ?? 'none';
      expect(existsSync(join(path, script)), step.run).toBe(true);
    }
  });
});

const CONFIG = '[scoring.commands]\nbuild = "sh build.sh"\ntest = "sh test.sh"\n[scoring.tests]\nreruns = 0\n';
const TEST = 'echo "TAP version 13"; echo 1..1; grep -q fixed code.c && echo "ok 1 - a" || { echo "not ok 1 - a"; exit 1; }\n';
/** A name that git allows, and that a shell would execute. */
const COMMAND_BRANCH = `$(touch$\{IFS}pwned)`;
let folder: string;

beforeAll(async () => {
  await ensureProgram();
  folder = createRepository(
    { 'hydra.toml': CONFIG, 'build.sh': 'echo built\n', 'test.sh': TEST, 'code.c': 'broken\n' },
    { good: { 'code.c': 'fixed\n' }, 'feat/worse': { 'build.sh': 'exit 3\n' }, [COMMAND_BRANCH]: { 'code.c': 'fixed 2\n' } },
  );
}, 120_000);

describe('a job', () => {
  test('with a winner has outputs, a summary and reports', async () => {
    const job = await run(folder, {
      candidates: '  good \n\nworse=feat/worse\n',
      base: 'main',
      jobs: '1',
      'report-name': 'mine',
    });
    expect({ failed: job.failed, outputs: { ...job.outputs, 'run-id': '', 'report-folder': '' } }).toEqual({
      failed: null,
      outputs: {
        ...{ winner: 'good', leaders: 'good', verdict: 'decided_by_tests', matrix: '' },
        ...{ 'exit-code': '0', 'run-id': '', 'report-folder': '' },
      },
    });
    expect(readdirSync(join(folder, '.hydra/runs'))).toEqual([job.outputs['run-id']]);
    expect(job.summary).toMatch(/^### Hydra: merge `good`\n/);
    expect(job.used.upload).toMatchObject({ name: 'mine', path: job.outputs['report-folder'] });
    expect(readdirSync(job.outputs['report-folder'] ?? '').sort()).toEqual([
      ...['report.html', 'report.junit.xml', 'report.sarif', 'scorecard.json', 'winner.intoto.jsonl', 'winner.tree'],
    ]);
    expect(JSON.parse(readFileSync(join(job.outputs['report-folder'] ?? '', 'scorecard.json'), 'utf8')).winner).toBe('good');
  });

  test.each([
    ['false', null],
    ['true', { step: 'decide', exitCode: 1 }],
  ])('without a winner fails only if requested (%s)', async (wish, failed) => {
    const job = await run(folder, { candidates: 'worse=feat/worse', base: 'main', 'fail-on-no-winner': wish });
    expect(job.outputs).toMatchObject({ winner: '', leaders: '', verdict: 'none', 'exit-code': '1' });
    expect(job.summary).toContain('### Hydra: nothing to merge');
    expect(job.used.upload).toBeDefined();
    if (failed === null) expect(job.failed).toBeNull();
    else expect(job.failed).toMatchObject(failed);
  });

  test('an error fails, is in the summary, and uploads nothing', async () => {
    const job = await run(folder, { candidates: 'nowhere', base: 'main' });
    expect(job.outputs).toEqual({
      ...{ winner: '', leaders: '', verdict: '', matrix: '', 'exit-code': '2', 'run-id': '', 'report-folder': '' },
    });
    expect(job.failed).toMatchObject({ step: 'decide', exitCode: 2 });
    expect(job.log).toContain('There is no commit, folder or patch file `nowhere`.');
    expect(job.summary).toContain('nothing was scored');
    expect(job.used.upload).toBeUndefined();
  });

  test('rejects a boolean input that is neither true nor false', async () => {
    const job = await run(folder, { candidates: 'good', base: 'main', 'fail-on-no-winner': 'yes' });
    expect(job.failed).toMatchObject({ step: 'decide', exitCode: 2 });
    expect(job.failed?.log).toContain('::error title=Hydra::fail-on-no-winner is `yes`; set it to true or false.\n');
  });
});

describe('a matrix', () => {
  /** Runs a job; what it uploads goes to a folder that stands for the artifacts of the workflow. */
  const runStep = async (artifacts: string, cwd: string, given: Record<string, string>) => {
    const job = await runAction(action, cwd, given, { 'steps.download.outputs.download-path': artifacts });
    const { path } = job.used.share ?? {};
    if (path !== undefined) copyFileSync(path, join(artifacts, basename(path)));
    return job;
  };

  test('plans, captures and collects', { timeout: 240_000 }, async () => {
    const artifacts = temporaryFolder();
    const step = (given: Record<string, string>, cwd = temporaryFolder()) => runStep(artifacts, cwd, given);
    const planned = await step({ step: 'plan', shards: '2', candidates: 'good\nworse=feat/worse', base: 'main' }, folder);
    expect(planned).toMatchObject({ failed: null, summary: '', outputs: { matrix: '[1,2]', 'exit-code': '0', winner: '' } });
    expect(planned.used).toMatchObject({ share: { name: 'hydra-report-plan', overwrite: 'true' } });
    expect(planned.used.download).toBeUndefined();
    for (const shard of JSON.parse(planned.outputs.matrix ?? '') as number[]) {
      const captured = await step({ step: 'capture', shards: '2', shard: `${shard}`, jobs: '1' });
      expect(captured).toMatchObject({ failed: null, summary: '', outputs: { 'exit-code': '0' } });
      expect(captured.used.download).toMatchObject({ pattern: 'hydra-report-plan', 'merge-multiple': 'true' });
      expect(captured.used.share).toMatchObject({ name: `hydra-report-part-${shard}` });
      expect(captured.used.upload).toBeUndefined();
    }
    const collected = await step({ step: 'collect' }, folder);
    expect(collected).toMatchObject({ failed: null, outputs: { winner: 'good', verdict: 'decided_by_tests', 'exit-code': '0' } });
    expect(collected.used.download).toMatchObject({ pattern: 'hydra-report-p*' });
    expect(collected.summary).toMatch(/^### Hydra: merge `good`\n/);
    expect(collected.used.upload).toMatchObject({ name: 'hydra-report' });
    // Without one of the parts.
    rmSync(join(artifacts, 'part-2.tar'));
    const incomplete = await step({ step: 'collect' }, folder);
    expect(incomplete.failed).toMatchObject({ step: 'decide', exitCode: 2 });
    expect(incomplete.log).toContain('Of 2 shards these are missing: 2.');
    expect(incomplete.summary).toContain('nothing was scored');
  });

  test('a plan that cannot be made fails and uploads nothing', async () => {
    const job = await run(folder, { step: 'plan', shards: '2', candidates: 'nowhere', base: 'main' });
    expect(job.failed).toMatchObject({ step: 'decide', exitCode: 2 });
    expect(job.used.share).toBeUndefined();
  });

  test.each([
    [{ step: 'merge' }, 'The input step is `merge`; set it to score, plan, capture, collect, or leave it empty.'],
    [{ shards: '4' }, 'The inputs shards and shard need the input step'],
    [{ step: 'plan' }, 'The input shards is ``; set it to the number of shards, from 1 to 256.'],
    [{ step: 'plan', shards: '257' }, 'The input shards is `257`'],
    [{ step: 'plan', shards: '2', shard: '1' }, 'The input shard is only for step: capture, and step is plan.'],
    [{ step: 'capture', shards: '2', shard: '3' }, 'The input shard is `3`; set it to a number from 1 to 2'],
    [{ step: 'capture', shards: '2' }, 'The input shard is ``; set it to a number from 1 to 2'],
  ])('rejects the inputs %o', async (given, sentence) => {
    const job = await run(folder, { candidates: 'good', base: 'main', ...given } as Record<string, string>);
    expect(job.failed).toMatchObject({ step: 'prepare', exitCode: 2 });
    expect(job.failed?.log).toContain(`::error title=Hydra::${sentence}`);
  });
});

describe('hostile inputs are not executed', () => {
  const ATTACK = '$(touch pwned)`touch pwned`"; touch pwned; \'\n::set-env name=X::y\nwinner=evil';

  test('scores a branch whose name is a command', async () => {
    const job = await run(folder, { candidates: `odd=${COMMAND_BRANCH}`, base: 'main' });
    expect(job.outputs).toMatchObject({ winner: 'odd', 'exit-code': '0' });
    expect(existsSync(join(folder, 'pwned'))).toBe(false);
  });

  test.each(['candidates', 'base', 'jobs', 'version', 'fail-on-no-winner', 'step', 'shards', 'shard'])('%s', async (name) => {
    mkdirSync(join(folder, 'empty'), { recursive: true });
    const job = await run(folder, { candidates: 'good', base: 'main', [name]: ATTACK });
    expect(job.failed?.exitCode).toBe(2);
    expect(job.outputs.winner).not.toBe('evil');
    expect(existsSync(join(folder, 'pwned'))).toBe(false);
    expect(commandsIn(job.log).filter((command) => !command.startsWith('::error title=Hydra::'))).toEqual([]);
  });

  test('does not treat a candidate or base as an option', async () => {
    const job = await run(folder, { candidates: '--help', base: '--version' });
    expect(job.outputs['exit-code']).toBe('2');
  });
});

interface WorkflowStep {
  id?: string;
  uses?: string;
  run?: string;
  with?: Record<string, string>;
  env?: Record<string, string>;
  'continue-on-error'?: boolean;
}

test('.github/workflows/action.yml passes', { timeout: 240_000 }, async () => {
  const workflow = parse(readFileSync(join(PROJECT, '.github/workflows/action.yml'), 'utf8'));
  const steps = workflow.jobs.score.steps as WorkflowStep[];
  const workspace = temporaryFolder();
  const known = new Map<string, string>();
  for (const step of steps) {
    if (step.uses === './hydra') await runActionStep(step, workspace, known);
    else if (step.run !== undefined) await runShellStep(step.run, step.env ?? {}, workspace, known);
  }
  const outcomes = ['winner', 'none'].map((id) => known.get(`steps.${id}.outcome`));
  expect(outcomes).toEqual(['success', 'failure']);
});

async function runActionStep(step: WorkflowStep, workspace: string, known: Map<string, string>): Promise<void> {
  const job = await run(workspace, step.with ?? {});
  if (step['continue-on-error'] !== true) expect(job.failed).toBeNull();
  known.set(`steps.${step.id}.outcome`, job.failed === null ? 'success' : 'failure');
  for (const [name, value] of Object.entries(job.outputs)) known.set(`steps.${step.id}.outputs.${name}`, value);
}

async function runShellStep(
  command: string,
  variables: Record<string, string>,
  workspace: string,
  known: ReadonlyMap<string, string>,
): Promise<void> {
  const values = Object.entries(variables).map(([name, text]) => [name, fillFrom(known, text)] as const);
  const env = { PATH: process.env.PATH ?? '', HOME: workspace, ...Object.fromEntries(values) };
  expect(await runInBash(command, workspace, env)).toEqual({ exitCode: 0, log: '' });
}

/** Workflow commands: lines that begin with `::` outside of quoted output. */
function commandsIn(log: string): string[] {
  const commands: string[] = [];
  let mark: string | null = null;
  for (const line of log.split('\n')) {
    const begins = /^::stop-commands::(.+)$/.exec(line)?.[1];
    if (mark !== null && line === `::${mark}::`) mark = null;
    else if (mark === null && begins !== undefined) mark = begins;
    else if (mark === null && line.startsWith('::')) commands.push(line);
  }
  return commands;
}
