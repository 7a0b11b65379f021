// How many megabytes of console output a second are read, for each runner: a log with a thousand results among foreign
// text, and one of nothing but its results, which is bound by how many results there are; how the time grows with them; the
// memory that 1 GB takes; and other parsers of the same formats beside. A fixed count of rounds, some minutes in all.
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse as parseJunit } from 'junit2json';
import { Parser as TapParser } from 'tap-parser';
import { openOutputParser } from '../dist/tools/index.js';

const BAR_MEGABYTES_PER_SECOND = 100;
const BAR_RESIDENT_MEGABYTES = 300;
const BAR_RATIO = 1;
/** Ten times the results: 10 is linear, the rest is for the garbage collector, which has more to look at. */
const BAR_GROWTH = 20;
const FOREIGN_BYTES = 500_000_000;
const COMPARED_BYTES = 4_000_000;
const [FEW_RESULTS, MANY_RESULTS] = [10_000, 100_000];
const LARGE_LOG_BYTES = 1_000_000_000;
const RESULTS_AMONG_TEXT = 1000;
const RESULTS_AMONG_LARGE_TEXT = 100_000;
/** More than are kept, so that no numbers are given. */
const TOO_MANY_RESULTS = 12_000_000;
const TOO_MANY_FINDINGS = 14_000_000;
const [SHORT_RUNS, RESULTS_OF_SHORT_RUN] = [10_000, 10];
const TESTS_PER_FILE = 100;
const REPETITIONS = 3;
const CHUNK_BYTES = 65_536;

const main = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

/** What build tools, package managers, servers and stack traces print around tests. */
const FOREIGN = [
  '2024-05-01 10:00:00,123 INFO  [main] org.example.store.Catalogue - loaded 312 entries from cache in 14 ms',
  'npm warn deprecated inflight@1.0.6: This module is not supported, and leaks memory.',
  '   Compiling serde_derive v1.0.197',
  '    at Object.<anonymous> (/project/src/server/handler.js:112:17)',
  '    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)',
  'DEBUG:urllib3.connectionpool:http://localhost:8080 "GET /api/v1/items?page=3 HTTP/1.1" 200 5120',
  '[webpack-dev-middleware] wait until bundle finished: /static/js/main.js',
  '  asset main.4f2a.js 1.2 MiB [emitted] [immutable] [minimized] (name: main)',
  'Step 7/12 : RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates',
  'Get:14 http://deb.example.org/debian bookworm/main amd64 libssl3 amd64 3.0.11-1 [2,018 kB]',
  'Downloading https://files.example.org/packages/ab/cd/numpy-1.26.4-cp311-manylinux.whl (18.3 MB)',
  '',
  '{"level":"info","time":1714550400000,"msg":"request completed","status":200,"ms":12}',
  'The quick brown fox jumps over the lazy dog while the test bench keeps humming along.',
  'warning: unused variable: `left`',
  '  --> src/main.rs:14:9',
  '  File "/project/app/models.py", line 212, in save',
  '    raise ValueError("price must not be negative")',
  '+ docker compose up --detach --wait database',
  'remote: Compressing objects: 100% (214/214), done.',
  '[2024-05-01T10:00:00.000Z] worker-3 picked up job 8812 (queue: mail)',
  'go: downloading golang.org/x/text v0.14.0',
  'I0501 10:00:00.000000       1 controller.go:88] reconciling pod default/web-0',
  'checking for gcc option to accept ISO C11... none needed',
  'gcc -O2 -Wall -Wextra -Iinclude -c src/buffer.c -o build/buffer.o',
  '- /project/node_modules/example/dist/index.js: 12.4 kB',
  '* connected to database at db.internal:5432 as reader',
  'Unpacking libcurl4:amd64 (7.88.1-10+deb12u5) ...',
];

const six = (index) => String(index).padStart(6, '0');
const moduleOf = (index) => String(Math.floor(index / TESTS_PER_FILE)).padStart(5, '0');
const filesOf = (count) => Math.ceil(count / TESTS_PER_FILE);
/** A title in the middle of a line of 80 characters. */
const rule = (title) => ` ${title} `.padStart(41 + Math.floor(title.length / 2), '=').padEnd(80, '=');
/** A line above the first test of every file. */
const below = (heading, index, line) => (index % TESTS_PER_FILE === 0 ? `${heading}\n${line}` : line);

