// Contract: the hash that identifies a policy in a scorecard.
import { hashOf } from '../formats/hash.ts';
import type { Policy } from './policy.ts';

/**
 * Omits members that reading adds to a policy of an earlier version, so that a stored run keeps its hash. They have no
 * effect in such a run.
 */
export function hashOfPolicy(policy: Policy): string {
  if (policy.schema_version > 4) return hashOf(policy);
  const asOfVersion4 = ofVersion4(policy);
  if (policy.schema_version > 3) return hashOf(asOfVersion4);
  const { sandbox: _sandbox, race, ...others } = asOfVersion4;
  const { sandbox: _isConfined, ...raceOfVersion3 } = race;
  if (policy.schema_version > 2) return hashOf({ ...others, race: raceOfVersion3 });
  const { task: _task, ...stored } = others;
  const { test_author: _author, ...raceAsStored } = raceOfVersion3;
  const { cross_tests: _crossTests, weights, ...scoring } = asOfVersion4.scoring;
  const { acceptance: _acceptance, cross_tests: _weight, coverage: _coverage, ...weightsAsStored } = weights;
  return hashOf({ ...stored, race: raceAsStored, scoring: { ...scoring, weights: weightsAsStored } });
}

/** Without metrics, required build targets and the severity of advisories. */
function ofVersion4(policy: Policy) {
  const { metrics: _metrics, timeouts, ...scoring } = policy.scoring;
  const { metric: _timeout, ...timeoutsAsStored } = timeouts;
  const { metric: _network, ...network } = policy.sandbox.network;
  const { required: _required, ...build } = policy.scoring.build;
  const { security_severity: _severity, ...gates } = policy.scoring.gates;
  const scoringAsStored = { ...scoring, timeouts: timeoutsAsStored, build, gates };
  return { ...policy, scoring: scoringAsStored, sandbox: { ...policy.sandbox, network } };
}
