// GoogleTest's --gtest_output=json report. With --gtest_repeat it contains the last iteration. It does not contain failures
// of suite set-up or teardown, which only the exit code shows.
import type { TestStatus } from '../../../contract/index.ts';
import type { JsonParser, Results } from '../../../parse/parser.ts';
import type { RawDetails, TestSection } from '../../../parse/section.ts';
import { countMember, isRecord, recordsMember, textMember } from '../../../parse/shared/json-access.ts';

/** The suite for failures outside of tests, with nameless tests that no total counts. */
const OUTSIDE_OF_TESTS = 'NonTestSuiteFailure';

/** By the test's `result`, or by its `status` before GoogleTest 1.10. */
const STATUSES = new Map<string, TestStatus>([
  ['COMPLETED', 'passed'],
  ['RUN', 'passed'],
  ['SKIPPED', 'skipped'],
  ['SUPPRESSED', 'skipped'],
  ['NOTRUN', 'skipped'],
]);

type Node = Readonly<Record<string, unknown>>;

interface Suite {
  name: string;
  node: Node;
  tests: readonly Node[];
}

export const googletestJson: JsonParser<TestSection> = {
  id: 'googletest-json',
  form: 'json',
  commands: ['ctest'],
  consoles: ['googletest'],
  contains: ['testsuites'],
  accepts: (document) =>
    isRecord(document) &&
    Array.isArray(document.testsuites) &&
    document.testsuites.every((suite) => isRecord(suite) && Array.isArray(suite.testsuite)) &&
    countMember(document, 'failures') !== null &&
    countMember(document, 'disabled') !== null,
  read: (document, results) => {
    if (isRecord(document)) readReport(document, results);
  },
};

function readReport(report: Node, results: Results<TestSection>): void {
  const run = results.beginRun({ hasHeader: true, hasFooter: true });
  const all = recordsMember(report, 'testsuites').map((node) => ({
    name: textMember(node, 'name') ?? '',
    node,
    tests: recordsMember(node, 'testsuite'),
  }));
  const suites = all.filter((suite) => !isOutside(suite));
  for (const { name, tests } of suites)
    for (const test of tests) run.test(`${name}.${textMember(test, 'name') ?? ''}`, statusOf(test), detailsOf(test));
  for (const { tests } of all.filter(isOutside)) run.test(OUTSIDE_OF_TESTS, 'failed', detailsOf(tests[0]));
  run.problems = [
    ...unknownWords(suites),
    ...contradictions('the report', report, suites),
    ...suites.flatMap((suite) => contradictions(`the suite ${suite.name}`, suite.node, [suite])),
  ];
}

function isOutside({ name, tests }: Suite): boolean {
  return name === OUTSIDE_OF_TESTS && tests.every((test) => textMember(test, 'name') === '');
}

/** "file:line", then the message. */
function detailsOf(test: Node | undefined): RawDetails {
  const failures = Array.isArray(test?.failures) ? test.failures : [];
  const [first = '', ...rest] = (textMember(failures[0], 'failure') ?? '').split('\n');
  const [, file, line] = /^(\S.{0,999}):(\d{1,9})$/.exec(first) ?? [];
  const duration_ms = Number.parseFloat(textMember(test, 'time') ?? '') * 1000;
  const place = { file: file ?? textMember(test, 'file'), line: Number(line ?? countMember(test, 'line')) };
  return { ...place, duration_ms, message: (file === undefined ? [first, ...rest] : rest).join('\n') };
}

function statusOf(test: Node): TestStatus {
  return isFailed(test) ? 'failed' : (STATUSES.get(wordOf(test)) ?? 'failed');
}

/** A property of the same name that a test records is a string. */
function isFailed({ failures }: Node): boolean {
  return Array.isArray(failures) && failures.length > 0;
}

function wordOf(test: Node): string {
  return textMember(test, 'result') ?? textMember(test, 'status') ?? '';
}

function unknownWords(suites: readonly Suite[]): string[] {
  const words = new Set(suites.flatMap(({ tests }) => tests.map(wordOf)));
  return [...words].filter((word) => !STATUSES.has(word)).map((word) => `a test has the unknown result "${word}"`);
}

/** The numbers that a node states and that differ from its tests. */
function contradictions(who: string, node: Node, suites: readonly Suite[]): string[] {
  const count = (isCounted: (test: Node, suite: string) => boolean) =>
    suites.reduce((sum, { name, tests }) => sum + tests.filter((test) => isCounted(test, name)).length, 0);
  const contained = {
    tests: count(() => true),
    failures: count(isFailed),
    // Including those that ran nevertheless.
    disabled: count((test, suite) => isDisabled(suite) || isDisabled(textMember(test, 'name') ?? '')),
    errors: 0,
  };
  return Object.entries(contained)
    .filter(([name, number]) => countMember(node, name) !== number)
    .map(([name, number]) => `${who} states ${countMember(node, name) ?? 'no'} ${name}, but contains ${number}`);
}

function isDisabled(name: string): boolean {
  return name.startsWith('DISABLED_') || name.includes('/DISABLED_');
}
