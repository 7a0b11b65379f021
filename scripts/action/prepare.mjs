// The step of the GitHub Action that checks which part of a matrix it is, and names the artifacts to download for it.
import { fail, input, setOutput } from './step.mjs';

/** GitHub starts at most this many jobs of one matrix. */
const MAX_SHARDS = 256;
const STEPS = ['score', 'plan', 'capture', 'collect'];

const step = input('HYDRA_STEP') || 'score';
const problem = problemIn(step, input('HYDRA_SHARDS'), input('HYDRA_SHARD'));
if (problem === null) prepare();
else fail(problem, 2);

function prepare() {
  const name = input('HYDRA_REPORT_NAME');
  const patterns = new Map([
    ['capture', `${name}-plan`],
    // The plan and all parts.
    ['collect', `${name}-p*`],
  ]);
  setOutput('step', step);
  setOutput('download', patterns.get(step) ?? '');
}

/** @returns {string | null} */
function problemIn(/** @type {string} */ wanted, /** @type {string} */ shards, /** @type {string} */ shard) {
  if (!STEPS.includes(wanted)) return `The input step is \`${wanted}\`; set it to ${STEPS.join(', ')}, or leave it empty.`;
  if (wanted === 'score' && `${shards}${shard}` !== '')
    return 'The inputs shards and shard need the input step: set it to plan, capture or collect, or remove them.';
  if (wanted !== 'capture' && shard !== '') return `The input shard is only for step: capture, and step is ${wanted}.`;
  if (wanted !== 'plan' && wanted !== 'capture') return null;
  if (!isNumberUpTo(shards, MAX_SHARDS))
    return `The input shards is \`${shards}\`; set it to the number of shards, from 1 to ${MAX_SHARDS}.`;
  if (wanted === 'capture' && !isNumberUpTo(shard, Number(shards)))
    return `The input shard is \`${shard}\`; set it to a number from 1 to ${shards}, such as \${{ matrix.shard }}.`;
  return null;
}

function isNumberUpTo(/** @type {string} */ text, /** @type {number} */ max) {
  return /^[1-9]\d{0,3}$/.test(text) && Number(text) <= max;
}
