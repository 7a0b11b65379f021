// The step of the GitHub Action that scores. It does not fail itself, so that the reports are written; the last step
// decides by its outputs.
import { input, runHydra, setOutput } from './step.mjs';

const candidates = input('HYDRA_CANDIDATES')
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line !== '');
const jobs = input('HYDRA_JOBS');
const options = [`--base=${input('HYDRA_BASE') || 'HEAD'}`, ...(jobs === '' ? [] : [`--jobs=${jobs}`])];
const { exitCode, stdout } = await runHydra(['score', '--json', ...options, '--', ...candidates]);
const scorecard = exitCode === 0 || exitCode === 1 ? JSON.parse(stdout) : { run_id: '', winner: null, verdict: null };
setOutput('exit-code', String(exitCode));
setOutput('run-id', scorecard.run_id);
setOutput('winner', scorecard.winner ?? '');
setOutput('leaders', (scorecard.verdict?.leaders ?? []).join('\n'));
setOutput('verdict', scorecard.verdict?.class ?? '');
