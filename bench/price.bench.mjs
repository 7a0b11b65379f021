// What a ranking costs beside the same commands in a shell loop, on generated projects with suites of some seconds.
// Two sets of candidates per runner: honest ones, and a set with a regression and a cheat. Both sides run in one go, with
// the same parallelism, because only their ratio says something on a busy machine.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configFor, createRepository, env, home, hydra, measure, removeHome } from './support.mjs';

const BARS = { honest: 1.3, mixed: 1.8 };
const JOBS = 2;
const FILES = 20;
/** Processor time of one test file beside its start. */
const BURN_MS = 200;
const PROJECT = fileURLToPath(new URL('..', import.meta.url));

const numbers = Array.from({ length: FILES }, (_, index) => index);

const node = {
  name: 'node:test',
  needs: ['node', '--version'],
  command: 'node --test',
  source: (body) => ({ 'package.json': '{"type":"module"}\n', 'lib.js': `export function f(n) {\n  ${body}\n}\n` }),
  test: (number, lines) => [
    `test/part${number}.test.js`,
    [
      "import assert from 'node:assert';",
      "import { test } from 'node:test';",
      "import { f } from '../lib.js';",
      `test('takes its time ${number}', () => { const end = process.cpuUsage().user + ${BURN_MS} * 1000; while (process.cpuUsage().user < end) for (let n = 0; n < 1e5; n += 1); });`,
      ...lines.map(([name, call]) => `test('${name} ${number}', () => assert.ok(${call}));`),
      '',
    ].join('\n'),
  ],
  call: (n, expected) => `f(${n}) === ${expected}`,
  right: ['return n * 2;', 'return n + n;', 'const twice = n + n;\n  return twice;', 'return 2 * n;', 'return n << 1;'],
  base: 'return n === 3 ? 0 : n * 2;',
  broken: 'return n === 5 ? 0 : n * 2;',
};

const jest = {
  ...node,
  name: 'jest',
  needs: ['node', join(PROJECT, 'node_modules/jest/bin/jest.js'), '--version'],
  command: 'npx --no-install jest',
  packages: true,
  source: (body) => ({
    'package.json': '{"name":"p"}\n',
    '.gitignore': 'node_modules\n',
    'lib.js': `exports.f = (n) => {\n  ${body}\n};\n`,
  }),
  test: (number, lines) => [
    `test/part${number}.test.js`,
    [
      "const { f } = require('../lib.js');",
      `test('takes its time ${number}', () => { const end = process.cpuUsage().user + ${BURN_MS} * 1000; while (process.cpuUsage().user < end) for (let n = 0; n < 1e5; n += 1); });`,
      ...lines.map(([name, call]) => `test('${name} ${number}', () => expect(${call}).toBe(true));`),
      '',
    ].join('\n'),
  ],
};

const pytest = {
  name: 'pytest',
  needs: ['python3', '-m', 'pytest', '--version'],
  command: 'python3 -m pytest -q -p no:cacheprovider',
  source: (body) => ({ 'lib.py': `def f(n):\n    ${body}\n` }),
  test: (number, lines) => [
    `test_part${number}.py`,
    [
      'import time',
      'from lib import f',
      '',
      `def test_takes_its_time_${number}():`,
      `    end = time.process_time() + ${BURN_MS / 1000}`,
      '    while time.process_time() < end:',
      '        pass',
      ...lines.flatMap(([name, call]) => ['', `def test_${name}_${number}():`, `    assert ${call}`]),
      '',
    ].join('\n'),
  ],
  call: (n, expected) => `f(${n}) == ${expected}`,
  right: ['return n * 2', 'return n + n', 'return sum([n, n])', 'return 2 * n', 'return n << 1'],
  base: 'return 0 if n == 3 else n * 2',
  broken: 'return 0 if n == 5 else n * 2',
};

/** Two tests of the base fail: the one that the task is about, and one that nobody is asked to mend. */
function projectOf(runner) {
  const lines = (number) => [
    ['doubles', runner.call(number + 10, (number + 10) * 2)],
    ...(number === 0
      ? [
          ['three', runner.call(3, 6)],
          ['old', runner.call(1, 7)],
        ]
      : []),
    ...(number === 1 ? [['five', runner.call(5, 10)]] : []),
  ];
  return {
    ...runner.source(runner.base),
    ...Object.fromEntries(numbers.map((number) => runner.test(number, lines(number)))),
    'hydra.toml': configFor(
      { test: runner.command },
      runner.packages ? '[workspace]\nsetup = false\nlink = ["node_modules"]\n' : '',
    ),
  };
}

