// What the steps of the GitHub Action share: their inputs, their outputs, and starting Hydra. No shell sees any
// of it. It never imports a package: it must work before node_modules exists.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';

/** An input, as the workflow wrote it; without blanks around it. */
export function input(/** @type {string} */ name) {
  return (process.env[name] ?? '').trim();
}

/** A mark that nobody can know beforehand ends the value, so that no value can add another output. */
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
  if (file === undefined || file === '') throw new Error(`${name} is not set: this is a step of a GitHub Action.`);
  return file;
}

/** Ends the step; the sentence stands beside the workflow. */
export function fail(/** @type {string} */ sentence, exitCode = 1) {
  // Line ends and percent signs would end the command, or begin another.
  const escaped = sentence.replace(/[%\r\n]/g, (character) => encodeURIComponent(character));
  process.stdout.write(`::error title=Hydra::${escaped}\n`);
  process.exitCode = exitCode;
}

/**
 * What it prints on stdout comes back; its messages go to the log, where nothing in them is a command to the runner.
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
