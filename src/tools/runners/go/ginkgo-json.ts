// The JSON report of Ginkgo (`ginkgo --json-report`), one section per suite.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import type { JsonParser, Results } from '../../../parse/parser.ts';
import type { RawDetails, TestRun, TestSection } from '../../../parse/section.ts';
import { countMember, isRecord, numberMember, textMember, texts } from '../../../parse/shared/json-access.ts';

type Members = Readonly<Record<string, unknown>>;

const STATUSES = new Map<string, TestStatus>([
  ['passed', 'passed'],
  ['pending', 'skipped'],
  ['skipped', 'skipped'],
]);

export const ginkgoJson: JsonParser<TestSection> = {
  id: 'ginkgo-json',
  form: 'json',
  commands: ['ginkgo'],
  contains: ['SpecReports'],
  accepts: (document) => Array.isArray(document) && document.length > 0 && document.every(isSuite),
  read: (document, results) => {
    const suites = Array.isArray(document) ? document.filter(isSuite) : [];
    const runs = suites.map((suite) => readSuite(suite, results));
    const anyFailed = runs.some(({ tests }) => tests.some(({ status }) => status === 'failed'));
    if (!anyFailed && suites.some((suite) => suite.SuiteSucceeded === false)) {
      runs[0]?.problems.push('ginkgo says that a suite did not succeed, but no spec failed');
    }
  },
};

function isSuite(value: unknown): value is Members {
  return isRecord(value) && typeof value.SuitePath === 'string' && 'SpecReports' in value && 'SuiteSucceeded' in value;
}

function readSuite(suite: Members, results: Results<TestSection>): TestRun {
  const run = results.beginRun({ hasHeader: true, hasFooter: true, scope: textMember(suite, 'SuiteDescription') });
  const reports = Array.isArray(suite.SpecReports) ? suite.SpecReports.filter(isRecord) : [];
  for (const report of reports) {
    const test = readSpec(report);
    if (test !== null) run.test(test.id, test.status, detailsOf(report));
  }
  const reasons = Array.isArray(suite.SpecialSuiteFailureReasons) ? suite.SpecialSuiteFailureReasons : [];
  if (reasons.length > 0 && !run.tests.some(({ status }) => status === 'failed'))
    run.test('suite', 'failed', { message: texts(reasons).join('\n') });
  return run;
}

/** Null for a node around the specs, such as BeforeSuite, that did not fail. */
function readSpec(report: Members): TestResult | null {
  const status = STATUSES.get(textMember(report, 'State') ?? '') ?? 'failed';
  const type = textMember(report, 'LeafNodeType') ?? '';
  if (type !== 'It' && status !== 'failed') return null;
  const containers = Array.isArray(report.ContainerHierarchyTexts) ? report.ContainerHierarchyTexts : [];
  const name = textMember(report, 'LeafNodeText') ?? '';
  const parts = [...containers.filter((part) => typeof part === 'string'), name === '' ? type : name];
  return { id: parts.join(' > '), status };
}

function detailsOf(report: Members): RawDetails {
  const place = 'Failure' in report ? 'Failure.Location' : 'LeafNodeLocation';
  return {
    message: textMember(report, 'Failure.Message'),
    file: textMember(report, `${place}.FileName`),
    line: countMember(report, `${place}.LineNumber`),
    duration_ms: (numberMember(report, 'RunTime') ?? Number.NaN) / 1e6,
  };
}
