// Runs the built program as a user does.
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from '../../scripts/build.mjs';
import { temporaryFolder } from '../temporary-repository.ts';

export const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
export const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const RUN_CLI = pathToFileURL(join(MAIN, '../run-cli.js')).href;

/** For checks that count their runs, or wait, through files outside their checkout. */
export const WITHOUT_SANDBOX = '[sandbox]\nmode = "off"\n';

export interface Ending {
  stdout: string;
  stderr: string;
  exitCode: number;
}

/** `npm test` builds first; a single test file run on its own may need a build. */
export async function ensureProgram(): Promise<void> {
  const { ok, output } = await build();
  if (!ok) throw new Error(output);
}

let turns: Promise<unknown> = Promise.resolve();

/**
 * Runs the built command line in this process: starting Node and loading the program takes longer than most commands. The
 * working folder and the streams belong to the whole process, so runs take turns.
 */
export function runHydra(args: readonly string[], folder: string): Promise<Ending> {
  const turn = turns.then(() => runHere(args, folder));
  turns = turn.catch(() => {});
  return turn;
}

async function runHere(args: readonly string[], folder: string): Promise<Ending> {
  const { runCli } = (await import(RUN_CLI)) as typeof import('../../src/cli/run-cli.ts');
  const [stdout, stderr] = [new Collected(), new Collected()];
  const before = { cwd: process.cwd(), env: { ...process.env } };
  const streams = (['stdout', 'stderr'] as const).map((name) => [name, Object.getOwnPropertyDescriptor(process, name)] as const);
  process.chdir(folder);
  Object.assign(process.env, ownEnvironment());
  Object.defineProperty(process, 'stdout', { configurable: true, value: stdout });
  Object.defineProperty(process, 'stderr', { configurable: true, value: stderr });
  try {
    const exitCode = await runCli(args);
    return { stdout: stdout.text(), stderr: stderr.text(), exitCode };
  } finally {
    for (const [name, descriptor] of streams) if (descriptor !== undefined) Object.defineProperty(process, name, descriptor);
    for (const name of Object.keys(ownEnvironment())) restore(name, before.env[name]);
    process.chdir(before.cwd);
  }
}

function restore(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}

class Collected extends Writable {
  readonly #pieces: Buffer[] = [];

  override _write(piece: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#pieces.push(piece);
    done();
  }

  text(): string {
    return Buffer.concat(this.#pieces).toString('utf8');
  }
}

/** In a process of its own: for signals, several runs at once, and what only a process has. */
export function startHydra(args: readonly string[], folder: string): Promise<Ending> {
  return runProgram(process.execPath, [MAIN, ...args], folder);
}

let cacheHome: string | null = null;

/** Installations of tests must not go to the user's cache. */
function ownEnvironment(): { NO_COLOR: string; XDG_CACHE_HOME: string } {
  if (cacheHome === null || !existsSync(cacheHome)) cacheHome = temporaryFolder();
  return { NO_COLOR: '', XDG_CACHE_HOME: cacheHome };
}

export function runProgram(program: string, args: readonly string[], folder: string): Promise<Ending> {
  const options = { cwd: folder, env: { ...process.env, ...ownEnvironment() }, maxBuffer: 1e9 };
  return new Promise((resolve) => {
    const child = execFile(program, args, options, (_error, stdout, stderr) => {
      resolve({ stdout, stderr, exitCode: child.exitCode ?? -1 });
    });
  });
}

/** A folder with `hydra` as `npm install -g hydra-score` puts it on the PATH. */
export function hydraOnPath(): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'hydra'), `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`);
  chmodSync(join(folder, 'hydra'), 0o755);
  return folder;
}
