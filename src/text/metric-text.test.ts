import { expect, test } from 'vitest';
import { sampleRanking } from '../../test/sample-scorecard.ts';
import { metricText, metricTexts } from './metric-text.ts';

test.each([
  [{ base: 200, value: 180, unit: 'kB', runs: [180] }, '180 kB, base 200 kB (-10%)'],
  [{ base: 3, value: 4, unit: '', runs: [4] }, '4, base 3 (+33.3%)'],
  [{ base: 5, value: 5, unit: '%', runs: [5] }, '5 %, base 5 % (unchanged)'],
  [{ base: 0, value: 2, unit: '', runs: [2] }, '2, base 0'],
  [{ base: -10, value: -5, unit: '', runs: [-5] }, '-5, base -10 (+50%)'],
  [{ base: 100000, value: 100001, unit: '', runs: [100001] }, '100001, base 100000 (+0.001%)'],
  [{ base: 2, value: 1.5, unit: 'ms', runs: [1.5, 1.25, 1.75] }, '1.5 ms, base 2 ms (-25%); median of 1.5, 1.25 and 1.75'],
])('%j', (metric, text) => {
  expect(metricText({ id: 'size', ...metric })).toBe(text);
});

test('lists measured metrics and the reasons for missing ones, but no other dimensions', () => {
  const error = { state: 'error' as const, why: 'it could not be measured on this candidate: it was killed' };
  const ranking = sampleRanking('a', { tests: error });
  const dimensions = [
    ...ranking.dimensions,
    { id: 'size', weight: 1, effective_weight: 1, result: { state: 'scored' as const, score: 50, steps: [] } },
    { id: 'time', weight: 1, effective_weight: 1, result: error },
    { id: 'other', weight: 1, effective_weight: 0, result: { state: 'unavailable' as const, why: 'no' } },
  ];
  const metrics = [{ id: 'size', unit: '', base: 1, value: 2, runs: [2] }];
  expect(metricTexts({ ...ranking, dimensions, metrics })).toEqual([
    'size: 2, base 1 (+100%)',
    'time: it could not be measured on this candidate: it was killed',
  ]);
});
