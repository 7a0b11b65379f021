// Chooses between a runner's report and its console output. If they contradict each other, neither counts.

import type { Capture, TestSummary } from '../contract/index.ts';
import type { ConsoleBesideReport } from '../judge/index.ts';
import { RUNNERS } from '../tools/index.ts';

/** The parsers of console output whose tests a report covers, by the beginning of the report's file name. */
const COVERED = new Map(RUNNERS.flatMap(({ report }) => (report === undefined ? [] : [[report.format, report.covers]])));

export function chooseReading(console: TestSummary, report: TestSummary, capture: Pick<Capture, 'reports'>): TestSummary {
  const covered = new Set(capture.reports.flatMap(({ format }) => COVERED.get(format) ?? []));
  const seen = console.parser === 'none' ? [] : console.parser.split('+');
  // The command also ran something else, which only the console shows.
  if (seen.some((parser) => !covered.has(parser))) return console;
  if (report.parser === 'none') return console;
  const consoleIsSure = console.precision === 'exact' || console.precision === 'totals';
  if (report.precision !== 'exact' || !consoleIsSure || agree(console, report)) return report;
  const counts = ({ passed, failed, skipped }: TestSummary) => `${passed} passed, ${failed} failed, ${skipped} skipped`;
  const note = `the console says ${counts(console)}; the runner's report says ${counts(report)}`;
  return { ...report, precision: 'inconsistent', notes: [...report.notes, note] };
}

/** What the console shows beside a report that counts. */
export function consoleBeside(console: TestSummary, report: TestSummary): ConsoleBesideReport {
  if (console.precision === 'exit-code' || console.precision === 'none') return 'silent';
  if (console.failed > report.failed) return 'fails';
  if (console.precision === 'inconsistent') return 'unclear';
  const counts = ['passed', 'failed', 'skipped'] as const;
  return counts.every((count) => console[count] === report[count]) ? 'agrees' : 'differs';
}

/** A test that also fails in its teardown is one case in a report and two results on the console. */
function agree(console: TestSummary, report: TestSummary): boolean {
  const bothRed = console.failed > 0 === report.failed > 0;
  return bothRed && Math.abs(console.total - report.total) <= report.failed;
}
