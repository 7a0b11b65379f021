import { expect, test } from 'vitest';
import type { AttemptEntry } from '../../src/contract/index.ts';
import { logScale, paretoLine, scatterPoints, scoreScale } from './scatter-scale.ts';

function attempt(cost: number | null, total: number | null, result: AttemptEntry['result'] = 'lost'): AttemptEntry {
  const who = { candidate: 'a', agent: 'a', model: null };
  return {
    ...{ run: `${cost}/${total}`, started_at: '2026-01-01T00:00:00.000Z', ...who, result },
    ...{ caught: false, total, duration_ms: null, cost_usd: cost },
  };
}

test('leaves out attempts without a cost or score, and puts a free one at the left end', () => {
  const points = scatterPoints([attempt(null, 90), attempt(1, null), attempt(0, 80), attempt(2, 70)]);
  expect(points.map(({ usd, total }) => [usd, total])).toEqual([
    [0.001, 80],
    [2, 70],
  ]);
});

test('keeps the newest 300 points', () => {
  expect(scatterPoints(Array.from({ length: 400 }, () => attempt(1, 90)))).toHaveLength(300);
});

test('the Pareto line has only mergeable attempts that are not beaten in cost and score', () => {
  const points = scatterPoints([
    attempt(0.1, 99, 'out'),
    attempt(0.2, 80),
    attempt(0.2, 85, 'won'),
    attempt(0.3, 85),
    attempt(0.5, 96),
    attempt(1, 90),
  ]);
  expect(paretoLine(points).map(({ usd, total }) => [usd, total])).toEqual([
    [0.2, 85],
    [0.5, 96],
  ]);
  expect(paretoLine([])).toEqual([]);
});

test('a logarithmic scale spans all values with few ticks', () => {
  const scale = logScale([0.03, 0.7]);
  expect(scale.ticks).toEqual([0.02, 0.05, 0.1, 0.2, 0.5, 1]);
  expect([scale.at(0.02), scale.at(1)]).toEqual([0, 1]);
  expect(logScale([0.001, 40]).ticks).toEqual([0.001, 0.01, 0.1, 1, 10]);
  const single = logScale([0.2]);
  expect(single.ticks).toEqual([0.2, 0.5]);
  expect(single.at(0.2)).toBe(0);
});

test('a scale of scores begins at the ten below the least', () => {
  expect(scoreScale([95, 74.2]).ticks).toEqual([70, 80, 90, 100]);
  expect(scoreScale([99]).ticks).toEqual([90, 100]);
  expect(scoreScale([0, 50]).ticks).toEqual([0, 20, 40, 60, 80, 100]);
  expect(scoreScale([95, 74.2]).at(85)).toBeCloseTo(0.5);
});
