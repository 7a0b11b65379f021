// `npm run check` asks every tool that reads the sources without running them.
import { ensureInstalled } from './install.mjs';
import { isMain, runCaptured, toolPath } from './project.mjs';

/** @typedef {{ name: string, ok: boolean, output: string, durationMs: number }} StepResult */

/** Name to the Node program and its arguments; made when asked, because the tools may not be installed before. */
function steps() {
  const tsc = toolPath('typescript', 'tsc');
  return {
    types: [tsc, '-p', 'tsconfig.json'],
    'types-pure': [tsc, '-p', 'tsconfig.pure.json'],
    'types-web': [tsc, '-p', 'tsconfig.web.json'],
    lint: [toolPath('@biomejs/biome', 'biome'), 'check', '.'],
    boundaries: ['scripts/check-boundaries.mjs'],
    unused: [toolPath('knip', 'knip'), '--no-progress'],
  };
}

/**
 * Runs all checks at the same time and prints a line for each. The dependencies must be installed.
 * @returns {Promise<StepResult[]>}
 */
export async function runChecks() {
  const running = Object.entries(steps()).map(([name, args]) => timeStep(name, () => runCaptured(process.execPath, args)));
  const results = [];
  for (const step of running) {
    const result = await step;
    printStep(result);
    results.push(result);
  }
  return results;
}

/**
 * @param {string} name
 * @param {() => Promise<{ ok: boolean, output: string }>} work
 * @returns {Promise<StepResult>}
 */
export async function timeStep(name, work) {
  const startedAt = performance.now();
  const { ok, output } = await work();
  return { name, ok, output, durationMs: performance.now() - startedAt };
}

export function printStep(/** @type {StepResult} */ { name, ok, output, durationMs }) {
  console.log(`${ok ? 'ok' : 'FAILED'} ${name} ${(durationMs / 1000).toFixed(1)}s`);
  if (!ok) console.log(output.trimEnd());
}

if (isMain(import.meta.url)) {
  await ensureInstalled();
  const results = await runChecks();
  process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
}
