// The properties that Hydra verified for a winner. A name is used only if it is literally true: a gate with a limit can
// pass although its plain name would not be.
import type { CandidateFacts, Facts, Gate, Ranking, Scorecard } from '../contract/index.ts';

interface Evidence {
  ranking: Ranking;
  candidate: CandidateFacts;
  facts: Facts;
}

type PropertiesOfGate = (evidence: Evidence) => string[];

/** By the id of the gate. */
const OF_PASSED_GATES: Record<string, PropertiesOfGate> = {
  diff_not_empty: () => ['HYDRA_DIFF_NOT_EMPTY'],
  changes_code: () => ['HYDRA_CHANGES_CODE'],
  build_passes: ({ candidate: { build } }) =>
    build.state === 'measured' && build.passed ? ['HYDRA_BUILD_PASSES'] : ['HYDRA_REQUIRED_TARGETS_BUILD'],
  build_measured: () => ['HYDRA_BUILD_MEASURED'],
  test_regression: (evidence) => [
    'HYDRA_TEST_REGRESSION_WITHIN_LIMIT',
    ...(passesBaseTests(evidence) ? ['HYDRA_BASE_TESTS_PASS'] : []),
  ],
  test_drop: () => ['HYDRA_TEST_DROP_WITHIN_LIMIT'],
  contested_tests: () => ['HYDRA_CONTESTED_TESTS_SETTLED'],
  tests_measured: () => ['HYDRA_TESTS_MEASURED'],
  acceptance: () => ['HYDRA_ACCEPTANCE_TESTS_PASS'],
  security_clean: ({ candidate: { security } }) => [
    'HYDRA_NEW_ADVISORIES_WITHIN_LIMIT',
    ...(security.state === 'measured' && security.added.length === 0 ? ['HYDRA_NO_NEW_ADVISORIES'] : []),
  ],
  integrity: () => ['HYDRA_NO_INTEGRITY_ERRORS'],
};

/** Known by name: equal counts could hide one test that broke and another that was fixed. */
function passesBaseTests({ facts, candidate: { tests } }: Evidence): boolean {
  const { tests: before } = facts.baseline;
  if (before.state !== 'measured' || tests.state !== 'measured') return false;
  return before.passed > 0 && tests.compared_by === 'identity' && tests.regressed.length === 0;
}

const OF_VERDICTS: Partial<Record<Scorecard['verdict']['class'], string>> = {
  decided_by_tests: 'HYDRA_DECIDED_BY_TESTS',
  decided_by_quality: 'HYDRA_DECIDED_BY_QUALITY',
};

/** Sorted. */
export function verifiedProperties(evidence: Evidence, { verdict, sandbox }: Scorecard): string[] {
  const { ranking } = evidence;
  const gates = ranking.gates.filter(({ passed }: Gate) => passed === true);
  const decided = OF_VERDICTS[verdict.class];
  const properties = [
    ...gates.flatMap(({ id }) => (Object.hasOwn(OF_PASSED_GATES, id) ? (OF_PASSED_GATES[id]?.(evidence) ?? []) : [])),
    ...(ranking.mergeable ? ['HYDRA_MERGEABLE'] : []),
    ...(decided === undefined ? [] : [decided]),
    ...(ranking.independent?.state === 'confirmed' ? ['HYDRA_INDEPENDENT_RUN_CONFIRMED'] : []),
    ...(sandbox.kind !== 'none' ? ['HYDRA_CHECKS_SANDBOXED'] : []),
  ];
  return properties.sort();
}
