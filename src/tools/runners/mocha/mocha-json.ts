// The report of mocha's json reporter.
import type { TestStatus } from '../../../contract/index.ts';
import type { JsonParser, Results } from '../../../parse/parser.ts';
import type { TestSection } from '../../../parse/section.ts';
import { countMember, isRecord } from '../../../parse/shared/json-access.ts';
import { compareWithTotals } from '../shared/totals.ts';
import { mochaDetails, mochaId } from './test-id.ts';

const LISTS: readonly [string, TestStatus][] = [
  ['passes', 'passed'],
  ['failures', 'failed'],
  ['pending', 'skipped'],
];

export const mochaJson: JsonParser<TestSection> = {
  id: 'mocha-json',
  form: 'json',
  commands: ['mocha', '_mocha'],
  consoles: ['mocha'],
  contains: ['passes'],
  accepts: (document) =>
    isRecord(document) &&
    isRecord(document.stats) &&
    countMember(document.stats, 'passes') !== null &&
    LISTS.every(([name]) => Array.isArray(document[name])),
  read: (document, results) => {
    if (isRecord(document)) readReport(document, results);
  },
};

/** A broken hook is among the failures, but not among the tests. */
function readReport(report: Readonly<Record<string, unknown>>, results: Results<TestSection>): void {
  const run = results.beginRun({ hasHeader: true, hasFooter: true });
  for (const [name, status] of LISTS) {
    const entries = (report[name] as unknown[]).filter(isRecord);
    for (const entry of entries) run.test(mochaId(entry), status, mochaDetails(entry));
  }
  const stats = isRecord(report.stats) ? report.stats : {};
  compareWithTotals(run, {
    passed: countMember(stats, 'passes'),
    failed: countMember(stats, 'failures'),
    skipped: countMember(stats, 'pending'),
  });
}