/** By tool: what stands before the results, one passed test, and what stands behind so many of them. */
const TOOLS = {
  pytest: {
    head: (count) =>
      `${rule('test session starts')}\nplatform linux -- Python 3.11.7, pytest-9.0.3\nrootdir: /project\ncollected ${count} items\n`,
    result: (index) => `tests/unit/test_module_${moduleOf(index)}.py::TestCase::test_behaviour_${six(index)} PASSED     [ 50%]`,
    tail: (count) => rule(`${count} passed in 12.04s`),
  },
  unittest: {
    head: () => '',
    result: (index) => `test_${six(index)} (tests.test_module_${moduleOf(index)}.TestCase.test_${six(index)}) ... ok`,
    tail: (count) => `\n${'-'.repeat(70)}\nRan ${count} tests in 0.100s\n\nOK`,
  },
  'cargo-test': {
    head: (count) => `     Running unittests src/lib.rs (target/debug/deps/harbour-0123456789abcdef)\n\nrunning ${count} tests`,
    result: (index) => `test harbour::module_${moduleOf(index)}::tests::behaviour_${six(index)} ... ok`,
    tail: (count) => `\ntest result: ok. ${count} passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n`,
  },
  'go-test': {
    head: () => '',
    result: (index) =>
      `=== RUN   TestModule${moduleOf(index)}Case${six(index)}\n--- PASS: TestModule${moduleOf(index)}Case${six(index)} (0.00s)`,
    tail: () => 'PASS\nok  \texample.org/ledger\t0.012s',
  },
  jest: {
    head: () => '',
    result: (index) =>
      below(
        `PASS src/module_${moduleOf(index)}.test.js\n  module ${moduleOf(index)}`,
        index,
        `    ✓ behaves as case ${six(index)} says (1 ms)`,
      ),
    tail: (count) =>
      `\nTest Suites: ${filesOf(count)} passed, ${filesOf(count)} total\nTests:       ${count} passed, ${count} total\nSnapshots:   0 total\nTime:        0.5 s`,
  },
  vitest: {
    head: () => '\n RUN  v4.1.12 /project\n',
    result: (index) =>
      ` ✓ src/module_${moduleOf(index)}.test.js > module ${moduleOf(index)} > behaves as case ${six(index)} says 1ms`,
    tail: (count) =>
      `\n Test Files  ${filesOf(count)} passed (${filesOf(count)})\n      Tests  ${count} passed (${count})\n   Start at  10:00:00\n   Duration  100ms\n`,
  },
  mocha: {
    head: () => '\n',
    result: (index) => below(`  module ${moduleOf(index)}`, index, `    ✔ behaves as case ${six(index)} says`),
    tail: (count) => `\n\n  ${count} passing (12s)\n\n`,
  },
  tap: {
    head: () => 'TAP version 13',
    result: (index) => `ok ${index + 1} - module ${moduleOf(index)} behaves as case ${six(index)} says`,
    tail: (count) => `1..${count}\n# tests ${count}\n# pass ${count}`,
  },
  gradle: {
    head: () => '> Task :compileJava\n> Task :test\n',
    result: (index) => `org.example.Module${moduleOf(index)}Test > behaviour${six(index)}() PASSED\n`,
    tail: () => '\nBUILD SUCCESSFUL in 3s\n2 actionable tasks: 2 executed',
  },
  maven: {
    head: () => `[INFO] ${'-'.repeat(55)}\n[INFO]  T E S T S\n[INFO] ${'-'.repeat(55)}`,
    result: (index) =>
      `[INFO] Running org.example.Module${six(index)}Test\n[INFO] Tests run: 1, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.012 s -- in org.example.Module${six(index)}Test`,
    tail: (count) =>
      `[INFO] \n[INFO] Results:\n[INFO] \n[INFO] Tests run: ${count}, Failures: 0, Errors: 0, Skipped: 0\n[INFO] \n[INFO] BUILD SUCCESS`,
  },
};

const foreignBytes = (Buffer.byteLength(FOREIGN.join('\n')) + 1) / FOREIGN.length;
const countThatFits = ({ result }, bytes) => Math.floor(bytes / (Buffer.byteLength(result(1)) + 1));

function* resultsOnly({ head, result, tail }, count) {
  yield head(count);
  for (let index = 0; index < count; index += 1) yield result(index);
  yield tail(count);
}

function* amongForeignText({ head, result, tail }, count, bytes) {
  const between = Math.floor(bytes / foreignBytes / count);
  yield head(count);
  for (let index = 0; index < count; index += 1) {
    yield result(index);
    for (let nth = 0; nth < between; nth += 1) yield FOREIGN[(index * between + nth) % FOREIGN.length];
  }
  yield tail(count);
}

