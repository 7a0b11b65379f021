// The report of `jest --json` and of vitest's json reporter, which has the same shape.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import { stripColors } from '../../engine/input/strip-decorations.ts';
import type { JsonParser } from '../../parser.ts';
import { emptyTestSection, type TestSection } from '../../section.ts';
import { countMember, isRecord, textMember } from '../../shared/json-access.ts';
import { compareWithTotals } from '../shared/totals.ts';

const ID = 'jest-json';

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
  id: ID,
  form: 'json',
  commands: ['jest', 'vitest', 'react-scripts'],
  consoles: ['jest', 'vitest'],
  contains: ['numTotalTests'],
  accepts: (document) =>
    isRecord(document) &&
    countMember(document, 'numTotalTests') !== null &&
    countMember(document, 'numFailedTests') !== null &&
    Array.isArray(document.testResults),
  readOld: (document, firstLine, lastLine) => (isRecord(document) ? [readReport(document, firstLine, lastLine)] : []),
};

function readReport(report: Report, firstLine: number, lastLine: number): TestSection {
  const section: TestSection = { ...emptyTestSection(ID, firstLine), hasHeader: true, hasFooter: true, lastLine };
  const files = (report.testResults as unknown[]).filter(isRecord);
  // Files end in any order; numbers behind equal ids must not depend on it.
  const byName = [...files].sort((a, b) => compare(textMember(a, 'name') ?? '', textMember(b, 'name') ?? ''));
  section.tests = byName.flatMap((file) => testsOf(file, section));
  compareWithTotals(section, statedBy(report));
  const broken = byName.filter(isBroken).map((file) => ({ id: nameOf(file), status: 'failed' }) as const);
  for (const test of broken) section.tests.push(test);
  if (report.success === false && section.tests.every(({ status }) => status !== 'failed')) {
    section.problems.push('the report says that the run failed, but names no failure');
  }
  return section;
}

/** Only jest's numbers for passed and skipped tests can be held against the tests: vitest before 2 adds some up wrongly. */
function statedBy(report: Report) {
  const failed = countMember(report, 'numFailedTests');
  if (countMember(report, 'numRuntimeErrorTestSuites') === null) return { passed: null, failed, skipped: null };
  const skipped = (countMember(report, 'numPendingTests') ?? 0) + (countMember(report, 'numTodoTests') ?? 0);
  return { passed: countMember(report, 'numPassedTests'), failed, skipped };
}

function testsOf(file: Report, section: TestSection): TestResult[] {
  return assertionsOf(file).map((assertion) => {
    const word = textMember(assertion, 'status') ?? '';
    const status = STATUSES[word];
    if (status === undefined) section.problems.push(`a test has the unknown status "${word}"`);
    return { id: [nameOf(file), ...titlesOf(assertion)].join(' > '), status: status ?? 'failed' };
  });
}

function titlesOf(assertion: Report): string[] {
  const groups = Array.isArray(assertion.ancestorTitles) ? assertion.ancestorTitles : [];
  const titles = [...groups, textMember(assertion, 'title') ?? textMember(assertion, 'fullName') ?? ''];
  return titles.filter((title): title is string => typeof title === 'string' && title !== '').map(stripColors);
}

/** It did not load, or a hook broke: the file has failed (vitest before 1 has only the message), but none of its tests. */
function isBroken(file: Report): boolean {
  const hasFailed = file.status === 'failed' || (textMember(file, 'message') ?? '') !== '';
  return hasFailed && assertionsOf(file).every(({ status }) => status !== 'failed');
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
