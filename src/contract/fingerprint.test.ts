import { expect, test } from 'vitest';
import { SAMPLE_FINGERPRINT } from '../../test/sample-fingerprint.ts';
import { compareFingerprints } from './fingerprint.ts';

test('names no difference between equal fingerprints', () => {
  expect(compareFingerprints(SAMPLE_FINGERPRINT, { ...SAMPLE_FINGERPRINT })).toEqual([]);
});

test('names every member that differs with both values', () => {
  const other = {
    ...SAMPLE_FINGERPRINT,
    ...{
      cores: 4,
      image: 'sha256:1',
      programs: { node: 'v22.1.0', cargo: 'cargo 1.95.0' },
      environment: { LANG: '00000000', TZ: '12345678' },
    },
  };
  expect(compareFingerprints(SAMPLE_FINGERPRINT, other)).toEqual([
    'cores 2 and 4',
    'image null and sha256:1',
    'cargo missing and cargo 1.95.0',
    'node v20.19.0 and v22.1.0',
    'the variable LANG',
  ]);
});
