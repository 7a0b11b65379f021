// Whether tests of the base did not run because they could not be compiled or loaded.
import type { TestSummary } from '../contract/index.ts';
import type { MaybeReading } from './measure.ts';

/** The line that says why; null if the run passes, has no such line, or executes every test of the base. */
export function loadErrorIn(base: TestSummary, check: MaybeReading<TestSummary>): string | null {
  if (check.state !== 'read' || !hasLoadError(check)) return null;
  const { summary, loadError } = check.reading;
  return executesFewer(base, summary) ? (loadError ?? null) : null;
}

/** Whether the run fails, and says that something could not be compiled or loaded. */
export function hasLoadError(check: MaybeReading<TestSummary>): boolean {
  return check.state === 'read' && check.reading.loadError !== undefined && check.reading.capture.exit_code !== 0;
}

function executesFewer(base: TestSummary, own: TestSummary): boolean {
  if (base.precision !== 'exact' || own.precision !== 'exact') return own.passed + own.failed < base.passed + base.failed;
  const executed = new Set(own.tests.filter(({ status }) => status !== 'skipped').map(({ id }) => id));
  return base.tests.some(({ id, status }) => status !== 'skipped' && !executed.has(id));
}
