// `npm test` builds, runs the static checks and all tests, and prints the totals as its last line.
// It changes nothing outside the project: `.ci/run` installs system packages. Arguments go to vitest:
// `npm test -- src/scoring`.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { explainMissingBrowser, findBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { printStep, runChecks, timeStep } from './check.mjs';
import { ensureInstalled } from './install.mjs';
import { runAttached, toolPath } from './project.mjs';
import { addSteps, countTests, lastLine } from './test-totals.mjs';

await ensureInstalled();
const built = await timeStep('build', build);
printStep(built);
const checks = await runChecks();
const browser = selectsBrowserTests() ? await checkBrowser() : [];
const totals = addSteps([built, ...checks, ...browser], await runVitest());
console.log(lastLine(totals));
process.exitCode = totals.failed === 0 ? 0 : 1;

function selectsBrowserTests() {
  const filters = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
  return filters.length === 0 || filters.some((filter) => filter.includes('browser'));
}

/** Without a browser, the tests in test/browser skip themselves; in CI they and this step fail instead. */
async function checkBrowser() {
  const hasBrowser = findBrowser() !== null;
  if (!hasBrowser && (process.env.CI ?? '') === '') {
    console.log(`skipped test/browser: ${explainMissingBrowser()}`);
    return [];
  }
  const output = hasBrowser ? '' : `${explainMissingBrowser()}\n`;
  const step = await timeStep('browser', async () => ({ ok: hasBrowser, output }));
  printStep(step);
  return [step];
}

async function runVitest() {
  const folder = mkdtempSync(join(tmpdir(), 'hydra-test-report-'));
  try {
    const reportFile = join(folder, 'report.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
    const exitCode = await runAttached([toolPath('vitest', 'vitest'), 'run', ...reporters, ...process.argv.slice(2)]);
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
