// The report of Playwright Test's json reporter.
import type { TestStatus } from '../../../contract/index.ts';
import { stripColors } from '../../../parse/engine/input/strip-decorations.ts';
import type { JsonParser, Results } from '../../../parse/parser.ts';
import type { TestRun, TestSection } from '../../../parse/section.ts';
import {
  countMember,
  isRecord,
  numberMember,
  recordMember,
  recordsMember,
  textMember,
} from '../../../parse/shared/json-access.ts';
import { failureDetails } from '../shared/failure-text.ts';
import { compareWithTotals } from '../shared/totals.ts';

/** The outcome of a test after all retries, compared with the expected one. */
const STATUSES: Readonly<Record<string, TestStatus>> = {
  expected: 'passed',
  flaky: 'passed',
  unexpected: 'failed',
  skipped: 'skipped',
};

/** Also reported when the test files did not load. */
const NO_TESTS = 'Error: No tests found';
/** Reported in addition to the failed tests. */
const STOPPED = 'Testing stopped early after ';

type Node = Readonly<Record<string, unknown>>;

export const playwrightJson: JsonParser<TestSection> = {
  id: 'playwright-json',
  form: 'json',
  commands: ['playwright'],
  consoles: ['playwright'],
  contains: ['suites'],
  accepts: (document) =>
    isRecord(document) && isRecord(document.config) && Array.isArray(document.config.projects) && Array.isArray(document.suites),
  read: (document, results) => {
    if (isRecord(document)) readReport(document, results);
  },
};

function readReport(report: Node, results: Results<TestSection>): void {
  const run = results.beginRun({ hasHeader: true, hasFooter: true });
  for (const suite of recordsMember(report, 'suites')) readSuite(suite, [], run);
  const stats = isRecord(report.stats) ? report.stats : null;
  if (stats !== null) {
    const expected = countMember(stats, 'expected');
    const flaky = countMember(stats, 'flaky');
    compareWithTotals(run, {
      passed: expected === null || flaky === null ? null : expected + flaky,
      failed: countMember(stats, 'unexpected'),
      skipped: countMember(stats, 'skipped'),
    });
  }
  const errors = recordsMember(report, 'errors').filter((error) => !messageOf(error).startsWith(STOPPED));
  const causes = errors.filter((error) => !messageOf(error).startsWith(NO_TESTS));
  for (const cause of causes.length > 0 ? causes : errors) run.test(errorId(cause), 'failed', detailsOfError(cause));
}

/** The outermost suites are the files. */
function readSuite(suite: Node, groups: readonly string[], run: TestRun): void {
  const titles = [...groups, textMember(suite, 'title') ?? ''].filter((title) => title !== '');
  for (const spec of recordsMember(suite, 'specs')) {
    for (const test of recordsMember(spec, 'tests')) {
      const names = [textMember(test, 'projectName') ?? '', ...titles, textMember(spec, 'title') ?? ''].filter(Boolean);
      run.test(stripColors(names.join(' > ')), statusOf(test, run), detailsOf(spec, test));
    }
  }
  for (const inner of recordsMember(suite, 'suites')) readSuite(inner, titles, run);
}

function statusOf(test: Node, run: TestRun): TestStatus {
  const word = textMember(test, 'status') ?? '';
  const status = STATUSES[word];
  if (status === undefined) run.problems.push(`a test has the unknown status "${word}"`);
  return status ?? 'failed';
}

function detailsOf(spec: Node, test: Node) {
  const attempts = recordsMember(test, 'results');
  const failed = attempts.find(({ error }) => isRecord(error));
  return {
    file: textMember(spec, 'file'),
    line: countMember(spec, 'line'),
    duration_ms: numberMember(attempts.at(-1), 'duration'),
    ...(failed !== undefined && detailsOfError(recordMember(failed, 'error'))),
  };
}

function detailsOfError(error: Node) {
  const { message } = failureDetails(textMember(error, 'message'));
  const file = textMember(error, 'location.file');
  return { message, ...(file !== null && { file, line: countMember(error, 'location.line') }) };
}

function messageOf(error: Node): string {
  return stripColors(textMember(error, 'message') ?? '');
}

/** A file that does not load, or a failed global set-up. */
function errorId(error: Node): string {
  return textMember(recordMember(error, 'location'), 'file') ?? 'global error';
}
