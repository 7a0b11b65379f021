// `npm test` builds, checks and runs every test. Its last line is the sum of it all.
// Arguments go to vitest: `npm test -- src/scoring`.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { printStep, runChecks, timeStep } from './check.mjs';
import { ensureInstalled } from './install.mjs';
import { runAttached, toolPath } from './project.mjs';
import { addSteps, countTests, lastLine } from './test-totals.mjs';

await ensureInstalled();
const built = await timeStep('build', build);
printStep(built);
const checks = await runChecks();
const browser = await findBrowserIfAsked();
const totals = addSteps([built, ...checks, ...browser], await runVitest());
console.log(lastLine(totals));
process.exitCode = totals.failed === 0 ? 0 : 1;

/** Not for somebody who runs only the tests of a folder. Without one the tests of the page are skipped, but never in CI. */
async function findBrowserIfAsked() {
  const chosen = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
  if (chosen.length > 0 && !chosen.some((argument) => argument.includes('browser'))) return [];
  const step = await timeStep('browser', ensureBrowser);
  printStep(step);
  return step.ok || (process.env.CI ?? '') !== '' ? [step] : [];
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
