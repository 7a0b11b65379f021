// The conditions for merging. A gate never changes a score; a score never changes a gate.
import {
  type AdvisorySeverity,
  AUTO_SECURITY,
  type CandidateFacts,
  type CrossTestRow,
  endingOf,
  type Facts,
  type Gate,
  type IntegrityFinding,
  type Policy,
} from '../contract/index.ts';
import { breaksText, failedAttemptText } from '../text/index.ts';
import { acceptanceOf } from './acceptance.ts';
import { roundHalfUp } from './arithmetic.ts';
import { changedSomething, changesCode, kindOfChange } from './change-size.ts';
import { type ContestedTests, contestedRule, contestedText, givenUpText } from './contested-tests.ts';
import { crossTestRows } from './cross-tests.ts';
import { passes, scoredExamples } from './examples.ts';
import { summarizeList } from './summarize-list.ts';
import { compareTests, dropPercent, regressionPercent, type TestComparison } from './test-regression.ts';

/** Evaluates one candidate; `findings` are its integrity findings after applying the policy. */
export type GateRule = (candidate: CandidateFacts, findings: readonly IntegrityFinding[]) => Gate[];

export function gateRule(facts: Facts, policy: Policy): GateRule {
  const contestedIn = contestedRule(facts, policy);
  const examples = policy.task.examples === 'gate' ? scoredExamples(crossTestRows(facts, policy)) : null;
  const { baseline } = facts;
  const otherChangesCode = facts.candidates.some(changesCode);
  return (candidate, findings) => {
    const { tests } = candidate;
    const comparison =
      baseline.tests.state === 'measured' && tests.state === 'measured'
        ? compareTests(baseline.tests, tests, contestedIn, policy)
        : null;
    const contested = comparison === null || tests.state !== 'measured' ? null : contestedIn(tests);
    return [
      diffNotEmpty(candidate),
      codeChanged(candidate, otherChangesCode),
      buildPasses(facts, candidate, policy),
      measured('build_measured', 'build', baseline.build, candidate.build),
      testRegression(comparison, tests, policy),
      testDrop(comparison, policy),
      contestedSettled(candidate, contested),
      measured('tests_measured', 'test', baseline.tests, candidate.tests),
      acceptancePasses(facts, candidate),
      ...(examples === null ? [] : [examplesPass(candidate, examples)]),
      securityClean(facts, candidate, policy),
      integrity(findings, policy),
    ];
  };
}

const CONTESTED_TESTS = 'contested_tests';

/** Whether contested tests are the only reason why a candidate is not mergeable. */
export function failsOnlyContested(gates: readonly Gate[]): boolean {
  return gates.some(({ id, passed }) => id === CONTESTED_TESTS && passed === false) && failedGates(gates).length === 1;
}

function failedGates(gates: readonly Gate[]): Gate[] {
  return gates.filter(({ passed }) => passed === false);
}

export function isMergeable(gates: readonly Gate[]): boolean {
  return gates.every(({ passed }) => passed !== false);
}

function gate(
  id: string,
  passed: boolean | null,
  reason: string,
  observed: number | null = null,
  threshold: number | null = null,
): Gate {
  return { id, passed, threshold, observed, reason };
}

function diffNotEmpty(candidate: CandidateFacts): Gate {
  const changed = changedSomething(candidate);
  const cause = failedAttemptText(endingOf(candidate.agent) ?? undefined);
  const empty = cause === null ? 'the diff is empty' : `the diff is empty: ${cause}`;
  const reason = changed ? 'the diff changes something' : empty;
  return gate('diff_not_empty', changed, reason, candidate.diff.files.length, 1);
}

function buildPasses(facts: Facts, { build }: CandidateFacts, policy: Policy): Gate {
  const id = 'build_passes';
  if (!policy.scoring.gates.require_build_pass) return gate(id, null, 'switched off by require_build_pass = false');
  if (facts.baseline.build.state === 'not_configured') return gate(id, null, 'no build command is configured');
  if (facts.baseline.build.state === 'unavailable') return gate(id, null, facts.baseline.build.why);
  if (build.state !== 'measured') return gate(id, false, 'the build has no result');
  const { mode, required } = policy.scoring.build;
  if (mode === 'gradient' && required.length > 0) return requiredTargets(id, build, required);
  return build.passed ? gate(id, true, 'the build passes') : gate(id, false, failedBuild(build));
}

