// Runs a composite GitHub Action as a runner does: evaluates expressions, has a file for each step's outputs, and runs the
// steps with bash. Steps that use another action only record their inputs.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { temporaryFolder } from '../temporary-repository.ts';
import { PROJECT } from './run-hydra.ts';

const variables = z.record(z.string(), z.string());
const runStep = z.strictObject({ id: z.string(), shell: z.literal('bash'), run: z.string(), env: variables });
const usesStep = z.strictObject({ id: z.string(), if: z.string().optional(), uses: z.string(), with: variables });
const actionSchema = z.strictObject({
  name: z.string().min(1),
  description: z.string().min(1).max(125),
  branding: z.strictObject({ icon: z.string(), color: z.string() }),
  inputs: z.record(
    z.string(),
    z.strictObject({ description: z.string().min(1), required: z.boolean().optional(), default: z.string().optional() }),
  ),
  outputs: z.record(z.string(), z.strictObject({ description: z.string().min(1), value: z.string() })),
  runs: z.strictObject({ using: z.literal('composite'), steps: z.array(z.union([runStep, usesStep])) }),
});

export interface Action extends z.infer<typeof actionSchema> {
  /** The folder of its action.yml. */
  path: string;
}

/** `place` is relative to the project. */
export function readAction(place: string): Action {
  const path = join(PROJECT, place);
  return { ...actionSchema.parse(parse(readFileSync(join(path, 'action.yml'), 'utf8'))), path };
}

export interface Job {
  outputs: Record<string, string>;
  summary: string;
  /** The inputs of the steps that use another action, by their id; a step that was skipped has none. */
  used: Record<string, Record<string, string>>;
  /** The failed step; null if none failed. */
  failed: { step: string; exitCode: number; log: string } | null;
  log: string;
}

/** `outputsOfUsed` are the outputs of steps that use another action, such as `steps.download.outputs.download-path`. */
export async function runAction(
  action: Action,
  folder: string,
  given: Record<string, string>,
  outputsOfUsed: Record<string, string> = {},
): Promise<Job> {
  const place = temporaryFolder();
  const inputs = Object.entries(action.inputs).map(([name, { default: value = '' }]) => [name, given[name] ?? value] as const);
  const known = new Map([
    ...inputs.map(([name, value]) => [`inputs.${name}`, value] as const),
    ...Object.entries(outputsOfUsed),
    ['runner.temp', place],
  ]);
  const fill = (text: string) => fillFrom(known, text);
  const job: Job = { outputs: {}, summary: '', used: {}, failed: null, log: '' };
  const summary = join(place, 'summary');
  for (const step of action.runs.steps) {
    if ('uses' in step) {
      if (isSkipped(step.if, known)) continue;
      job.used[step.id] = Object.fromEntries(Object.entries(step.with).map(([key, text]) => [key, fill(text)]));
      continue;
    }
    const output = join(place, `output-${step.id}`);
    writeFileSync(output, '');
    const env = {
      ...{
        PATH: process.env.PATH ?? '',
        HOME: place,
        XDG_CACHE_HOME: place,
        RUNNER_TEMP: place,
        GITHUB_ACTION_PATH: action.path,
      },
      ...{ GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary, GITHUB_ACTIONS: 'true', CI: 'true' },
      ...Object.fromEntries(Object.entries(step.env).map(([name, text]) => [name, fill(text)])),
    };
    const { exitCode, log } = await runInBash(step.run, folder, env);
    job.log += log;
    for (const [name, value] of readOutputs(readFileSync(output, 'utf8'))) known.set(`steps.${step.id}.outputs.${name}`, value);
    if (exitCode !== 0) {
      job.failed = { step: step.id, exitCode, log };
      break;
    }
  }
  job.outputs = Object.fromEntries(Object.entries(action.outputs).map(([name, { value }]) => [name, fill(value)]));
  job.summary = existsSync(summary) ? readFileSync(summary, 'utf8') : '';
  return job;
}

/** Conditions have the form `name != 'value'`. */
function isSkipped(condition: string | undefined, known: ReadonlyMap<string, string>): boolean {
  const [, name = '', value] = /^([\w.-]+) != '(.*)'$/.exec(condition ?? '') ?? [];
  return condition !== undefined && (known.get(name) ?? '') === value;
}

/** Evaluates the expressions in a text; an unknown one is empty, as on a runner. */
export function fillFrom(known: ReadonlyMap<string, string>, text: string): string {
  return text.replace(/\$\{\{ ([\w.-]+) \}\}/g, (_whole, name: string) => known.get(name) ?? '');
}

export function runInBash(script: string, cwd: string, env: Record<string, string>): Promise<{ exitCode: number; log: string }> {
  const args = ['-e', '-o', 'pipefail', '-c', `exec 2>&1\n${script}`];
  return new Promise((resolve) => {
    const child = execFile('bash', args, { cwd, env }, (_error, log) => resolve({ exitCode: child.exitCode ?? -1, log }));
  });
}

/** `name<<mark`, lines, `mark`. */
function readOutputs(text: string): [string, string][] {
  return [...text.matchAll(/^([\w-]+)<<(\S+)\n(.*?)\n?^\2$/gms)].map(([, name = '', , value = '']) => [name, value]);
}
