// Runners that name only their failed tests, as uvu and unittest without `-v` do. A test that fails on the base has passed in another
// run of the same files, if that run counts as many tests, names all its failures, and does not name this one.
import type { TestStatus, TestSummary } from '../contract/index.ts';
import type { MaybeReading } from './measure.ts';
import type { TestRun } from './run-reading.ts';
import { statusesIn, statusesOf, type TestStatuses } from './test-statuses.ts';

export interface NamedFailures {
  ids: readonly string[];
  /** Of the run that names them. */
  total: number;
}

/** The failures of an author's tests on the base. Null if the runner names the tests that pass, or leaves a failure without a name. */
export function namedFailures(onBase: readonly TestRun[]): NamedFailures | null {
  const [first] = onBase;
  const summary = first === undefined ? null : summaryOfFailures(first.reading);
  return summary === null ? null : { ids: failedIn(summary), total: summary.total };
}

/** `whole`: the run may have other files too. */
export function withUnnamedPasses(
  reading: MaybeReading<TestSummary> | null,
  failures: NamedFailures | null,
  { whole } = { whole: false },
): TestStatuses {
  const summary = reading === null || failures === null ? null : summaryOfFailures(reading);
  if (summary === null || failures === null) return statusesOf(reading);
  const hasAll = whole ? summary.total >= failures.total : summary.total === failures.total;
  const named = statusesIn(summary);
  if (!hasAll) return named;
  const passed = failures.ids.filter((id) => !named.has(id)).map((id): [string, TestStatus] => [id, 'passed']);
  return new Map([...named, ...passed]);
}

function summaryOfFailures(reading: MaybeReading<TestSummary>): TestSummary | null {
  if (reading.state !== 'read' || reading.reading.capture.ended !== 'exited') return null;
  const { summary } = reading.reading;
  const namesAll = summary.precision === 'totals' && failedIn(summary).length === summary.failed;
  return namesAll && !summary.tests.some(({ status }) => status === 'passed') ? summary : null;
}

function failedIn({ tests }: TestSummary): string[] {
  return tests.filter(({ status }) => status === 'failed').map(({ id }) => id);
}
