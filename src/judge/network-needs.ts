// Checks of the base that fail only because checks have no network.
import type { CheckId, NetworkNeed, Run, TestSummary } from '../contract/index.ts';
import type { MaybeReading } from './measure.ts';
import { attemptsOf, firstTestRun, type RunReading } from './run-reading.ts';
import { completeStatusesOf } from './test-statuses.ts';

/** Whether a check of the run had only its own loopback interface. */
export function isOffline({ sandbox, policy }: Run, check: CheckId): boolean {
  return sandbox.kind !== 'none' && policy.sandbox.network[check] === 'loopback';
}

export function networkNeeds(reading: RunReading): NetworkNeed[] {
  return [...buildNeed(reading), ...testNeed(reading)];
}

function buildNeed({ run, baseline: { build, onlineBuild } }: RunReading): NetworkNeed[] {
  const isPassing = (each: MaybeReading<null>) => each.state === 'read' && each.reading.capture.exit_code === 0;
  const isNeeded = isOffline(run, 'build') && !isPassing(build) && onlineBuild !== null && isPassing(onlineBuild);
  return isNeeded ? [{ check: 'build', tests: [], count: 0 }] : [];
}

/** The run with the network, compared with the first run and with a repetition of the same tests without it. */
function testNeed({ run, baseline }: RunReading): NetworkNeed[] {
  if (!isOffline(run, 'test')) return [];
  const first = firstTestRun(baseline, { check: 'test', tree: 'own' });
  const [plain, online = plain] = [...attemptsOf(baseline, 'own', 'plain'), ...attemptsOf(baseline, 'own', 'online')];
  const [again] = [...attemptsOf(baseline, 'own', 'selected'), ...attemptsOf(baseline, 'own', 'again')];
  if (first === null || online === undefined || again === undefined) return [];
  const count = Math.min(countFailed(first), countFailed(again)) - countFailed(online);
  if (!(count > 0)) return [];
  const [before, after] = [completeStatusesOf(again), completeStatusesOf(online)];
  const tests = [...before].filter(([id, status]) => status === 'failed' && after.get(id) === 'passed').map(([id]) => id);
  return [{ check: 'test', tests: tests.sort().slice(0, MAX_NAMES), count: Number.isFinite(count) ? count : 0 }];
}

const MAX_NAMES = 100;

/** By the counts alone: without a report most runners do not print every test name. */
export function countFailed(reading: MaybeReading<TestSummary>): number {
  if (reading.state !== 'read') return Number.POSITIVE_INFINITY;
  const { capture, summary } = reading.reading;
  if (summary.precision === 'exact' || summary.precision === 'totals') return summary.failed;
  return capture.ended === 'exited' && capture.exit_code === 0 ? 0 : Number.POSITIVE_INFINITY;
}

export function countPassed({ reading }: Extract<MaybeReading<TestSummary>, { state: 'read' }>): number {
  const { precision, passed } = reading.summary;
  return precision === 'exact' || precision === 'totals' ? passed : 0;
}