type MeasuredBuild = Extract<CandidateFacts['build'], { state: 'measured' }>;

function failedBuild({ error }: MeasuredBuild): string {
  return error === undefined ? 'the build fails' : `the build fails: ${error}`;
}

/** Other targets cost points and nothing else. A build command besides the targets must pass too. */
function requiredTargets(id: string, build: MeasuredBuild, required: readonly string[]): Gate {
  const { targets, command_passed: isCommandFine = true } = build;
  const failed = required.filter((name) => !targets.some((target) => target.name === name && target.passed));
  if (!isCommandFine) return gate(id, false, failedBuild(build));
  if (failed.length === 0) return gate(id, true, `every required target builds: ${summarizeList(required)}`);
  return gate(id, false, `required targets do not build: ${summarizeList(failed)}`);
}

type CheckState = { state: 'measured' } | { state: 'not_configured' } | { state: 'unavailable' | 'broken'; why: string };

/** Breaking the measurement never pays: what was measured on the base must be measured on the candidate. */
function measured(id: string, check: string, baseline: CheckState, candidate: CheckState): Gate {
  if (baseline.state === 'not_configured') return gate(id, null, `no ${check} command is configured`);
  if (baseline.state !== 'measured') return gate(id, null, `not measurable on the base: ${baseline.why}`);
  if (candidate.state === 'measured') return gate(id, true, `the ${check} check has a result`);
  const why = candidate.state === 'not_configured' ? 'there is no result' : candidate.why;
  return gate(id, false, `the ${check} check has no usable result: ${why}`);
}

function testRegression(comparison: TestComparison | null, tests: CandidateFacts['tests'], policy: Policy): Gate {
  const id = 'test_regression';
  const threshold = policy.scoring.gates.max_test_regression_percent;
  if (comparison === null) return gate(id, null, 'tests were not measured on both sides', null, threshold);
  const { regression, basePassed } = comparison;
  const observed = regressionPercent(comparison);
  const limit = `${roundHalfUp(observed)}%, limit ${threshold}%`;
  const share = regression === 0 ? 'breaks no passing test' : `${breaksText({ count: regression, of: basePassed })} (${limit})`;
  const loadError = tests.state === 'measured' ? tests.load_error : undefined;
  if (loadError !== undefined) {
    const what = regression === 0 ? 'tests could not be compiled or loaded' : share;
    return gate(id, false, `${what}: ${loadError}`, observed, threshold);
  }
  return gate(id, observed <= threshold, share, observed, threshold);
}

function testDrop(comparison: TestComparison | null, policy: Policy): Gate {
  const id = 'test_drop';
  const threshold = policy.scoring.tests.fail_on_drop_percent;
  if (threshold === null) return gate(id, null, 'switched off: fail_on_drop_percent is not set');
  if (comparison === null) return gate(id, null, 'tests were not measured on both sides', null, threshold);
  const { dropped, baseTotal } = comparison;
  const observed = dropPercent(comparison);
  const share = `drops ${dropped} of ${baseTotal} tests of the base (${roundHalfUp(observed)}%, limit ${threshold}%)`;
  return gate(id, observed <= threshold, share, observed, threshold);
}

function contestedSettled(candidate: CandidateFacts, contested: ContestedTests | null): Gate {
  if (contested === null) return gate(CONTESTED_TESTS, null, 'tests were not measured on both sides', null, 0);
  const { pending, accepted, rejected } = contested;
  if (rejected.length > 0) {
    const what = plural(rejected.length, 'changed test was', 'changed tests were');
    return gate(CONTESTED_TESTS, false, `${what} rejected: ${summarizeList(rejected)}`, rejected.length, 0);
  }
  if (pending.length > 0) {
    const reason = givenUpText(candidate, pending) ?? contestedText(pending);
    return gate(CONTESTED_TESTS, false, reason, pending.length, 0);
  }
  if (accepted.length === 0) return gate(CONTESTED_TESTS, true, 'no contested tests', 0, 0);
  const what = plural(accepted.length, 'changed test is', 'changed tests are');
  return gate(CONTESTED_TESTS, true, `${what} accepted: ${summarizeList(accepted)}`, 0, 0);
}

