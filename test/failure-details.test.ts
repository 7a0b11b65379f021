// The messages of failed tests in the logs of real runners: how many are found, and that none is foreign.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { TestResult } from '../src/contract/index.ts';
import { openOutputParser } from '../src/tools/parsers.ts';

const ROOT = new URL('fixtures/parse/', import.meta.url);

/** Their logs have no message of this test. */
const NOT_PRINTED = [
  'ava/storm.txt: crew > muster',
  'ava/storm.txt: No tests found in suite/storm/empty.test.js',
  'ctest/default.txt: apple.rotten',
  'ctest/verbose.txt: apple.rotten',
  'ctest/parallel.txt: apple.rotten',
  'ctest/stopped.txt: apple.rotten',
  'ctest/until-fail.txt: apple.rotten',
  'ctest/patterns.txt: missing',
  'ginkgo-json/mixed.json: Forge Suite > Anvil > cracks',
  'ginkgo-json/mixed.json: Forge Suite > AfterSuite',
  'go-test/all-verbose.txt: example.org/ledger/ledger TestAccounts',
  'go-test/all-quiet.txt: example.org/ledger/hurried',
  'go-test/all-quiet.txt: example.org/ledger/ledger TestAccounts',
  'go-test/forged-verbose.txt: example.org/ledger/forger TestForger #2',
  'go-test/explode-verbose.txt: example.org/ledger/hurried',
  'go-test-json/all.jsonl: example.org/ledger/ledger TestAccounts',
  'go-test-json/explode.jsonl: example.org/ledger/hurried',
  'gotestsum/dots.txt: hurried',
  'gotestsum/dots.txt: ledger TestAccounts',
  'gotestsum/pkgname.txt: ledger TestAccounts',
  'gotestsum/testname.txt: ledger TestAccounts',
  'gotestsum/testname.txt: hurried',
  'gotestsum/standard-verbose.txt: example.org/ledger/ledger TestAccounts',
  'gotestsum/standard-quiet.txt: hurried',
  'gotestsum/standard-quiet.txt: ledger TestAccounts',
  'jest-json/vitest-flood.json: /project/bank.test.js',
  'karma-json/broken.json: karma run',
  'minitest/plain.txt: KettleTest#test_whistles',
  'minitest/verbose.txt: KettleTest#test_whistles',
  'minitest/two-runs.txt: KettleTest#test_whistles',
  'nextest/mixed.txt: tides tests::storms::flood',
  'nextest/mixed.txt: tides tests::slow_neap',
  'nextest/mixed.txt: harbour::bin/pilot tests::shoal',
  'nextest/mixed.txt: harbour tests::anchor',
  'nextest/mixed.txt: harbour tests::mooring',
  'node-test-json/mixed.jsonl: /project/mill.test.mjs > mill > wheel.turns(water) > creaks',
  'node-test-json/broken-hooks.jsonl: /project/door.test.mjs > gate > opens',
  'node-test-json/broken-hooks.jsonl: /project/door.test.mjs > door',
  'node-test-json/not-loaded.jsonl: /project/burnt.test.mjs',
  'node-test-json/two-runs.jsonl: /project/door.test.mjs > gate > opens',
  'node-test-json/two-runs.jsonl: /project/door.test.mjs > door',
  'pytest/alarm.txt: test_alarm.py::test_rings',
  'pytest/workers.txt: test_oven.py::test_bell',
  'tap/vitest.tap: weather.test.mjs > hail > in July',
  'tap/short.tap: plan 1..3',
  'tcltest/broken-files.txt: crash.test',
  'tcltest/broken-files.txt: torn.test',
  'tcltest/broken-files-verbose.txt: crash.test',
  'tcltest/broken-files-verbose.txt: torn.test',
  'tcltest/forged-verbose.txt: forged-1.2',
  'tcltest/one-file-forged.txt: forged-1.2',
  'trx/vstest.trx: Mill.Tests.StoneTests.Squeaks',
  'trx/data-driven.trx: Mill.Tests.ScaleTests.Weighs (Data Row 1)',
  'trx/contradictory.trx: Mill.Tests.StoneTests.Squeaks',
  'unittest/verbose.txt: test_is_loud (lighthouse.Lamp)',
  'unittest/verbose-3.8.txt: test_is_loud (lighthouse.Lamp)',
  'unittest/dots.txt: test_is_loud (lighthouse.Lamp)',
];

