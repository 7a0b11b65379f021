// What fails on the base may fail only because of Hydra: it asks runners for reports, and checks have no network. Failing
// checks of the base run once more without either; a difference is traced to its cause.

import {
  type AttemptKind,
  BASELINE,
  type PlannedCapture,
  parseCheckRun,
  planBuilds,
  type TestSummary,
} from '../contract/index.ts';
import {
  attemptsOf,
  completeStatusesOf,
  countFailed,
  countPassed,
  firstTestRun,
  isOffline,
  type MaybeReading,
  type RunReading,
} from '../judge/index.ts';
import { type Planning, planned } from './planning.ts';
import { historyOf, type TestHistory } from './test-history.ts';

export async function planPlainRun(planning: Planning): Promise<PlannedCapture[]> {
  const { reading, selector } = planning;
  const online = planOnlineBuild(planning);
  if (online.length > 0) return online;
  const first = firstTestRun(reading.baseline, { check: 'test', tree: 'own' });
  const isAsked = selector.asksForReport && !reading.run.reports_withdrawn;
  const isRestricted = isAsked || isOffline(reading.run, 'test');
  if (!isRestricted || first?.state !== 'read' || isAllGreen(first, isAsked)) return [];
  const { commit, tree } = reading.run.base;
  const history = historyOf(reading.baseline, 'own', first);
  const failed = [...history.first].filter(([, status]) => status === 'failed').map(([id]) => id);
  const selected = failed.length === 0 ? null : await selector.tests({ commit, tree }, [...new Set(failed)].sort(), null);
  const command = selected ?? planning.test.command;
  const plan = (kind: AttemptKind, reason: string) => [
    planned(planning, BASELINE, { check: 'test', tree: 'own', attempt: { kind, round: 1 } }, reason, { command }),
  ];
  const plain = attemptsOf(reading.baseline, 'own', 'plain');
  if (plain.length === 0) return plan('plain', "tests fail on the base; do Hydra's restrictions cause that?");
  if (plain.every((run) => countFailed(run) >= failed.length)) return [];
  const isRepeated = history.selected.length + history.again.length > 0;
  const kind = selected === null ? 'again' : 'selected';
  if (!isRepeated) return plan(kind, "tests fail on the base only with Hydra's restrictions; or are they flaky?");
  const isOpen = isAsked && isOffline(reading.run, 'test') && attemptsOf(reading.baseline, 'own', 'online').length === 0;
  return isOpen ? plan('online', 'is it the missing network, or the request for a report?') : [];
}

/** A build of the base that fails without the network runs once with it. */
function planOnlineBuild({ reading, policy }: Planning): PlannedCapture[] {
  const { build, onlineBuild } = reading.baseline;
  const hasFailed = build.state === 'read' && build.reading.capture.exit_code !== 0;
  if (!hasFailed || onlineBuild !== null || !isOffline(reading.run, 'build')) return [];
  const reason = 'the build of the base fails; does it need the network?';
  const first = planBuilds(policy, BASELINE, 'own').filter(({ run }) => run.check === 'build' && run.target === null);
  return first.map((capture) => ({ ...capture, run: parseCheckRun('online1-build'), reason }));
}

/** The request for a report could also make the output unreadable; the missing network makes something fail. */
function isAllGreen({ reading }: Extract<MaybeReading<TestSummary>, { state: 'read' }>, isAsked: boolean): boolean {
  const { capture, summary } = reading;
  const isReadable = !isAsked || summary.precision === 'exact';
  return capture.ended === 'exited' && capture.exit_code === 0 && isReadable && summary.failed === 0;
}

/** Whether tests of the base fail, or cannot be parsed, only because of the request for a report. */
export function requestChangesResults(reading: RunReading, asksForReport: boolean): boolean {
  const { baseline, run } = reading;
  const first = firstTestRun(baseline, { check: 'test', tree: 'own' });
  const [plain] = attemptsOf(baseline, 'own', 'plain');
  if (!asksForReport || run.reports_withdrawn || first?.state !== 'read' || plain?.state !== 'read') return false;
  // Without the network, only a run with it and with the request shows which of the two is the cause.
  const [online] = isOffline(run, 'test') ? attemptsOf(baseline, 'own', 'online') : [first];
  if (online?.state !== 'read') return false;
  if (completeStatusesOf(first).size === 0) return countPassed(plain) > countPassed(online);
  // The same tests again with the request: a test that passes there is flaky.
  const { command } = plain.reading.capture;
  const again = [...attemptsOf(baseline, 'own', 'selected'), ...attemptsOf(baseline, 'own', 'again')].find(
    (each) => each.state === 'read' && each.reading.capture.command === command,
  );
  const isStillFailing = again !== undefined && countFailed(again) > countFailed(plain);
  return isStillFailing && (online === first || countFailed(online) > countFailed(plain));
}

/**
 * Which failing tests of the base also failed in the plain run, which counts as a repetition. Console output has other
 * test names than a report, or none: then the counts decide, if only the failing tests ran and none passed.
 */
export function failingPlainly({ reading, test }: Planning, base: TestHistory): (id: string) => boolean {
  const [plain] = attemptsOf(reading.baseline, 'own', 'plain');
  if (plain?.state !== 'read') return () => false;
  const failing = [...base.first.values()].filter((status) => status === 'failed').length;
  const { capture, summary } = plain.reading;
  const isSelection = capture.command !== test.command && (summary.precision === 'exact' || summary.precision === 'totals');
  const failsAll = isSelection && summary.passed === 0 && summary.failed === failing;
  const statuses = completeStatusesOf(plain);
  return (id) => failsAll || statuses.get(id) === 'failed';
}
