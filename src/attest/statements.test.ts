import { expect, test } from 'vitest';
import {
  baseTests,
  broken,
  countedTests,
  finding,
  makeCandidate,
  makeFacts,
  makePolicy,
  ranTests,
} from '../../test/facts-builder.ts';
import { SAMPLE_FINGERPRINT } from '../../test/sample-fingerprint.ts';
import {
  canonicalJson,
  type Facts,
  type Run,
  runSchema,
  SCHEMA_VERSION,
  SCORING_VERSION,
  type TestResultPredicate,
} from '../contract/index.ts';
import { scoreFacts } from '../scoring/index.ts';
import { type AttestedRun, statementsOf } from './statements.ts';

const TREE = '2d08f756532d5fbfc3e79097322254adcf91d051';
const COMMIT = 'c35e62419e40e1458382a5565bf55de6722b5a2f';
const policy = makePolicy();

function runOf(facts: Facts, changes: Partial<Run['candidates'][number]> = {}): Run {
  return runSchema.parse({
    schema_version: SCHEMA_VERSION,
    ...{ engine_version: '0.1.0', run_id: facts.run_id, task: null, policy },
    base: { ref: 'main', commit: COMMIT, tree: TREE },
    candidates: facts.candidates.map(({ name }) => ({
      ...{
        name,
        source: { kind: 'ref', value: name },
        commit: COMMIT,
        tree: TREE,
        start: COMMIT,
        pinned: null,
        restored: [],
        ...changes,
      },
    })),
    ...{ merge_of: null, canaries: [], sandbox: { kind: 'bubblewrap', reason: null }, fingerprint: SAMPLE_FINGERPRINT },
    host: { platform: 'linux', arch: 'x64', node: 'v20.0.0', git: '2.40.0' },
    started_at: '2026-01-02T03:04:05.000Z',
    finished_at: '2026-01-02T03:05:06.789Z',
  });
}

function attest(facts: Facts, changes: Partial<Run['candidates'][number]> = {}): AttestedRun {
  const files = [
    { path: 'manifest.json', sha256: 'a'.repeat(64) },
    { path: 'scorecard.json', sha256: 'b'.repeat(64) },
  ];
  return { run: runOf(facts, changes), facts, scorecard: scoreFacts(facts, policy), files };
}

/** The winner fixes a test, so that it wins against a candidate that does not. */
const twoCandidates = (winner: Parameters<typeof makeCandidate>[0], failedOnBase = 1) =>
  makeFacts({
    baseline: { tests: baseTests({ passed: 9, failed: failedOnBase }) },
    candidates: [
      makeCandidate({ name: 'good', tests: ranTests({ passed: 10, fixed: 1 }), ...winner }),
      makeCandidate({ name: 'worse', tests: ranTests({ passed: 9, failed: failedOnBase }) }),
    ],
  });

const testsOf = (facts: Facts) => statementsOf(attest(facts))[0]?.predicate as TestResultPredicate;

test('states the test result and the verified properties of the winner, with the fields of both specifications', () => {
  const attested = attest(twoCandidates({}));
  const common = { _type: 'https://in-toto.io/Statement/v1', subject: [{ name: 'run-1/good', digest: { gitTree: TREE } }] };
  const policies = [{ name: 'hydra-policy', digest: { sha256: attested.scorecard.policy_hash } }];
  const hydraRun = {
    ...{ runId: 'run-1', candidate: 'good', tree: { gitTree: TREE }, base: { gitCommit: COMMIT } },
    ...{ verdict: 'decided_by_tests', firmness: 'firm', sandbox: 'bubblewrap', scoringVersion: SCORING_VERSION },
    files: [
      { name: 'manifest.json', digest: { sha256: 'a'.repeat(64) } },
      { name: 'scorecard.json', digest: { sha256: 'b'.repeat(64) } },
    ],
  };
  expect(statementsOf(attested)).toEqual([
    {
      ...common,
      predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
      predicate: {
        ...{ result: 'PASSED', configuration: policies, warnedTests: [], failedTests: [] },
        hydraTests: { passed: 10, failed: 0, skipped: 0, precision: 'exact' },
        hydraRun,
      },
    },
    {
      ...common,
      predicateType: 'https://in-toto.io/attestation/svr/v0.2',
      predicate: {
        verifier: { id: 'pkg:npm/hydra-score@0.1.0', policies },
        timeCreated: '2026-01-02T03:05:06.789Z',
        properties: [
          'HYDRA_BASE_TESTS_PASS',
          'HYDRA_BUILD_MEASURED',
          'HYDRA_BUILD_PASSES',
          'HYDRA_CHANGES_CODE',
          'HYDRA_CHECKS_SANDBOXED',
          'HYDRA_CONTESTED_TESTS_SETTLED',
          'HYDRA_DECIDED_BY_TESTS',
          'HYDRA_DIFF_NOT_EMPTY',
          'HYDRA_MERGEABLE',
          'HYDRA_NO_INTEGRITY_ERRORS',
          'HYDRA_TESTS_MEASURED',
          'HYDRA_TEST_REGRESSION_WITHIN_LIMIT',
        ],
        hydraRun,
      },
    },
  ]);
});

