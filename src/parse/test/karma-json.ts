// The JSON reports of karma: "result" has the tests of each browser, "summary" the totals of all.
import type { TestResult, TestStatus } from '../../contract/index.ts';
import type { JsonParser } from '../parser.ts';
import { emptyTestSection, type TestSection } from '../section.ts';
import { countMember, isRecord, textMember } from '../shared/json-access.ts';
import { holdAgainstTotals } from './shared/totals.ts';

const ID = 'karma-json';

type Node = Readonly<Record<string, unknown>>;

export const karmaJson: JsonParser<TestSection> = {
  id: ID,
  form: 'json',
  commands: ['karma', 'ng'],
  contains: ['browsers'],
  accepts: (document) =>
    isRecord(document) && isRecord(document.browsers) && isRecord(document.result) && isRecord(document.summary),
  readOld: (document, firstLine, lastLine) => (isRecord(document) ? [readReport(document, firstLine, lastLine)] : []),
};

function readReport(report: Node, firstLine: number, lastLine: number): TestSection {
  const section: TestSection = { ...emptyTestSection(ID, firstLine), hasHeader: true, hasFooter: true, lastLine };
  const { browsers, result, summary } = report as { browsers: Node; result: Node; summary: Node };
  const results = Object.entries(result).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
  for (const [browser, tests] of results) {
    // With one browser its name, which holds the version, would only make ids differ from machine to machine.
    const groups = results.length > 1 ? [browserName(browsers[browser])] : [];
    for (const test of tests.filter(isRecord)) section.tests.push(readTest(test, groups));
  }
  const failed = countMember(summary, 'failed');
  holdAgainstTotals(section, { passed: countMember(summary, 'success'), failed, skipped: countMember(summary, 'skipped') });
  const broke = summary.error === true || summary.disconnected === true || (countMember(summary, 'exitCode') ?? 0) > 0;
  if (broke && failed === 0) section.tests.push({ id: 'karma run', status: 'failed' });
  return section;
}

function browserName(browser: unknown): string {
  return isRecord(browser) ? (textMember(browser, 'name') ?? '') : '';
}

function readTest(test: Node, groups: readonly string[]): TestResult {
  const suite = Array.isArray(test.suite)
    ? test.suite.filter((name): name is string => typeof name === 'string' && name !== '')
    : [];
  return { id: [...groups, ...suite, textMember(test, 'description') ?? ''].join(' > '), status: statusOf(test) };
}

function statusOf(test: Node): TestStatus {
  if (test.skipped === true || test.pending === true) return 'skipped';
  return test.success === true ? 'passed' : 'failed';
}
