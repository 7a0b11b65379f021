import { expect, test } from 'vitest';
import {
  assess,
  audited,
  baseSecurity,
  broken,
  makeCandidate,
  makeFacts,
  makePolicy,
  notConfigured,
  scoreBy,
} from '../../../test/facts-builder.ts';
import type { CandidateFacts, Facts } from '../../contract/index.ts';
import { security } from './security.ts';

function factsOf(baseline: Facts['baseline']['security'], candidate: CandidateFacts['security']): Facts {
  return makeFacts({ baseline: { security: baseline }, candidates: [makeCandidate({ security: candidate })] });
}

test.each([
  [[], 100],
  [['high', 'low', 'low'], 69],
  [['critical'], 50],
  [['high'], 75],
  [['moderate'], 90],
  [['low'], 97],
  [['unknown'], 90],
  [['critical', 'critical', 'low'], 0],
] as const)('new advisories %j', (added, score) => {
  expect(scoreBy(security, factsOf(baseSecurity(), audited([...added])))).toBe(score);
});

test('advisories of the base cost no points', () => {
  expect(scoreBy(security, factsOf(baseSecurity(12), audited()))).toBe(100);
});

test('is not applicable without a command, and unavailable without a measurement', () => {
  const off = makePolicy({ commands: { security: null } });
  expect(assess(security, factsOf(notConfigured, notConfigured), off)).toEqual({
    state: 'not_applicable',
    why: 'no security command is configured',
  });
  expect(assess(security, factsOf(notConfigured, notConfigured))).toEqual({
    state: 'not_applicable',
    why: 'no candidate changes a lockfile, so all have the advisories of the base',
  });
  expect(assess(security, factsOf(baseSecurity(), broken('no network')))).toEqual({
    state: 'error',
    why: 'the security check of this candidate could not be measured: no network',
  });
});
