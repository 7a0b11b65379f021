// The processor time of Hydra itself, without the checks, on large suites: planning a fresh run, a run that is all in the
// cache, and replay. Whether it grows in proportion to tests and candidates, and for how long the event loop is blocked.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configFor, createRepository, env, home, removeHome } from './support.mjs';

const BAR_SECONDS = 2;
const BAR_BLOCKED_MS = 200;
/** The time for one more test or candidate in the upper half of the range over that in the lower half: 1 if linear. */
const BAR_GROWTH = 1.5;
const TESTS_PER_FILE = 100;
const REPETITIONS = 2;
const main = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const meter = fileURLToPath(new URL('./engine-meter.cjs', import.meta.url));
const runner = readFileSync(new URL('./engine-runner.cjs', import.meta.url), 'utf8');

/** Tests of one file fail on the base, and all candidates fix them. */
function createSuite(name, tests, candidates) {
  const files = Math.ceil(tests / TESTS_PER_FILE);
  const suites = Array.from({ length: files }, (_, file) => {
    const cases = Array.from({ length: Math.min(TESTS_PER_FILE, tests) }, (_each, index) => {
      const [a, b] = [file * TESTS_PER_FILE + index, index % 7];
      return `  it('adds ${b} to number ${a}', () => assert.equal(add(${a}, ${b}), ${a + b}));\n`;
    });
    const head = "const assert = require('node:assert');\nconst { add } = require('../src/add.js');\n";
    return [`test/part-${file}.js`, `${head}describe('part ${file}', () => {\n${cases.join('')}});\n`];
  });
  const add = (body) => ({ 'src/add.js': `exports.add = (a, b) => {\n${body}};\n` });
  const branches = Array.from({ length: candidates }, (_, index) => [
    `c${index}`,
    add(`  const sum${index} = a + b;\n  return sum${index};\n`),
  ]);
  return createRepository(
    name,
    {
      'package.json': '{}\n',
      'tools/mocha/mocha.js': runner,
      'hydra.toml': configFor({ test: 'node tools/mocha/mocha.js' }),
      ...Object.fromEntries(suites),
      ...add(`  if (a < ${TESTS_PER_FILE}) return a;\n  return a + b;\n`),
    },
    Object.fromEntries(branches),
  );
}

/** Processor seconds of the program alone, and the most between two turns of its event loop. */
function hydra(folder, ...args) {
  const report = join(home, 'meter.json');
  rmSync(report, { force: true });
  const measured = { ...env, NODE_OPTIONS: `--require ${meter}`, HYDRA_METER: report };
  try {
    execFileSync(process.execPath, [main, ...args], { cwd: folder, env: measured, stdio: ['ignore', 'ignore', 'pipe'] });
  } catch (error) {
    // Exit code 1 is an answer of Hydra, not a failure.
    if (error.status !== 1) throw new Error(`hydra ${args.join(' ')}: ${error.stderr}`);
  }
  return JSON.parse(readFileSync(report, 'utf8'));
}

/** The least disturbed of several runs. */
const least = (runs) => ({
  seconds: Math.min(...runs.map(({ seconds }) => seconds)),
  blockedMs: Math.min(...runs.map(({ blockedMs }) => blockedMs)),
});

function measureSuite(tests, candidates) {
  const folder = createSuite(`suite-${tests}-${candidates}`, tests, candidates);
  const score = ['score', '--jobs', '2', '--base', 'main', ...Array.from({ length: candidates }, (_, index) => `c${index}`)];
  const times = (args) => least(Array.from({ length: REPETITIONS }, () => hydra(folder, ...args)));
  const parts = { planning: hydra(folder, ...score), cached: times(score), replay: times(['replay']) };
  const seconds = Object.values(parts).reduce((sum, part) => sum + part.seconds, 0);
  // Replay is one computation, and Ctrl-C ends it at once.
  const blockedMs = Math.max(parts.planning.blockedMs, parts.cached.blockedMs);
  const shown = Object.entries(parts).map(([name, part]) => `${name} ${part.seconds.toFixed(2)} s`);
  console.log(`engine  ${tests} tests, ${candidates} candidates: ${shown.join(', ')}; blocked for ${Math.round(blockedMs)} ms`);
  rmSync(folder, { recursive: true });
  return { seconds, blockedMs };
}

function report(label, measured, bar, reached) {
  console.log(`engine  ${label}  ${measured}  bar ${bar}  ${reached ? 'ok' : 'MISSED'}`);
  if (!reached) process.exitCode = 1;
}

/** Three sizes at equal distances. */
function reportGrowth(label, [small, middle, large]) {
  const growth = (large.seconds - middle.seconds) / (middle.seconds - small.seconds);
  report(`growth with ${label}`, growth.toFixed(2), `<= ${BAR_GROWTH}`, growth <= BAR_GROWTH);
}

try {
  const byTests = [1_000, 10_500, 20_000].map((tests) => measureSuite(tests, 10));
  const byCandidates = [5, 20, 35].map((candidates) => measureSuite(1_000, candidates));
  const [, , large] = byTests;
  reportGrowth('tests', byTests);
  reportGrowth('candidates', byCandidates);
  const { seconds, blockedMs } = large;
  report('planning, cached run and replay', `${seconds.toFixed(2)} s`, `< ${BAR_SECONDS} s`, seconds < BAR_SECONDS);
  report('event loop blocked', `${Math.round(blockedMs)} ms`, `<= ${BAR_BLOCKED_MS} ms`, blockedMs <= BAR_BLOCKED_MS);
} finally {
  removeHome();
}
