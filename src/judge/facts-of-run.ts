// Builds the facts from the parsed captures of a run. Pure, so that `hydra replay` gives the same bytes.
import {
  atOnce,
  CANARY_CHECK,
  CANARY_FILE_CHECK,
  type CanaryFile,
  type CandidateFacts,
  type Facts,
  INDEPENDENT_CANARY_CHECK,
  mapInSteps,
  type PlainCheck,
  type Run,
  type Steps,
  type TestSummary,
} from '../contract/index.ts';
import { answerFacts } from './answer-facts.ts';
import { attributionOf, causesOf } from './attribution.ts';
import { combineVerdicts, judgeCanaries, placeCanaries } from './canary/index.ts';
import { coverageOfChanges } from './change-coverage.ts';
import { compareInSteps, type TreeReading } from './compare-run.ts';
import { acceptanceTestsOf, crossTestsOf } from './cross-tests.ts';
import { equalSourceNames } from './equal-sources.ts';
import { integrityInSteps } from './gather-evidence.ts';
import { giveUpTests } from './given-up-tests.ts';
import { countedTests, independentFacts, judgeIndependent } from './independent-run.ts';
import { type CanaryVerdict, type IndependentVerdict, nearEqualNames, parsePatch } from './integrity/index.ts';
import type { MaybeReading } from './measure.ts';
import { measureMetrics } from './measure-metrics.ts';
import { networkNeeds } from './network-needs.ts';
import { ownTests } from './own-tests.ts';
import { resolveFlakyTests } from './resolve-flaky-tests.ts';
import {
  attemptsOf,
  type CandidateCaptures,
  decidingTree,
  firstTestRun,
  type RunReading,
  type SubjectReading,
} from './run-reading.ts';
import { securityReadings } from './security-readings.ts';
import { taskTestEvidence } from './task-test-evidence.ts';
import { testsOfBase } from './tests-table.ts';
import { judgeVaried, variedFiles, variedSubjects, variedTestsInSteps } from './varied/index.ts';

export function factsOf(reading: RunReading): Facts {
  return atOnce(factsInSteps(reading));
}

/** One candidate at a time. */
export function* factsInSteps(reading: RunReading): Steps<Facts> {
  const { run, baseline, candidates, baseTests, decisions } = reading;
  const subjects = variedSubjects(reading);
  const copies = yield* variedTestsInSteps(variedFiles(subjects) ?? [], subjects);
  const security = securityReadings(reading);
  yield;
  const inputs = yield* mapInSteps(candidates, (candidate, index) => ({
    reading: { ...readCandidate(candidate), security: security.candidates[index] ?? candidate.security },
    patch: candidate.patch,
    captures: candidate.captures,
    canary: judgeCanary(run, baseline, candidate),
    varied: judgeVaried(subjects, copies, candidate.entry.name),
    independent: judgeIndependent(baseline, candidate),
    credentials: candidate.entry.credentials_written ?? [],
    repositoryWrites: candidate.entry.repository_writes ?? [],
    restored: candidate.entry.restored,
    causes: causesOf(candidate),
  }));
  const settled = resolveFlakyTests(
    { ...readTree(baseline, 'own', firstTestRun(baseline, OWN_TEST)), security: security.base },
    inputs.map((input) => input.reading),
  );
  const judged = inputs.flatMap((input, index) => {
    const settledReading = settled.candidates[index];
    return settledReading === undefined ? [] : [{ ...input, reading: settledReading }];
  });
  yield;
  const [acceptance, crossTests] = [acceptanceTestsOf(reading), crossTestsOf(reading)];
  yield;
  const findings = yield* integrityInSteps(
    settled.baseline,
    baseline.captures,
    judged,
    baseTests,
    metricCommands(run),
    taskTestEvidence(reading, acceptance, crossTests),
  );
  const complete = judged.map((input, index) => ({
    ...input.reading,
    integrity: [...(findings[index] ?? []), ...(settled.findings[index] ?? [])],
  }));
  const facts = yield* compareInSteps(run.run_id, settled.baseline, complete, settled.unsteady, { decisions, baseTests });
  const nearEqual = nearEqualNames(candidates.map(({ entry, patch }) => ({ name: entry.name, patch: parsePatch(patch) })));
  const equalSources = equalSourceNames(candidates);
  yield;
  const covered = coverageOfChanges(candidates);
  const answers = answerFacts(reading);
  const judgedFacts = giveUpTests(facts.candidates, candidates, [...equalSources, ...nearEqual], decisions);
  const tests = testsOfBase(
    settled.baseline.test,
    judgedFacts.flatMap((candidate, index) => {
      const own = complete[index];
      return own === undefined ? [] : [{ facts: candidate, own: own.test, pinned: own.pinnedTest }];
    }),
  );
  return {
    ...facts,
    baseline: { ...facts.baseline, ...measureMetrics(run.policy, baseline) },
    ...(tests.length === 0 ? {} : { tests }),
    candidates: judgedFacts.map((candidate, index) => ({
      ...candidate,
      ...metricsOf(run, candidates[index]),
      ...covered[index],
      ...factsAbout(inputs[index]?.independent ?? null),
      ...withAttribution(candidates[index], candidate),
    })),
    ...(nearEqual.length === 0 ? {} : { near_equal: nearEqual }),
    ...(equalSources.length === 0 ? {} : { equal_sources: equalSources }),
    ...(acceptance === undefined ? {} : { acceptance }),
    ...(crossTests === undefined ? {} : { cross_tests: crossTests }),
    ...(answers === undefined ? {} : { answers }),
    sandbox: { ...run.sandbox, needs_network: networkNeeds(reading) },
    ...startsOf(run),
  };
}

