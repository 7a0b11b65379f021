// Builds the in-toto statements about the winner of a run from its stored files alone, so that the same run always gives the
// same bytes.
import {
  type AttestedRunFields,
  type CandidateFacts,
  type DigestSet,
  type Facts,
  type ResourceDescriptor,
  type Run,
  type Scorecard,
  STATEMENT_TYPE,
  type Statement,
  SVR_TYPE,
  TEST_RESULT_TYPE,
  type TestResultPredicate,
} from '../contract/index.ts';
import { verifiedProperties } from './properties.ts';

export interface AttestedRun {
  run: Run;
  facts: Facts;
  scorecard: Scorecard;
  /** Files of the run folder that the statements name. */
  files: readonly { path: string; sha256: string }[];
}

/** Empty without a single winner. Without test results there is no statement about tests. */
export function statementsOf(attested: AttestedRun): Statement[] {
  const { run, facts, scorecard } = attested;
  const entry = run.candidates.find(({ name }) => name === scorecard.winner);
  const ranking = scorecard.rankings.find(({ agent }) => agent === scorecard.winner);
  const candidate = facts.candidates.find(({ name }) => name === scorecard.winner);
  if (entry === undefined || ranking === undefined || candidate === undefined) return [];
  const subject = [{ name: `${run.run_id}/${entry.name}`, digest: gitTree(entry.tree) }];
  const policies = [{ name: 'hydra-policy', digest: { sha256: scorecard.policy_hash } }];
  const hydraRun = runFields(attested, entry);
  const tests = testResult(candidate.tests, policies, hydraRun);
  const svr = {
    verifier: { id: `pkg:npm/hydra-score@${scorecard.engine_version}`, policies },
    timeCreated: run.finished_at ?? run.started_at,
    properties: verifiedProperties({ ranking, candidate, facts }, scorecard),
    hydraRun,
  };
  const common = { _type: STATEMENT_TYPE, subject };
  return [
    ...(tests === null ? [] : [{ ...common, predicateType: TEST_RESULT_TYPE, predicate: tests }]),
    { ...common, predicateType: SVR_TYPE, predicate: svr },
  ];
}

/** The key says nothing about the algorithm: the length of the id does. */
function gitTree(tree: string): DigestSet {
  return { gitTree: tree };
}

function runFields({ run, scorecard, files }: AttestedRun, entry: Run['candidates'][number]): AttestedRunFields {
  return {
    runId: run.run_id,
    candidate: entry.name,
    tree: gitTree(entry.tree),
    ...(entry.pinned === null ? {} : { pinnedTree: gitTree(entry.pinned.tree) }),
    base: { gitCommit: run.base.commit },
    verdict: scorecard.verdict.class,
    firmness: scorecard.firmness.verdict,
    sandbox: scorecard.sandbox.kind,
    scoringVersion: scorecard.scoring_version,
    files: files.map(({ path, sha256 }) => ({ name: path, digest: { sha256 } })),
  };
}

function testResult(
  tests: CandidateFacts['tests'],
  configuration: ResourceDescriptor[],
  hydraRun: AttestedRunFields,
): TestResultPredicate | null {
  if (tests.state !== 'measured') return null;
  const { passed, failed, skipped, precision, flaky, uncertain = [] } = tests;
  const warnedTests = [...new Set([...flaky, ...uncertain.map(({ id }) => id)])].sort();
  return {
    result: resultOf(passed, failed, warnedTests.length),
    configuration,
    warnedTests,
    ...(failed === 0 ? { failedTests: [] } : {}),
    hydraTests: { passed, failed, skipped, precision },
    hydraRun,
  };
}

/** Any failing test counts, also one that fails on the base. A run in which no test was executed has not passed. */
function resultOf(passed: number, failed: number, warned: number): TestResultPredicate['result'] {
  if (failed > 0) return 'FAILED';
  return passed === 0 || warned > 0 ? 'WARNED' : 'PASSED';
}