function* behindForeignText(tool, count, bytes) {
  for (let index = 0; index < bytes / foreignBytes; index += 1) yield FOREIGN[index % FOREIGN.length];
  yield* resultsOnly(tool, count);
}

function* shortRunsAmongForeignText(tool, bytes) {
  for (let run = 0; run < SHORT_RUNS; run += 1) yield* amongForeignText(tool, RESULTS_OF_SHORT_RUN, bytes / SHORT_RUNS);
}

function* findingsOnly(count) {
  for (let index = 0; index < count; index += 1)
    yield `src/module_${moduleOf(index)}.py:${index}:5: error: Name "thing_${six(index)}" is not defined  [name-defined]`;
}

const textOf = (lines) => Buffer.from(`${[...lines].join('\n')}\n`);

/** Processor time of all threads together; the least disturbed repetition counts. */
async function secondsOf(run) {
  let least = Number.POSITIVE_INFINITY;
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
    const start = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / 1_000_000);
  }
  return least;
}

function parse(bytes) {
  const parser = openOutputParser({ kind: 'test', command: null });
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) parser.push(bytes.subarray(at, at + CHUNK_BYTES));
  return parser.end(0);
}

function report(label, measured, bar, reached) {
  console.log(`parsing  ${label}  ${measured}  bar ${bar}  ${reached ? 'ok' : 'MISSED'}`);
  if (!reached) process.exitCode = 1;
}

/** Speed at reading wrongly would be worth nothing. */
function expectPassed(label, passed, expected) {
  if (passed !== expected) throw new Error(`${label}: expected ${expected} passed tests, got ${passed}.`);
}

/** As a user has it: a fresh process for each log. */
function measureAmongForeignText() {
  inTemporaryFolder((path) => {
    for (const [name, tool] of Object.entries(TOOLS)) {
      const label = `${name}, among foreign text`;
      writeLog(path, amongForeignText(tool, RESULTS_AMONG_TEXT, FOREIGN_BYTES));
      const runs = Array.from({ length: REPETITIONS }, () => hydraParse(label, path, readable(RESULTS_AMONG_TEXT)).seconds);
      const speed = statSync(path).size / 1_000_000 / Math.min(...runs);
      const bar = BAR_MEGABYTES_PER_SECOND;
      report(label.padEnd(32), `${Math.round(speed)} MB/s`.padStart(9), `>= ${bar} MB/s`, speed >= bar);
    }
  });
}

/** Beside it what nothing that names tests can do without: the lines cut apart, in a list and in a set. */
async function measureOnlyResults() {
  for (const [name, tool] of Object.entries(TOOLS)) {
    const label = `${name}, only results`;
    const bytes = textOf(resultsOnly(tool, MANY_RESULTS));
    expectPassed(label, parse(bytes).passed, MANY_RESULTS);
    const speed = Math.round(bytes.length / 1_000_000 / (await secondsOf(() => parse(bytes))));
    const kept = Math.round(bytes.length / 1_000_000 / (await secondsOf(() => keepLines(bytes))));
    console.log(`parsing  ${label.padEnd(32)}  ${`${speed} MB/s`.padStart(9)}  keeping the lines alone ${kept} MB/s`);
  }
}

function keepLines(bytes) {
  const results = [];
  const ids = new Set();
  const decoder = new TextDecoder();
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    for (const id of decoder.decode(bytes.subarray(at, at + CHUNK_BYTES), { stream: true }).split('\n')) {
      results.push({ id, status: 'passed' });
      ids.add(id);
    }
  }
  return ids.size;
}

async function measureGrowth() {
  for (const name of ['pytest', 'mocha']) {
    const seconds = [];
    for (const count of [FEW_RESULTS, MANY_RESULTS]) {
      const bytes = textOf(resultsOnly(TOOLS[name], count));
      seconds.push(await secondsOf(() => expectPassed(`${name}, ${count} results`, parse(bytes).passed, count)));
    }
    const [few, many] = seconds;
    const measured = `${(many / few).toFixed(1)}x (${many.toFixed(2)} s over ${few.toFixed(2)} s)`;
    report(`${name}, 100,000 results over 10,000`, measured, `<= ${BAR_GROWTH}x`, many / few <= BAR_GROWTH);
  }
}

function writeLog(path, lines) {
  const file = openSync(path, 'w');
  let block = [];
  for (const line of lines) {
    if (block.push(line) < 10_000) continue;
    writeSync(file, `${block.join('\n')}\n`);
    block = [];
  }
  writeSync(file, `${block.join('\n')}\n`);
  closeSync(file);
}

