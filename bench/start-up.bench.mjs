// How long `hydra --version` takes, against a Node that does nothing.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const BAR_RATIO = 2;
const REPETITIONS = 20;
const main = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

function timeNode(args) {
  const start = performance.now();
  execFileSync(process.execPath, args, { stdio: 'ignore' });
  return performance.now() - start;
}

// In turns, so that a disturbance meets both; the least disturbed repetition counts.
const idle = [];
const version = [];
for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
  idle.push(timeNode(['-e', '0']));
  version.push(timeNode([main, '--version']));
}
const ratio = Math.min(...version) / Math.min(...idle);
const reached = ratio <= BAR_RATIO;
console.log(`start-up  --version over node -e 0  ${ratio.toFixed(2)}x  bar <= ${BAR_RATIO}x  ${reached ? 'ok' : 'MISSED'}`);
if (!reached) process.exitCode = 1;