test('gives the same bytes for the same run', () => {
  const bytes = () =>
    statementsOf(attest(twoCandidates({})))
      .map(canonicalJson)
      .join('');
  expect(bytes()).toBe(bytes());
});

test('names the tree in which the tests of the base ran, and tree ids of SHA-256 repositories', () => {
  const pinned = { commit: COMMIT, tree: 'f'.repeat(64) };
  const [, svr] = statementsOf(attest(twoCandidates({}), { tree: 'e'.repeat(64), pinned }));
  expect(svr?.subject).toEqual([{ name: 'run-1/good', digest: { gitTree: 'e'.repeat(64) } }]);
  expect(svr?.predicate.hydraRun).toMatchObject({ tree: { gitTree: 'e'.repeat(64) }, pinnedTree: { gitTree: 'f'.repeat(64) } });
});

test('states nothing without a single winner', () => {
  const level = makeFacts({ candidates: [makeCandidate({ name: 'a' }), makeCandidate({ name: 'b' })] });
  const rejected = makeFacts({ candidates: [makeCandidate({ integrity: [finding('tests_deleted', 'error')] })] });
  expect([attest(level).scorecard.verdict.class, statementsOf(attest(level))]).toEqual(['level', []]);
  expect([attest(rejected).scorecard.verdict.class, statementsOf(attest(rejected))]).toEqual(['none', []]);
});

test('states no test result if the tests have none', () => {
  const attested = attest(twoCandidates({}));
  const facts = {
    ...attested.facts,
    candidates: attested.facts.candidates.map((each) => ({ ...each, tests: broken('it crashed') })),
  };
  expect(statementsOf({ ...attested, facts }).map(({ predicateType }) => predicateType)).toEqual([
    'https://in-toto.io/attestation/svr/v0.2',
  ]);
});

test('a failing test fails the result, also if it fails on the base', () => {
  const result = testsOf(twoCandidates({ tests: ranTests({ passed: 10, failed: 2, skipped: 3, fixed: 1 }) }, 3));
  expect(result).toMatchObject({ result: 'FAILED', hydraTests: { passed: 10, failed: 2, skipped: 3 } });
  // Their names are unknown, and an empty list would say that there are none.
  expect(Object.keys(result)).not.toContain('failedTests');
});

test('a test that passes and fails on the same tree is a warning', () => {
  const measured = { ...ranTests({ passed: 10, fixed: 1 }), flaky: ['z', 'a'] } as Facts['candidates'][number]['tests'];
  const uncertain = { ...measured, uncertain: [{ id: 'm', counted_as: 'passed' }] } as typeof measured;
  expect(testsOf(twoCandidates({ tests: uncertain }))).toMatchObject({
    ...{ result: 'WARNED', warnedTests: ['a', 'm', 'z'], failedTests: [] },
  });
});

test('a result by exit code says so', () => {
  const tests = { ...countedTests({ passed: 1 }), precision: 'exit-code' } as Facts['candidates'][number]['tests'];
  const facts = makeFacts({ baseline: { tests: baseTests({ passed: 0, failed: 1 }) }, candidates: [makeCandidate({ tests })] });
  expect(testsOf(facts).hydraTests).toEqual({ passed: 1, failed: 0, skipped: 0, precision: 'exit-code' });
});
