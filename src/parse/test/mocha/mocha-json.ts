// The report of mocha's json reporter.
import type { TestStatus } from '../../../contract/index.ts';
import type { JsonParser } from '../../parser.ts';
import { emptyTestSection, type TestSection } from '../../section.ts';
import { countMember, isRecord } from '../../shared/json-access.ts';
import { compareWithTotals } from '../shared/totals.ts';
import { mochaId } from './test-id.ts';

const ID = 'mocha-json';

const LISTS: readonly [string, TestStatus][] = [
  ['passes', 'passed'],
  ['failures', 'failed'],
  ['pending', 'skipped'],
];

export const mochaJson: JsonParser<TestSection> = {
  id: ID,
  form: 'json',
  commands: ['mocha', '_mocha'],
  consoles: ['mocha'],
  contains: ['passes'],
  accepts: (document) =>
    isRecord(document) &&
    isRecord(document.stats) &&
    countMember(document.stats, 'passes') !== null &&
    LISTS.every(([name]) => Array.isArray(document[name])),
  readOld: (document, firstLine, lastLine) => (isRecord(document) ? [readReport(document, firstLine, lastLine)] : []),
};

/** A broken hook is among the failures, but not among the tests. */
function readReport(report: Readonly<Record<string, unknown>>, firstLine: number, lastLine: number): TestSection {
  const section: TestSection = { ...emptyTestSection(ID, firstLine), hasHeader: true, hasFooter: true, lastLine };
  for (const [name, status] of LISTS) {
    const entries = (report[name] as unknown[]).filter(isRecord);
    for (const entry of entries) section.tests.push({ id: mochaId(entry), status });
  }
  const stats = isRecord(report.stats) ? report.stats : {};
  compareWithTotals(section, {
    passed: countMember(stats, 'passes'),
    failed: countMember(stats, 'failures'),
    skipped: countMember(stats, 'pending'),
  });
  return section;
}
