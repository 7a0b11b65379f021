// The report of Playwright Test's json reporter.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import { stripColors } from '../../engine/input/strip-decorations.ts';
import type { JsonParser } from '../../parser.ts';
import { emptyTestSection, type TestSection } from '../../section.ts';
import { countMember, isRecord, textMember } from '../../shared/json-access.ts';
import { holdAgainstTotals } from '../shared/totals.ts';

const ID = 'playwright-json';

/** What a test came to, after all retries and beside what was expected of it. */
const STATUSES: Readonly<Record<string, TestStatus>> = {
  expected: 'passed',
  flaky: 'passed',
  unexpected: 'failed',
  skipped: 'skipped',
};

/** Said as well when the files with the tests did not load. */
const NO_TESTS = 'Error: No tests found';
/** Said beside the tests that failed. */
const STOPPED = 'Testing stopped early after ';

type Node = Readonly<Record<string, unknown>>;

export const playwrightJson: JsonParser<TestSection> = {
  id: ID,
  form: 'json',
  commands: ['playwright'],
  consoles: ['playwright'],
  contains: ['suites'],
  accepts: (document) =>
    isRecord(document) && isRecord(document.config) && Array.isArray(document.config.projects) && Array.isArray(document.suites),
  readOld: (document, firstLine, lastLine) => (isRecord(document) ? [readReport(document, firstLine, lastLine)] : []),
};

function readReport(report: Node, firstLine: number, lastLine: number): TestSection {
  const section: TestSection = { ...emptyTestSection(ID, firstLine), hasHeader: true, hasFooter: true, lastLine };
  section.tests = nodesIn(report, 'suites').flatMap((suite) => testsOf(suite, [], section));
  const stats = isRecord(report.stats) ? report.stats : null;
  if (stats !== null) {
    const expected = countMember(stats, 'expected');
    const flaky = countMember(stats, 'flaky');
    holdAgainstTotals(section, {
      passed: expected === null || flaky === null ? null : expected + flaky,
      failed: countMember(stats, 'unexpected'),
      skipped: countMember(stats, 'skipped'),
    });
  }
  const errors = nodesIn(report, 'errors').filter((error) => !messageOf(error).startsWith(STOPPED));
  const causes = errors.filter((error) => !messageOf(error).startsWith(NO_TESTS));
  for (const cause of causes.length > 0 ? causes : errors) section.tests.push(errorTest(cause));
  return section;
}

/** The outermost suites are the files. */
function testsOf(suite: Node, groups: readonly string[], section: TestSection): TestResult[] {
  const titles = [...groups, textMember(suite, 'title') ?? ''].filter((title) => title !== '');
  const specs = nodesIn(suite, 'specs').flatMap((spec) =>
    nodesIn(spec, 'tests').map((test) => ({
      id: stripColors(
        [textMember(test, 'projectName') ?? '', ...titles, textMember(spec, 'title') ?? ''].filter(Boolean).join(' > '),
      ),
      status: statusOf(test, section),
    })),
  );
  return [...specs, ...nodesIn(suite, 'suites').flatMap((inner) => testsOf(inner, titles, section))];
}

function statusOf(test: Node, section: TestSection): TestStatus {
  const word = textMember(test, 'status') ?? '';
  const status = STATUSES[word];
  if (status === undefined) section.problems.push(`a test has the unknown status "${word}"`);
  return status ?? 'failed';
}

function messageOf(error: Node): string {
  return stripColors(textMember(error, 'message') ?? '');
}

/** A file that does not load, or a broken global set-up. */
function errorTest(error: Node): TestResult {
  const location = isRecord(error.location) ? textMember(error.location, 'file') : null;
  return { id: location ?? 'global error', status: 'failed' };
}

function nodesIn(parent: Node, name: string): Node[] {
  const list = parent[name];
  return Array.isArray(list) ? list.filter(isRecord) : [];
}