const sources = (runner, body) =>
  Object.fromEntries(Object.entries(runner.source(body)).filter(([path]) => path.startsWith('lib')));
const newTest = (runner) => Object.fromEntries([runner.test('new', [['seven', runner.call(7, 14)]])]);

/** Five right solutions; three of them bring a test. */
function honestOf(runner) {
  return Object.fromEntries(
    runner.right.map((body, index) => [`honest${index}`, { ...sources(runner, body), ...(index < 3 ? newTest(runner) : {}) }]),
  );
}

/** One breaks a test, one changes the test that fails. */
function mixedOf(runner) {
  const { honest0, honest1, honest3 } = honestOf(runner);
  const weakened = runner.test(0, [
    ['doubles', runner.call(10, 20)],
    ['three', runner.call(3, 0)],
    ['old', runner.call(1, 7)],
  ]);
  return {
    honest0,
    honest1,
    honest3,
    breaks: sources(runner, runner.broken),
    cheats: { ...sources(runner, `${runner.base} `), ...Object.fromEntries([weakened]) },
  };
}

function isInstalled([program, ...args]) {
  try {
    execFileSync(program, args, { stdio: 'ignore', env });
    return true;
  } catch {
    return false;
  }
}

/** The same command on every tree, in clones that are there already. */
function measureLoop(folder, names, runner) {
  const trees = ['main', ...names].map((branch) => {
    const tree = join(home, 'loop', branch);
    execFileSync('git', ['clone', '--quiet', '--shared', '--branch', branch, folder, tree], { env });
    if (runner.packages) symlinkSync(join(PROJECT, 'node_modules'), join(tree, 'node_modules'));
    return tree;
  });
  const list = join(home, 'commands');
  writeFileSync(list, trees.map((tree) => `cd ${tree} && { ${runner.command} || true; }\n`).join(''));
  const measured = measure(home, 'sh', ['-c', `xargs -P ${JOBS} -I LINE sh -c LINE < ${list}`]);
  rmSync(join(home, 'loop'), { recursive: true });
  return measured;
}

function countTestRuns(folder) {
  const [run = ''] = readdirSync(join(folder, '.hydra/runs')).sort().reverse();
  const events = readFileSync(join(folder, '.hydra/runs', run, 'events.jsonl'), 'utf8')
    .trim()
    .split('\n');
  const started = events.map((line) => JSON.parse(line)).filter(({ type }) => type === 'check_started');
  const whole = started.filter(({ check }) => /^(?:pinned-)?(?:again\d+-)?(?:test|canary|independent(?:-canary)?)$/.test(check));
  return { whole: whole.length, parts: started.length - whole.length };
}

function measureSet(runner, kind, branches) {
  const folder = createRepository(`${runner.name}-${kind}`.replaceAll(/\W/g, ''), projectOf(runner), branches);
  if (runner.packages) symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
  const names = Object.keys(branches);
  const loop = measureLoop(folder, names, runner);
  // Exit code 1 is an answer, too.
  const scored = hydra(folder, 'score', '--no-cache', '--jobs', String(JOBS), '--base', 'main', ...names);
  const [processor, wall] = [scored.processor / loop.processor, scored.seconds / loop.seconds];
  const { whole, parts } = countTestRuns(folder);
  const trees = names.length + 1;
  const bar = BARS[kind];
  const isReached = processor <= bar;
  console.log(
    `price  ${runner.name}, ${kind}: processor time ${processor.toFixed(2)}x (${scored.processor.toFixed(1)} s over ${loop.processor.toFixed(1)} s)  bar <= ${bar}x  ${isReached ? 'ok' : 'MISSED'}`,
  );
  console.log(
    `price  ${runner.name}, ${kind}: wall time ${wall.toFixed(2)}x, ${whole} whole test runs and ${parts} parts for ${trees} trees`,
  );
  if (!isReached) process.exitCode = 1;
}

try {
  for (const runner of [node, pytest, jest]) {
    if (!isInstalled(runner.needs)) {
      console.log(`price  ${runner.name} is not installed: not measured`);
      continue;
    }
    measureSet(runner, 'honest', honestOf(runner));
    measureSet(runner, 'mixed', mixedOf(runner));
  }
} finally {
  removeHome();
}
