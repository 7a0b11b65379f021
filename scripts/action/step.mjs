// Shared by the steps of the GitHub Action: inputs, outputs and starting Hydra without a shell.
// Imports no package: it must run before node_modules exists.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';

/** The value of an input, trimmed. */
export function input(/** @type {string} */ name) {
  return (process.env[name] ?? '').trim();
}

/** A random delimiter ends the value, so that no value can contain it and add another output. */
export function setOutput(/** @type {string} */ name, /** @type {string} */ value) {
  const mark = `end-${randomUUID()}`;
  appendFileSync(runnerFile('GITHUB_OUTPUT'), `${name}<<${mark}\n${value}\n${mark}\n`);
}

export function addSummary(/** @type {string} */ markdown) {
  appendFileSync(runnerFile('GITHUB_STEP_SUMMARY'), `${markdown}\n`);
}

/** @returns {string} */
export function runnerFile(/** @type {string} */ name) {
  const file = process.env[name];
  if (file === undefined || file === '') throw new Error(`${name} is not set. Run this script as a step of the GitHub Action.`);
  return file;
}

/** Fails the step with an annotation. */
export function fail(/** @type {string} */ sentence, exitCode = 1) {
  // Line breaks would end the workflow command, and percent signs begin an escape.
  const escaped = sentence.replace(/[%\r\n]/g, (character) => encodeURIComponent(character));
  process.stdout.write(`::error title=Hydra::${escaped}\n`);
  process.exitCode = exitCode;
}

/**
 * Runs a program and returns its stdout. Its stderr goes to the log, where the runner ignores workflow commands.
 * @param {string} program
 * @param {readonly string[]} args
 * @returns {Promise<{ exitCode: number, stdout: string }>}
 */
export async function runQuoted(program, args) {
  const mark = randomUUID();
  process.stdout.write(`::stop-commands::${mark}\n`);
  try {
    return await runProgram(program, args);
  } finally {
    process.stdout.write(`\n::${mark}::\n`);
  }
}

/** @returns {Promise<{ exitCode: number, stdout: string }>} */
function runProgram(/** @type {string} */ program, /** @type {readonly string[]} */ args) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    /** @type {Buffer[]} */
    const pieces = [];
    child.stdout.on('data', (piece) => pieces.push(piece));
    child.on('error', reject);
    child.on('close', (code) => resolve({ exitCode: code ?? 130, stdout: Buffer.concat(pieces).toString('utf8') }));
  });
}

export function runHydra(/** @type {readonly string[]} */ args) {
  return runQuoted(process.execPath, [input('HYDRA_PROGRAM'), ...args]);
}
