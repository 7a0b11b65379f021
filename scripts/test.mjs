// `npm test` builds, runs the static checks and all tests, and prints the totals as its last line.
// It changes nothing outside the project: `.ci/run` installs system packages. Arguments go to vitest:
// `npm test -- src/scoring`.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { missingPrograms } from './bare-path.mjs';
import { explainMissingBrowser, findBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { printStep, runChecks, timeStep } from './check.mjs';
import { ensureInstalled } from './install.mjs';
import { runAttached, toolPath } from './project.mjs';
import { explainMissingServices } from './services.mjs';
import { addSteps, countTests, lastLine } from './test-totals.mjs';

await ensureInstalled();
const built = await timeStep('build', build);
printStep(built);
const checks = await runChecks();
const browser = selects('browser') ? await requireTool('browser', 'test/browser', browserProblem()) : [];
const services = selects('queue') ? await requireTool('services', 'test/integration/queue', explainMissingServices()) : [];
const missing = missingPrograms();
if (missing.length > 0) console.log(`skipped tests that need ${missing.join(', ')}: not installed`);
const totals = addSteps([built, ...checks, ...browser, ...services], await runVitest());
console.log(lastLine(totals));
process.exitCode = totals.failed === 0 ? 0 : 1;

/** Whether the arguments select the tests whose paths contain the word. */
function selects(/** @type {string} */ word) {
  const filters = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
  return filters.length === 0 || filters.some((filter) => filter.includes(word));
}

function browserProblem() {
  return findBrowser() === null ? explainMissingBrowser() : null;
}

/**
 * Without a program that they need, tests skip themselves; in CI they and this step fail instead.
 * @param {string} name
 * @param {string} tests
 * @param {string | null} problem
 */
async function requireTool(name, tests, problem) {
  if (problem !== null && (process.env.CI ?? '') === '') {
    console.log(`skipped ${tests}: ${problem}`);
    return [];
  }
  const step = await timeStep(name, async () => ({ ok: problem === null, output: problem === null ? '' : `${problem}\n` }));
  printStep(step);
  return [step];
}

async function runVitest() {
  const folder = mkdtempSync(join(tmpdir(), 'hydra-test-report-'));
  try {
    const reportFile = join(folder, 'report.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
    // Where nothing is installed, the project `bare` would repeat tests for nothing.
    const projects = missing.includes('bwrap') ? ['--project', '!bare'] : [];
    const args = [...reporters, ...projects, ...process.argv.slice(2)];
    const exitCode = await runAttached([toolPath('vitest', 'vitest'), 'run', ...args]);
    return countTests(readReport(reportFile), exitCode === 0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns {import('./test-totals.mjs').VitestReport | null} */
function readReport(/** @type {string} */ file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
