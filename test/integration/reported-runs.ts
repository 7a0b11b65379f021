// Runs and parses commands of real runners as Hydra does.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestSummary } from '../../src/contract/index.ts';
import { runCommand } from '../../src/exec/index.ts';
import { temporaryFolder } from '../temporary-repository.ts';
import { ensureProgram, PROJECT } from './run-hydra.ts';

type Requests = typeof import('../../src/capture/report-requests.ts');
type Collecting = typeof import('../../src/capture/collect-reports.ts');
type Parsing = typeof import('../../src/tools/index.ts');

export interface Hydra extends Pick<Requests, 'requestReports'>, Pick<Collecting, 'watchReports'> {
  parse(command: string, text: string, exitCode: number | null, root: string): TestSummary;
}

/** From dist/, which has the files that are loaded into runners. */
export async function loadHydra(): Promise<Hydra> {
  await ensureProgram();
  const { requestReports } = (await import(join(PROJECT, 'dist/capture/report-requests.js'))) as Requests;
  const { watchReports } = (await import(join(PROJECT, 'dist/capture/collect-reports.js'))) as Collecting;
  const { openOutputParser } = (await import(join(PROJECT, 'dist/tools/index.js'))) as Parsing;
  return {
    requestReports,
    watchReports,
    parse(command, text, exitCode, root) {
      const parser = openOutputParser({ kind: 'test', command, root });
      parser.push(Buffer.from(text));
      return parser.end(exitCode);
    },
  };
}

export interface Ran {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

export async function run(folder: string, command: string, env: Record<string, string>): Promise<Ran> {
  const outputs = temporaryFolder();
  const files = { stdoutFile: join(outputs, 'stdout'), stderrFile: join(outputs, 'stderr') };
  const limits = { timeoutMs: 120_000, outputLimitBytes: 1e6 };
  const request = { command, cwd: folder, env: { ...env, TMPDIR: outputs }, ...files, ...limits, confinement: null };
  const { exitCode } = await runCommand(request);
  return { exitCode, stdout: readFileSync(files.stdoutFile, 'utf8'), stderr: readFileSync(files.stderrFile, 'utf8') };
}