/** Their logs have a message, but not in a form by which it can be assigned to this test. */
const NOT_ASSIGNED = [
  'bun-test/not-loaded.txt: burnt.test.js (unhandled error)',
  'cargo-test/one-thread-nocapture.txt: tides src/lib.rs > tests::storms::flood',
  'cargo-test/not-compiled.txt: compile wreck (lib test)',
  'ex-unit/trace.txt: BarrenTest > test grows',
  'ex-unit/trace.txt: BarrenTest > test blooms',
  'ex-unit/not-loaded.txt: test/broken_test.exs',
  'ex-unit/two-runs.txt: BarrenTest > test grows',
  'ex-unit/two-runs.txt: BarrenTest > test blooms',
  'go-test/all-quiet.txt: example.org/ledger/explode',
  'googletest/all.txt: Pond SetUpTestSuite or TearDownTestSuite',
  'gotestsum/pkgname.txt: build',
  'gradle/not-compiled.txt: task :moth:compileTestJava',
  'jest/very-old-verbose.txt: rocks.test.js',
  'maven/crashed.txt: maven-surefire-plugin test kiln',
  'maven/crashed.txt: virtual machine',
  'maven/not-compiled.txt: testCompile ruin',
  'mocha/list-2.txt: dough "before all" hook: knead',
  'nextest/setup-script.txt: setup script open-gates',
  'node-test/subtests.txt: frogs > croak',
  'node-test/subtests.txt: frogs',
  'node-test/not-loaded.txt: frogs > croak',
  'node-test/not-loaded.txt: frogs',
  'prove/mixed.txt: t/garden.t > test 2',
  'prove/mixed.txt: t/broken.t',
  'prove/verbose.txt: t/broken.t',
  'prove/timed.txt: t/broken.t',
  'prove/failures.txt: more/weeds.t > test 2',
  'prove/parrot.txt: more/parrot.t',
  'rspec-json/not-loaded.json: outside of examples',
  'scalatest/munit.txt: DrumSuite.rolls twice',
  'tap/mocha.tap: snow is warm',
  'tap/gives-up.tap: the river stays low',
  'tap/gives-up.tap: Bail out!',
  'vitest/not-loaded.txt: hose.test.js',
  'vitest/not-loaded.txt: unhandled error',
];

interface Expected {
  cases: Record<string, { kind: string; exit: number | null; command?: string }>;
}

function failedTests(): { name: string; test: TestResult }[] {
  return readdirSync(ROOT).flatMap((runner) => {
    const { cases } = JSON.parse(readFileSync(new URL(`${runner}/expected.json`, ROOT), 'utf8')) as Expected;
    return Object.entries(cases).flatMap(([log, { kind, exit, command }]) => {
      if (kind !== 'test') return [];
      const parser = openOutputParser({ kind: 'test', command: command ?? null });
      parser.push(readFileSync(new URL(`${runner}/${log}`, ROOT)));
      const failed = parser.end(exit).tests.filter(({ status }) => status === 'failed');
      return failed.map((result) => ({ name: `${runner}/${log}: ${result.id}`, test: result }));
    });
  });
}

const failed = failedTests();

test('every failed test has the message that its log contains, apart from those listed', () => {
  const without = failed.filter(({ test: { message } }) => message === undefined).map(({ name }) => name);
  expect(without.sort()).toEqual([...NOT_PRINTED, ...NOT_ASSIGNED].sort());
  expect(failed.length).toBeGreaterThan(500);
});

/** Of package managers, of runners about the whole run, and of other tests. */
const FOREIGN =
  /^(?:npm (?:warn|notice|error|ERR!)|Test Suites:|Tests: |test result:|Ran \d+ tests?|FAILED \(|\d+ (?:passing|failing)|DONE \d|There were \d|> \S+@\d|\[ RUN)|^\s*[✔✓] |::\S+ (?:PASSED|FAILED)| \.\.\. (?:ok|FAILED)$/m;
/** Tests of these logs quote the output of a runner in their own messages. */
const QUOTES =
  /^jest\/.*keeper\.test\.js > complains|^mocha\/.*radio crackles|^node-test\/.*at night|forged|gossip|books_test\.ts > falls over/;

test('no message is the text of a runner or of another test', () => {
  const foreign = failed.filter(({ name, test: { message = '' } }) => FOREIGN.test(message) && !QUOTES.test(name));
  expect(foreign.map(({ name, test: { message } }) => [name, message])).toEqual([]);
});

test.each([
  ['ava/one-file.txt: tell why', 'the wind turned\nDifference (- actual, + expected):\n- 1\n+ 2'],
  [
    'ex-unit/trace.txt: GardenTest > test weeds (by hand)',
    'test/garden_test.exs:9\nAssertion with == failed\nleft:  1\nright: 2',
  ],
  [
    'phpunit/progress.txt: OrchardTest::testPearsAreSquare',
    "Failed asserting that two strings are identical.\n--- Expected\n+++ Actual\n-'square'\n+'round'",
  ],
  ['tap/tape.tap: rain > falls in order', 'expected:\n    { drops: [ 1, 3 ] }\nactual:\n    { drops: [ 1, 2 ] }'],
  ['test-unit/plain.txt: test_pours[hot water](KettleTest)', '<1> expected but was\n<2>'],
  [
    'unittest/dots.txt: test_is_seen (lighthouse.Lamp)',
    "Ships see it. (From afar.)\nAssertionError: 'fog' != 'clear'\n- fog\n+ clear",
  ],
  [
    'unittest/torn.txt: torn (unittest.loader._FailedTest)',
    "ImportError: Failed to import test module: torn\nModuleNotFoundError: No module named 'oil_that_nobody_has'",
  ],
])('%s: the message has the values that differ', (name, message) => {
  expect(failed.find((each) => each.name === name)?.test.message).toBe(message);
});
