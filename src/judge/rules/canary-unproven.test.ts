import { expect, test } from 'vitest';
import { evidenceOf } from '../../../test/evidence-builder.ts';
import { findIntegrity } from '../integrity/index.ts';

test('reports the reason as information', () => {
  const evidence = evidenceOf({}, { canary: { state: 'unproven', why: 'the run with it did not end by itself' } });
  expect(findIntegrity(evidence).map(({ severity, message }) => [severity, message])).toEqual([
    ['info', 'the failing test that Hydra added allows no conclusion: the run with it did not end by itself'],
  ]);
});
