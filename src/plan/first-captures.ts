// The first captures of a run: every check once on the base and once per candidate, and if a candidate changed tests
// or settings, the base's tests on its sources.
import {
  BASELINE,
  type CheckPlan,
  type CheckRun,
  firstCapture,
  type PlannedCapture,
  type Policy,
  planChecks,
  type SubjectTrees,
  testCheck,
} from '../contract/index.ts';
import type { CandidatePlan, TestSelector } from './test-selector.ts';
import type { TestSource } from './test-sources.ts';

export function planBaseline(policy: Policy): PlannedCapture[] {
  return planChecks(policy).map((check) => firstCapture(check, BASELINE, 'own', 'baseline'));
}

export function planCandidate(policy: Policy, { trees, changedCommand }: CandidatePlan): PlannedCapture[] {
  const { subject, pinned } = trees;
  const checks = planChecks(policy);
  const own = (check: CheckPlan) => firstCapture(check, subject, 'own', 'first run on the candidate');
  if (pinned === null) return checks.map(own);
  const put = (check: CheckPlan) =>
    firstCapture(check, subject, 'pinned', "the candidate changed tests or settings; the base's decide what regressed");
  if (pinned.mode === 'separate') {
    const decisive = checks.filter(({ kind }) => kind === 'build' || kind === 'test');
    return [...decisive.map(put), ...checks.map(own)];
  }
  // The base's tests run before any code of the candidate's own tests has run in the checkout.
  return checks.flatMap((check) => {
    if (check.kind !== 'test') return [own(check)];
    return [put(check), changedCommand === null ? own(check) : changedFiles(own(check), changedCommand)];
  });
}

/** The acceptance tests on one tree, with its first captures. */
export async function planAcceptance(
  selector: TestSelector,
  policy: Policy,
  source: TestSource | null,
  { subject, own, pinned }: SubjectTrees,
): Promise<PlannedCapture[]> {
  const test = testCheck(policy);
  const laid = source === null || test === null ? null : await selector.layOver([source], pinned?.commit ?? own);
  if (source === null || test === null || laid === null) return [];
  const check = { ...test, id: source.check };
  const tree = pinned === null ? 'own' : 'pinned';
  return [{ ...firstCapture(check, subject, tree, 'the acceptance tests'), ...laid }];
}

function changedFiles(whole: PlannedCapture, command: string): PlannedCapture {
  const run: CheckRun = { ...whole.run, attempt: { kind: 'changed', round: 1 } };
  return { ...whole, run, command, reason: "the candidate's own version of the test files that it changed" };
}