/** Processor time of all threads, from start to end, and the most memory that `hydra parse` had; `expected`: the answer. */
function hydraParse(label, path, expected, kind = 'test') {
  const program = `
    process.on('exit', () => console.error(JSON.stringify(process.resourceUsage())));
    process.argv.splice(1, 0, ${JSON.stringify(main)});
    await import(${JSON.stringify(main)});`;
  const args = ['--input-type=module', '-e', program, 'parse', '--kind', kind, path];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  const { passed, precision } = JSON.parse(stdout);
  if (kind === 'test') expectPassed(label, passed, expected.passed);
  if (!expected.precisions.includes(precision)) throw new Error(`${label}: the log is read as ${precision}.`);
  const { maxRSS, userCPUTime, systemCPUTime } = JSON.parse(stderr);
  return { megabytes: Math.round((maxRSS * 1024) / 1_000_000), seconds: (userCPUTime + systemCPUTime) / 1_000_000 };
}

function readable(passed) {
  return { passed, precisions: ['exact', 'totals'] };
}

function measureMemory() {
  const { pytest, mocha } = TOOLS;
  const [few, some, many] = [RESULTS_AMONG_TEXT, RESULTS_AMONG_LARGE_TEXT, TOO_MANY_RESULTS];
  const logs = [
    ['pytest: a run of 1000 behind foreign text', () => behindForeignText(pytest, few, LARGE_LOG_BYTES), readable(few)],
    ['pytest: 100,000 results among it', () => amongForeignText(pytest, some, LARGE_LOG_BYTES), readable(some)],
    // Several parsers keep its lines until the last ones tell whose they were.
    ['mocha: 100,000 results among it', () => amongForeignText(mocha, some, LARGE_LOG_BYTES), readable(some)],
    ['pytest: 10,000 runs of 10 results among it', () => shortRunsAmongForeignText(pytest, LARGE_LOG_BYTES), readable(some)],
    ['pytest: 12,000,000 results', () => resultsOnly(pytest, many), { passed: 0, precisions: ['none'] }],
    ['mypy: 14,000,000 findings', () => findingsOnly(TOO_MANY_FINDINGS), { precisions: ['none'] }, 'lint'],
  ];
  inTemporaryFolder((path) => {
    for (const [what, lines, expected, kind] of logs) {
      writeLog(path, lines());
      const label = `memory for 1 GB of ${what}`;
      const { megabytes } = hydraParse(label, path, expected, kind);
      report(label, `${megabytes} MB`, `<= ${BAR_RESIDENT_MEGABYTES} MB`, megabytes <= BAR_RESIDENT_MEGABYTES);
    }
  });
}

function inTemporaryFolder(use) {
  const home = mkdtempSync(join(tmpdir(), 'hydra-bench-'));
  try {
    use(join(home, 'output.log'));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function junitReport(count) {
  const cases = Array.from(
    { length: count },
    (_, index) => `    <testcase classname="module ${moduleOf(index)}" name="behaves as case ${six(index)} says" time="0.001"/>`,
  );
  const counts = `tests="${count}" failures="0" errors="0" skipped="0"`;
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${counts}>\n  <testsuite name="all" ${counts} time="1">\n${cases.join('\n')}\n  </testsuite>\n</testsuites>\n`,
  );
}

async function compare(label, bytes, expected, other) {
  expectPassed(label, parse(bytes).passed, expected);
  const ours = await secondsOf(() => parse(bytes));
  const theirs = await secondsOf(() => other(bytes));
  const speeds = [ours, theirs].map((seconds) => `${Math.round(bytes.length / 1_000_000 / seconds)} MB/s`).join(' over ');
  report(label, `${(theirs / ours).toFixed(1)}x as fast (${speeds})`, `>= ${BAR_RATIO}x`, theirs / ours >= BAR_RATIO);
}

async function measureOthers() {
  const tapTests = countThatFits(TOOLS.tap, COMPARED_BYTES);
  await compare('TAP, against tap-parser', textOf(resultsOnly(TOOLS.tap, tapTests)), tapTests, (bytes) => {
    const parser = new TapParser();
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) parser.write(bytes.subarray(at, at + CHUNK_BYTES));
    parser.end();
    expectPassed('tap-parser', parser.results?.pass, tapTests);
  });
  const cases = Math.floor(COMPARED_BYTES / 100);
  await compare('JUnit XML, against junit2json', junitReport(cases), cases, async (bytes) => {
    const suites = await parseJunit(bytes.toString());
    expectPassed('junit2json', suites.testsuite[0].testcase.length, cases);
  });
}

measureAmongForeignText();
await measureOnlyResults();
await measureGrowth();
measureMemory();
await measureOthers();
