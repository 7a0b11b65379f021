// GoogleTest's --gtest_output=json report. Of a run with --gtest_repeat it tells the last iteration, and
// it does not tell of fixtures that failed to set up or tear down a suite: there the exit code has the last word.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import type { JsonParser } from '../../parser.ts';
import { emptyTestSection, type TestSection } from '../../section.ts';
import { countMember, isRecord, recordsMember, textMember } from '../../shared/json-access.ts';

const ID = 'googletest-json';
/** What failed outside of all tests stands in a suite of this name, as a test without one, and in no total. */
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
  id: ID,
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
  readOld: (document, firstLine, lastLine) => (isRecord(document) ? [readReport(document, firstLine, lastLine)] : []),
};

function readReport(report: Node, firstLine: number, lastLine: number): TestSection {
  const section: TestSection = { ...emptyTestSection(ID, firstLine), hasHeader: true, hasFooter: true, lastLine };
  const all = recordsMember(report, 'testsuites').map((node) => ({
    name: textMember(node, 'name') ?? '',
    node,
    tests: recordsMember(node, 'testsuite'),
  }));
  const suites = all.filter((suite) => !isOutside(suite));
  section.tests = suites.flatMap(({ name, tests }) => tests.map((test) => resultOf(name, test)));
  const outside = all.filter(isOutside).map((): TestResult => ({ id: OUTSIDE_OF_TESTS, status: 'failed' }));
  section.tests.push(...outside);
  section.problems = [
    ...unknownWords(suites),
    ...contradictions('the report', report, suites),
    ...suites.flatMap((suite) => contradictions(`the suite ${suite.name}`, suite.node, [suite])),
  ];
  return section;
}

function isOutside({ name, tests }: Suite): boolean {
  return name === OUTSIDE_OF_TESTS && tests.every((test) => textMember(test, 'name') === '');
}

function resultOf(suite: string, test: Node): TestResult {
  const status = isFailed(test) ? 'failed' : (STATUSES.get(wordOf(test)) ?? 'failed');
  return { id: `${suite}.${textMember(test, 'name') ?? ''}`, status };
}

/** A property that a test records under this name is a text. */
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

/** What a node states about its tests against those that it holds. */
function contradictions(who: string, node: Node, suites: readonly Suite[]): string[] {
  const count = (isCounted: (test: Node, suite: string) => boolean) =>
    suites.reduce((sum, { name, tests }) => sum + tests.filter((test) => isCounted(test, name)).length, 0);
  const held = {
    tests: count(() => true),
    failures: count(isFailed),
    // Those that were made to run all the same are among them.
    disabled: count((test, suite) => isDisabled(suite) || isDisabled(textMember(test, 'name') ?? '')),
    errors: 0,
  };
  return Object.entries(held)
    .filter(([name, number]) => countMember(node, name) !== number)
    .map(([name, number]) => `${who} states ${countMember(node, name) ?? 'no'} ${name}, but contains ${number}`);
}

function isDisabled(name: string): boolean {
  return name.startsWith('DISABLED_') || name.includes('/DISABLED_');
}
