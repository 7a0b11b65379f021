// The report of `jest --json` and of vitest's json reporter, which has the same shape.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import { stripColors } from '../../../parse/engine/input/strip-decorations.ts';
import type { JsonParser, Results } from '../../../parse/parser.ts';
import type { TestSection } from '../../../parse/section.ts';
import { countMember, isRecord, numberMember, textMember, texts } from '../../../parse/shared/json-access.ts';
import { failureDetails } from '../shared/failure-text.ts';
import { compareWithTotals } from '../shared/totals.ts';

const STATUSES: Readonly<Record<string, TestStatus>> = {
  passed: 'passed',
  failed: 'failed',
  pending: 'skipped',
  skipped: 'skipped',
  todo: 'skipped',
  disabled: 'skipped',
  focused: 'skipped',
};

type Report = Readonly<Record<string, unknown>>;

export const jestJson: JsonParser<TestSection> = {
  id: 'jest-json',
  form: 'json',
  commands: ['jest', 'vitest', 'react-scripts'],
  consoles: ['jest', 'vitest'],
  contains: ['numTotalTests'],
  accepts: (document) =>
    isRecord(document) &&
    countMember(document, 'numTotalTests') !== null &&
    countMember(document, 'numFailedTests') !== null &&
    Array.isArray(document.testResults),
  read: (document, results) => {
    if (isRecord(document)) readReport(document, results);
  },
};

function readReport(report: Report, results: Results<TestSection>): void {
  const run = results.beginRun({ hasHeader: true, hasFooter: true });
  const files = (report.testResults as unknown[]).filter(isRecord);
  // Files end in any order; numbers after equal ids must not depend on it.
  const byName = [...files].sort((a, b) => compare(nameOf(a), nameOf(b)));
  for (const file of byName) for (const test of testsOf(file, run, results)) run.tests.push(test);
  compareWithTotals(run, statedBy(report));
  for (const file of byName) if (isBroken(file)) run.test(nameOf(file), 'failed', brokenDetails(file));
  if (report.success === false && run.tests.every(({ status }) => status !== 'failed')) {
    run.problems.push('the report says that the run failed, but names no failure');
  }
}

/** The numbers of passed and skipped tests are compared for jest only: vitest before 2 adds some up wrongly. */
function statedBy(report: Report) {
  const failed = countMember(report, 'numFailedTests');
  if (countMember(report, 'numRuntimeErrorTestSuites') === null) return { passed: null, failed, skipped: null };
  const skipped = (countMember(report, 'numPendingTests') ?? 0) + (countMember(report, 'numTodoTests') ?? 0);
  return { passed: countMember(report, 'numPassedTests'), failed, skipped };
}

function testsOf(file: Report, section: TestSection, results: Results<TestSection>): TestResult[] {
  return assertionsOf(file).map((assertion) => {
    const word = textMember(assertion, 'status') ?? '';
    const status = STATUSES[word];
    if (status === undefined) section.problems.push(`a test has the unknown status "${word}"`);
    const details = {
      file: nameOf(file),
      line: countMember(assertion, 'location.line'),
      duration_ms: numberMember(assertion, 'duration'),
      ...failureDetails(texts(assertion.failureMessages)[0]),
    };
    const id = [nameOf(file), ...titlesOf(assertion)].join(' > ');
    return { id, status: status ?? 'failed', ...results.details(details) };
  });
}

function titlesOf(assertion: Report): string[] {
  const groups = Array.isArray(assertion.ancestorTitles) ? assertion.ancestorTitles : [];
  const titles = [...groups, textMember(assertion, 'title') ?? textMember(assertion, 'fullName') ?? ''];
  return titles.filter((title): title is string => typeof title === 'string' && title !== '').map(stripColors);
}

/** It did not load, or a hook failed: the file failed (vitest before 1 has only the message), but none of its tests. */
function isBroken(file: Report): boolean {
  const hasFailed = file.status === 'failed' || (textMember(file, 'message') ?? '') !== '';
  return hasFailed && assertionsOf(file).every(({ status }) => status !== 'failed');
}

/** jest puts a heading above the message. */
function brokenDetails(file: Report) {
  const message = stripColors(textMember(file, 'message') ?? '').replace(/^\s*● .{0,1000}\n/, '');
  return { file: nameOf(file), ...failureDetails(message) };
}

function assertionsOf(file: Report): Report[] {
  return Array.isArray(file.assertionResults) ? file.assertionResults.filter(isRecord) : [];
}

function nameOf(file: Report): string {
  return textMember(file, 'name') ?? '';
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
