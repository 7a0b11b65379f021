// The JSON report of Ginkgo (`ginkgo --json-report`), one section per suite.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import type { JsonParser } from '../../parser.ts';
import { emptyTestSection, type TestSection } from '../../section.ts';
import { isRecord, textMember } from '../../shared/json-access.ts';

const ID = 'ginkgo-json';

type Members = Readonly<Record<string, unknown>>;

const STATUSES = new Map<string, TestStatus>([
  ['passed', 'passed'],
  ['pending', 'skipped'],
  ['skipped', 'skipped'],
]);

export const ginkgoJson: JsonParser<TestSection> = {
  id: ID,
  form: 'json',
  commands: ['ginkgo'],
  contains: ['SpecReports'],
  accepts: (document) => Array.isArray(document) && document.length > 0 && document.every(isSuite),
  readOld: (document, firstLine, lastLine) => {
    const suites = Array.isArray(document) ? document.filter(isSuite) : [];
    const sections = suites.map((suite) => readSuite(suite, firstLine, lastLine));
    const anyFailed = sections.some(({ tests }) => tests.some(({ status }) => status === 'failed'));
    if (!anyFailed && suites.some((suite) => suite.SuiteSucceeded === false)) {
      sections[0]?.problems.push('ginkgo says that a suite did not succeed, but no spec failed');
    }
    return sections;
  },
};

function isSuite(value: unknown): value is Members {
  return isRecord(value) && typeof value.SuitePath === 'string' && 'SpecReports' in value && 'SuiteSucceeded' in value;
}

function readSuite(suite: Members, firstLine: number, lastLine: number): TestSection {
  const reports = Array.isArray(suite.SpecReports) ? suite.SpecReports.filter(isRecord) : [];
  const tests = reports.map(readSpec).filter((test) => test !== null);
  const reasons = Array.isArray(suite.SpecialSuiteFailureReasons) ? suite.SpecialSuiteFailureReasons : [];
  if (reasons.length > 0 && !tests.some(({ status }) => status === 'failed')) tests.push({ id: 'suite', status: 'failed' });
  return {
    ...emptyTestSection(ID, firstLine),
    lastLine,
    hasHeader: true,
    hasFooter: true,
    scope: textMember(suite, 'SuiteDescription'),
    tests,
  };
}

/** Null for a node around the specs, such as BeforeSuite, that did what it should. */
function readSpec(report: Members): TestResult | null {
  const status = STATUSES.get(textMember(report, 'State') ?? '') ?? 'failed';
  const type = textMember(report, 'LeafNodeType') ?? '';
  if (type !== 'It' && status !== 'failed') return null;
  const containers = Array.isArray(report.ContainerHierarchyTexts) ? report.ContainerHierarchyTexts : [];
  const name = textMember(report, 'LeafNodeText') ?? '';
  const parts = [...containers.filter((part) => typeof part === 'string'), name === '' ? type : name];
  return { id: parts.join(' > '), status };
}