function startsOf({ base, candidates }: Run): Pick<Facts, 'starts'> {
  const starts = candidates.map(({ name, start }) => ({ name, commit: start }));
  if (starts.every(({ commit }) => commit === base.commit)) return {};
  return { starts: { base: { ref: base.ref, commit: base.commit }, candidates: starts } };
}

function metricCommands({ policy }: Run): { name: string; command: string }[] {
  return Object.entries(policy.scoring.metrics).map(([name, { command }]) => ({ name, command }));
}

function metricsOf({ policy }: Run, captures: CandidateCaptures | undefined): Pick<CandidateFacts, 'metrics'> {
  return captures === undefined ? {} : measureMetrics(policy, captures);
}

function factsAbout(verdict: IndependentVerdict | null): Pick<CandidateFacts, 'independent'> {
  return verdict === null ? {} : { independent: independentFacts(verdict) };
}

function withAttribution(
  captures: CandidateCaptures | undefined,
  { tests }: CandidateFacts,
): Pick<CandidateFacts, 'attribution'> {
  const fixed = tests.state === 'measured' ? tests.fixed : [];
  const attribution = captures === undefined ? undefined : attributionOf(captures, fixed);
  return attribution === undefined ? {} : { attribution };
}

const OWN_TEST = { check: 'test', tree: 'own' } as const;

function readCandidate(candidate: CandidateCaptures) {
  const { entry, diff, patch, agent, notCaptured } = candidate;
  const pinned = entry.pinned === null ? null : (firstTestRun(candidate, { check: 'test', tree: 'pinned' }) ?? notCaptured);
  return {
    name: entry.name,
    diff,
    patch,
    agent,
    pinnedTest: pinned,
    otherTestFiles: entry.restored?.filter(({ why, in_part: inPart }) => why === 'test' && !inPart).map(({ path }) => path),
    newTestsAgain: attemptsOf(candidate, 'own', 'shuffled'),
    ...readTree(candidate, decidingTree(candidate), ownTests(candidate)),
  };
}

/** `decides` is the tree whose tests were repeated. */
function readTree(subject: SubjectReading, decides: 'own' | 'pinned', test: MaybeReading<TestSummary> | null): TreeReading {
  const { build, buildTargets, lint, security, notCaptured } = subject;
  return {
    ...{ build, buildTargets, lint, security },
    test: test ?? notCaptured,
    testAgain: attemptsOf(subject, decides, 'again'),
    testSelected: attemptsOf(subject, decides, 'selected'),
  };
}

function judgeCanary({ canaries }: Run, baseline: SubjectReading, candidate: CandidateCaptures): CanaryVerdict | null {
  const { own, pinned } = placeCanaries(canaries, candidate.diff, candidate.entry.pinned !== null);
  const tree = pinned.length > 0 ? 'pinned' : 'own';
  const placed = tree === 'pinned' ? pinned : own;
  const without =
    (tree === 'pinned' ? firstTestRun(candidate, { check: 'test', tree }) : ownTests(candidate)) ?? candidate.notCaptured;
  const baselineWithout = firstTestRun(baseline, OWN_TEST);
  const inFile = firstTestRun(baseline, { check: CANARY_FILE_CHECK, tree: 'own' });
  const judge = (check: PlainCheck, base: MaybeReading<TestSummary> | null) => {
    const ran = firstTestRun(candidate, { check, tree });
    return base === null || ran === null
      ? null
      : judgeCanaries({ placed, baseline: base, baselineWithout, candidate: ran, without });
  };
  const whole = firstTestRun(baseline, { check: CANARY_CHECK, tree: 'own' });
  const byFile = judge(CANARY_FILE_CHECK, inFile);
  const elsewhere = judgeElsewhere(canaries, { ran: whole ?? inFile, without: baselineWithout }, candidate);
  const bySuites = [judge(CANARY_CHECK, whole ?? inFile), elsewhere];
  // Without the base's own whole run it is unknown whether the suite runs the file.
  const known = bySuites.filter((verdict) => whole !== null || verdict?.state === 'heard');
  return combineVerdicts(byFile, ...known);
}

/** The independent run with added tests: in the tree whose results count. */
function judgeElsewhere(
  canaries: readonly CanaryFile[],
  baseline: Record<'ran' | 'without', MaybeReading<TestSummary> | null>,
  candidate: CandidateCaptures,
): CanaryVerdict | null {
  const tree = decidingTree(candidate);
  const ran = firstTestRun(candidate, { check: INDEPENDENT_CANARY_CHECK, tree });
  if (baseline.ran === null || ran === null) return null;
  const placed = tree === 'pinned' ? canaries : placeCanaries(canaries, candidate.diff, false).own;
  const without = countedTests(candidate) ?? candidate.notCaptured;
  return judgeCanaries({ placed, baseline: baseline.ran, baselineWithout: baseline.without, candidate: ran, without });
}