function acceptancePasses({ acceptance }: Facts, { name }: CandidateFacts): Gate {
  const id = 'acceptance';
  if (acceptance === undefined) return gate(id, null, 'no acceptance tests');
  if (acceptance.incomplete !== null) return gate(id, false, acceptance.incomplete);
  const { failing } = acceptanceOf(name, acceptance);
  const count = acceptance.tests.length;
  if (count === 0) return gate(id, false, 'no acceptance test ran');
  const all = count === 1 ? 'the acceptance test' : `all ${count} acceptance tests`;
  if (failing.length === 0) return gate(id, true, `passes ${all}`, 0, 0);
  const some = failing.length === count ? all : `${failing.length} of ${count} acceptance tests`;
  return gate(id, false, `fails ${some}: ${summarizeList(failing)}`, failing.length, 0);
}

/** Only examples that some candidate passes: another one may have been read wrongly. */
function examplesPass({ name }: CandidateFacts, examples: readonly CrossTestRow[]): Gate {
  const id = 'examples';
  if (examples.length === 0) return gate(id, null, 'no example of the task counts');
  const failing = examples.filter((example) => !passes(name, example)).map((example) => example.id);
  const all = examples.length === 1 ? 'the example of the task' : `all ${examples.length} examples of the task`;
  if (failing.length === 0) return gate(id, true, `passes ${all}`, 0, 0);
  const some = failing.length === examples.length ? all : `${failing.length} of ${examples.length} examples of the task`;
  return gate(id, false, `fails ${some} (${summarizeList(failing)})`, failing.length, 0);
}

const ONLY = {
  tests: 'tests',
  comments: 'comments',
  documentation: 'documentation',
  formatting: 'white space',
} as const;

function codeChanged(candidate: CandidateFacts, otherChangesCode: boolean): Gate {
  const id = 'changes_code';
  const kind = kindOfChange(candidate);
  const { tests } = candidate;
  if (kind === 'code') return gate(id, true, 'changes code');
  if (tests.state === 'measured' && tests.fixed.length > 0) return gate(id, true, 'makes failing tests pass');
  if (!otherChangesCode) return gate(id, null, 'no candidate changes code');
  if (kind === 'nothing') return gate(id, null, 'the diff changes nothing');
  return gate(id, false, `changes only ${ONLY[kind]}, while other candidates change code`);
}

/** From the lowest to the highest; an unknown severity may be as bad as a high one. */
const SEVERITY_LEVELS: Readonly<Record<AdvisorySeverity, number>> = { low: 0, moderate: 1, high: 2, unknown: 2, critical: 3 };

function securityClean(facts: Facts, { security }: CandidateFacts, policy: Policy): Gate {
  const id = 'security_clean';
  const { baseline } = facts;
  const isAuto = policy.scoring.commands.security === AUTO_SECURITY;
  if (baseline.security.state === 'not_configured')
    return gate(id, null, isAuto ? 'no candidate changes a lockfile' : 'no security command is configured');
  if (baseline.security.state !== 'measured') return gate(id, null, `not measurable on the base: ${baseline.security.why}`);
  if (security.state !== 'measured') return gate(id, false, 'the security check has no usable result');
  const lowest = policy.scoring.gates.security_severity;
  const counted = security.added.filter(({ severity }) => SEVERITY_LEVELS[severity] >= SEVERITY_LEVELS[lowest]).length;
  const others = security.added.length - counted;
  const ignored = others === 0 ? '' : `, and ${others} below \`${lowest}\``;
  const reason = counted === 0 ? `adds no advisory${ignored}` : `adds ${plural(counted, 'advisory', 'advisories')}${ignored}`;
  return gate(id, counted === 0, reason, counted, 0);
}

function integrity(findings: readonly IntegrityFinding[], policy: Policy): Gate {
  const id = 'integrity';
  if (!policy.scoring.integrity.enabled) return gate(id, null, 'switched off by integrity.enabled = false');
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return gate(id, true, 'no integrity errors', 0, 0);
  const names = [...new Set(errors.map((finding) => finding.id))].sort().join(', ');
  const reason = `${plural(errors.length, 'integrity error', 'integrity errors')}: ${names}`;
  return gate(id, false, reason, errors.length, 0);
}

function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
