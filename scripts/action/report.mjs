// The step of the GitHub Action that writes the job summary and the reports.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addSummary, fail, input, runHydra, runnerFile, setOutput } from './step.mjs';

const run = input('HYDRA_RUN');
if (run === '') {
  // A plan or a part has no ranking.
  if (input('HYDRA_EXIT_CODE') !== '0')
    addSummary('### Hydra: nothing was scored\n\nSee the log of this step for the error and the next step.');
  setOutput('folder', '');
} else {
  await writeReports(run);
}

async function writeReports(/** @type {string} */ id) {
  const folder = join(runnerFile('RUNNER_TEMP'), `hydra-report-${id}`);
  mkdirSync(folder, { recursive: true });
  const files = { html: 'report.html', junit: 'report.junit.xml', sarif: 'report.sarif' };
  const options = Object.entries(files).map(([form, name]) => `--${form}=${join(folder, name)}`);
  const summary = await runHydra(['report', id, ...options, '--markdown']);
  const scorecard = await runHydra(['report', id, '--json']);
  if (summary.exitCode !== 0 || scorecard.exitCode !== 0) {
    fail('Hydra cannot write the reports. See the log of this step.', 2);
    return;
  }
  addSummary(summary.stdout);
  writeFileSync(join(folder, 'scorecard.json'), scorecard.stdout);
  if (input('HYDRA_WINNER') !== '') await writeStatements(id, folder);
  setOutput('folder', folder);
}

/** What attest/action.yml signs. */
async function writeStatements(/** @type {string} */ id, /** @type {string} */ folder) {
  const files = [`--attest=${join(folder, 'winner.intoto.jsonl')}`, `--attest-tree=${join(folder, 'winner.tree')}`];
  const { exitCode } = await runHydra(['report', id, ...files]);
  if (exitCode !== 0) fail('Hydra cannot write the statements about the winner. See the log of this step.', 2);
}
