// The root of the project, and helpers to start programs.
// Imports no package: it must run before node_modules exists.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Whether the module at `moduleUrl` was started as a program, not imported. */
export function isMain(/** @type {string} */ moduleUrl) {
  const started = process.argv[1];
  return started !== undefined && existsSync(started) && realpathSync(started) === realpathSync(fileURLToPath(moduleUrl));
}

/**
 * The file behind a package's command, to run with this Node, without npx or a shell.
 * @param {string} packageName
 * @param {string} command
 */
export function toolPath(packageName, command) {
  const folder = join(ROOT, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[command]);
}

/**
 * Runs a program and returns its output, stdout and stderr interleaved.
 * @param {string} program
 * @param {string[]} args
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export function runCaptured(program, args) {
  return new Promise((resolve) => {
    // On Windows npm is a .cmd file, which needs a shell.
    const shell = process.platform === 'win32' && program === 'npm';
    const child = spawn(program, args, { cwd: ROOT, shell, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text) => {
        output += text;
      });
    }
    child.on('error', (error) => resolve({ ok: false, output: `Cannot start ${program}: ${error.message}\n` }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}

/**
 * Runs a Node program on this terminal and returns its exit code, or 128 + the number of the signal that ended it.
 * @param {string[]} args
 * @returns {Promise<number>}
 */
export function runAttached(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
    // The terminal sends Ctrl-C to the child as well: wait until it has cleaned up and chosen its exit code.
    const waitForChild = () => {};
    const passOn = () => child.kill('SIGTERM');
    process.on('SIGINT', waitForChild);
    process.on('SIGTERM', passOn);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      process.off('SIGINT', waitForChild);
      process.off('SIGTERM', passOn);
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}
