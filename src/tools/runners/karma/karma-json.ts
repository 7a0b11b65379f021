// The JSON reports of karma: "result" has the tests of each browser, "summary" the totals of all.
import type { TestStatus } from '../../../contract/index.ts';
import type { JsonParser, Results } from '../../../parse/parser.ts';
import type { TestSection } from '../../../parse/section.ts';
import { countMember, isRecord, numberMember, textMember, texts } from '../../../parse/shared/json-access.ts';
import { failureDetails } from '../shared/failure-text.ts';
import { compareWithTotals } from '../shared/totals.ts';

type Node = Readonly<Record<string, unknown>>;

export const karmaJson: JsonParser<TestSection> = {
  id: 'karma-json',
  form: 'json',
  commands: ['karma', 'ng'],
  contains: ['browsers'],
  accepts: (document) =>
    isRecord(document) && isRecord(document.browsers) && isRecord(document.result) && isRecord(document.summary),
  read: (document, results) => {
    if (isRecord(document)) readReport(document, results);
  },
};

function readReport(report: Node, results: Results<TestSection>): void {
  const run = results.beginRun({ hasHeader: true, hasFooter: true });
  const { browsers, result, summary } = report as { browsers: Node; result: Node; summary: Node };
  const byBrowser = Object.entries(result).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
  for (const [browser, tests] of byBrowser) {
    // The name of a browser contains its version, so ids would differ between machines.
    const groups = byBrowser.length > 1 ? [browserName(browsers[browser])] : [];
    for (const test of tests.filter(isRecord)) run.test(idOf(test, groups), statusOf(test), detailsOf(test));
  }
  const failed = countMember(summary, 'failed');
  compareWithTotals(run, { passed: countMember(summary, 'success'), failed, skipped: countMember(summary, 'skipped') });
  const broke = summary.error === true || summary.disconnected === true || (countMember(summary, 'exitCode') ?? 0) > 0;
  if (broke && failed === 0) run.test('karma run', 'failed');
}

function browserName(browser: unknown): string {
  return isRecord(browser) ? (textMember(browser, 'name') ?? '') : '';
}

function idOf(test: Node, groups: readonly string[]): string {
  const suite = Array.isArray(test.suite)
    ? test.suite.filter((name): name is string => typeof name === 'string' && name !== '')
    : [];
  return [...groups, ...suite, textMember(test, 'description') ?? ''].join(' > ');
}

function detailsOf(test: Node) {
  return { duration_ms: numberMember(test, 'time'), ...failureDetails(texts(test.log)[0]) };
}

function statusOf(test: Node): TestStatus {
  if (test.skipped === true || test.pending === true) return 'skipped';
  return test.success === true ? 'passed' : 'failed';
}
