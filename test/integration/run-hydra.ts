// Runs the built program as a user does.
import { execFile } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from '../../scripts/build.mjs';
import { temporaryFolder } from '../temporary-repository.ts';

export const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
export const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

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

export function runHydra(args: readonly string[], folder: string): Promise<Ending> {
  return runProgram(process.execPath, [MAIN, ...args], folder);
}

let cacheHome: string | null = null;

export function runProgram(program: string, args: readonly string[], folder: string): Promise<Ending> {
  // Installations of tests must not go to the user's cache.
  cacheHome ??= temporaryFolder();
  const options = { cwd: folder, env: { ...process.env, NO_COLOR: '', XDG_CACHE_HOME: cacheHome }, maxBuffer: 1e9 };
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
