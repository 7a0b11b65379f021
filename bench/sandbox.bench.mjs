// What the sandbox adds to a check: the same commands with and without it, alternately, as `hydra score` runs them. The
// durations are those of the captures, so that nothing else of a run is measured.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configFor, createRepository, hydra, removeHome } from './support.mjs';

const BAR = 1.02;
const ROUNDS = 5;
/** Processor time, which a busy machine stretches for both sides alike. Asks for it rarely: a call costs system time. */
const BURN = (ms) =>
  `const end = process.cpuUsage().user + ${ms} * 1000; while (process.cpuUsage().user < end) for (let n = 0; n < 1e6; n += 1);`;

const COMMANDS = {
  // With a result that can be read: otherwise Hydra repeats the command.
  'a process of 1 s': `node -e "${BURN(1000)} console.log('TAP version 13\\n1..1\\nok 1 - a')"`,
  'a process of 3 s': `node -e "${BURN(3000)} console.log('TAP version 13\\n1..1\\nok 1 - a')"`,
  // Files and child processes: what a test suite does besides computing.
  'a suite of 20 files, each its own process': 'node --test --test-concurrency=1',
};

const numbers = Array.from({ length: 20 }, (_, index) => index);
const suite = Object.fromEntries(
  numbers.map((number) => [
    `test/part${number}.test.js`,
    `const fs = require('node:fs');\nrequire('node:test').test('part ${number}', () => { ${BURN(20)} for (let n = 0; n < 200; n += 1) fs.writeFileSync('made${number}', String(n)); });\n`,
  ]),
);

/** The durations of all captures of the test command in the newest run, in milliseconds. */
function durations(folder) {
  const runs = join(folder, '.hydra/runs');
  const newest = join(runs, readdirSync(runs).sort().at(-1) ?? '');
  return ['baseline', 'candidates/a'].map(
    (place) => JSON.parse(readFileSync(join(newest, place, 'test/capture.json'), 'utf8')).duration_ms,
  );
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

try {
  for (const [name, command] of Object.entries(COMMANDS)) {
    const measured = { off: [], auto: [] };
    const folders = Object.fromEntries(
      Object.keys(measured).map((mode) => {
        const config = configFor(
          { test: command },
          `[scoring.integrity]\nenabled = false\ncanary = false\n[sandbox]\nmode = "${mode}"\n`,
        );
        const files = { 'package.json': '{"name":"p"}\n', 'hydra.toml': config, 'code.js': '1;\n', ...suite };
        return [mode, createRepository(`${mode}-${Object.keys(COMMANDS).indexOf(name)}`, files, { a: { 'code.js': '2;\n' } })];
      }),
    );
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [mode, folder] of Object.entries(folders)) {
        hydra(folder, 'score', '--no-cache', '--jobs', '1', '--base', 'main', 'a');
        measured[mode].push(...durations(folder));
      }
    }
    const [off, auto] = [median(measured.off), median(measured.auto)];
    const ratio = auto / off;
    const verdict = ratio <= BAR ? 'reached' : 'MISSED';
    console.log(
      `${name}: ${off.toFixed(0)} ms without, ${auto.toFixed(0)} ms with the sandbox, ${ratio.toFixed(3)}x (bar ${BAR}x: ${verdict})`,
    );
  }
} finally {
  removeHome();
}
