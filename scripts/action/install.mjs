// The first step of the GitHub Action: builds Hydra from the action's own sources, or installs a version from npm.
import { join } from 'node:path';
import { ROOT } from '../project.mjs';
import { fail, input, runnerFile, runQuoted, setOutput } from './step.mjs';

const version = input('HYDRA_VERSION');
const program = version === '' ? await ownProgram() : await installedProgram(version);
if (program !== null) setOutput('program', program);

async function ownProgram() {
  const { ensureBuilt } = await import('../build.mjs');
  await ensureBuilt();
  return join(ROOT, 'dist/cli/main.js');
}

/** @returns {Promise<string | null>} */
async function installedProgram(/** @type {string} */ wanted) {
  if (!/^[\w.^~][\w.^~-]*$/.test(wanted)) {
    fail(`The input version is \`${wanted}\`; set it to a version such as 1.2.3, or leave it empty.`, 2);
    return null;
  }
  const folder = join(runnerFile('RUNNER_TEMP'), 'hydra');
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--omit=dev'];
  const { exitCode, stdout } = await runQuoted('npm', ['install', '--prefix', folder, ...flags, `hydra-score@${wanted}`]);
  if (exitCode === 0) return join(folder, 'node_modules/hydra-score/dist/cli/main.js');
  const next = 'Leave the input version empty to build Hydra from the sources of the action.';
  fail(`npm cannot install hydra-score@${wanted}. ${next} ${stdout}`, 2);
  return null;
}
