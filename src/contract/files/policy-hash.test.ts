import { expect, test } from 'vitest';
import { hashOf } from '../formats/hash.ts';
import { DEFAULT_POLICY, type Policy, policySchema } from './policy.ts';
import { hashOfPolicy } from './policy-hash.ts';

const { required: _required, ...build } = DEFAULT_POLICY.scoring.build;
const { security_severity: _severity, ...gates } = DEFAULT_POLICY.scoring.gates;
const { metrics: _metrics, timeouts, ...scoringWithTimeouts } = DEFAULT_POLICY.scoring;
const { metric: _timeout, ...timeoutsOfVersion4 } = timeouts;
const scoringOfVersion4 = { ...scoringWithTimeouts, timeouts: timeoutsOfVersion4, build, gates };
const { metric: _network, ...networkOfVersion4 } = DEFAULT_POLICY.sandbox.network;
const { cross_tests: _crossTests, weights, ...scoring } = scoringOfVersion4;
const { acceptance: _acceptance, cross_tests: _weight, coverage: _coverage, ...sevenWeights } = weights;

const { task, sandbox, race, ...others } = DEFAULT_POLICY;
const { sandbox: _isConfined, ...raceOfVersion3 } = race;
const { test_author: _author, ...raceAsStored } = raceOfVersion3;

test.each([1, 2])('a policy of version %i keeps the hash of its stored file', (version) => {
  const stored = { ...others, race: raceAsStored, schema_version: version, scoring: { ...scoring, weights: sevenWeights } };
  const read = policySchema.parse(stored);
  expect(read.scoring.weights).toEqual({ ...sevenWeights, acceptance: 0, cross_tests: 0, coverage: 0 });
  expect(read.scoring.cross_tests).toEqual({ enabled: false, max_minutes: 10 });
  expect(hashOfPolicy(read)).toBe(hashOf(stored));
});

test('a policy of version 3 keeps the hash of its stored file', () => {
  const stored = { ...others, task, race: raceOfVersion3, schema_version: 3, scoring: scoringOfVersion4 };
  const read = policySchema.parse(stored);
  expect([read.sandbox.mode, read.race.sandbox]).toEqual(['off', false]);
  expect(hashOfPolicy(read)).toBe(hashOf(stored));
});

test('a policy of version 4 keeps the hash of its stored file', () => {
  const stored = {
    ...{ ...DEFAULT_POLICY, schema_version: 4, scoring: scoringOfVersion4 },
    sandbox: { ...sandbox, network: networkOfVersion4 },
  };
  const read = policySchema.parse(stored);
  expect([read.scoring.metrics, read.scoring.timeouts.metric, read.sandbox.network.metric]).toEqual([{}, 300, 'loopback']);
  expect(hashOfPolicy(read)).toBe(hashOf(stored));
});

test('hashes later versions as a whole', () => {
  const policy = { ...DEFAULT_POLICY, schema_version: 5 } as unknown as Policy;
  expect(hashOfPolicy(policy)).toBe(hashOf(policy));
  const other = { ...policy, scoring: { ...policy.scoring, weights: { ...weights, coverage: 1 } } };
  expect(hashOfPolicy(other)).not.toBe(hashOfPolicy(policy));
});
