// Where the project lies, and how the scripts start other programs.
// It never imports a package: it must work before node_modules exists.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Whether the module at `moduleUrl` is the program that was started, and not imported by another one. */
export function isMain(/** @type {string} */ moduleUrl) {
  const started = process.argv[1];
  return started !== undefined && existsSync(started) && realpathSync(started) === realpathSync(fileURLToPath(moduleUrl));
}

/**
 * The file that a package's command starts. Running it with this Node needs neither npx nor a shell.
 * @param {string} packageName
 * @param {string} command
 */
export function toolPath(packageName, command) {
  const folder = join(ROOT, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[command]);
}

/**
 * Runs a program to its end and keeps what it printed, stdout and stderr as they came.
 * @param {string} program
 * @param {string[]} args
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export function runCaptured(program, args) {
  return new Promise((resolve) => {
    // On Windows npm is a .cmd file, which only a shell can start.
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
 * Runs a Node program on this terminal and gives its exit code (128 + the signal's number when a signal ended it).
 * @param {string[]} args
 * @returns {Promise<number>}
 */
export function runAttached(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
    // The terminal sends Ctrl-C to the child as well. Waiting for it lets it clean up and choose the exit code.
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
