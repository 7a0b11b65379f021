// Contract: the hash that identifies a policy in a scorecard.
import { hashOf } from './hash.ts';
import type { Policy } from './policy.ts';

/**
 * Omits members that reading adds to a policy of version 1 or 2, so that a stored run keeps its hash. They have no
 * effect in such a run.
 */
export function hashOfPolicy(policy: Policy): string {
  if (policy.schema_version > 2) return hashOf(policy);
  const { task: _task, race, ...others } = policy;
  const { test_author: _author, ...raceAsStored } = race;
  const { cross_tests: _crossTests, weights, ...scoring } = policy.scoring;
  const { acceptance: _acceptance, cross_tests: _weight, coverage: _coverage, ...stored } = weights;
  return hashOf({ ...others, race: raceAsStored, scoring: { ...scoring, weights: stored } });
}
