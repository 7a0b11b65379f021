// `npm run check` runs the static checks: types, lint, module boundaries and unused code.
import { ensureInstalled } from './install.mjs';
import { isMain, runCaptured, toolPath } from './project.mjs';

/** @typedef {{ name: string, ok: boolean, output: string, durationMs: number }} StepResult */

/** The arguments for Node by check. A function, because `toolPath` needs the installed packages. */
function steps() {
  const tsc = toolPath('typescript', 'tsc');
  return {
    // The pure modules once, for both programs that import them.
    types: [tsc, '-b', 'tsconfig.node.json', 'tsconfig.web.json'],
    lint: [toolPath('@biomejs/biome', 'biome'), 'check', '.'],
    boundaries: ['scripts/check-boundaries.mjs'],
    unused: [toolPath('knip', 'knip'), '--no-progress'],
  };
}

/**
 * Runs all checks in parallel and prints a line for each. The dependencies must be installed.
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
