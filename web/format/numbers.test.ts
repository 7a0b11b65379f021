import { expect, test } from 'vitest';
import {
  bytesText,
  countText,
  deltaText,
  durationText,
  numberText,
  pointsText,
  scoreText,
  shortTimeText,
  timeText,
} from './numbers.ts';

test('formats scores, differences, counts, durations and sizes', () => {
  expect([scoreText(99.94), scoreText(null), scoreText(0)]).toEqual(['99.9', '–', '0.0']);
  expect([deltaText(-13.24), deltaText(2), deltaText(0), deltaText(-0.01)]).toEqual(['−13.2', '+2.0', '0.0', '> −0.1']);
  expect([pointsText(1), pointsText(0.01), pointsText(13.24)]).toEqual(['1.0 point', 'less than 0.1 points', '13.2 points']);
  expect([numberText(100 / 3), numberText(82.5)]).toEqual(['33.333333', '82.5']);
  expect([countText(1, 'file'), countText(1200, 'file'), countText(2, 'advisory', 'advisories')]).toEqual([
    '1 file',
    '1,200 files',
    '2 advisories',
  ]);
  expect([durationText(12), durationText(2740), durationText(61_000)]).toEqual(['12 ms', '2.7 s', '1 min 01 s']);
  expect([bytesText(1), bytesText(2048), bytesText(3_000_000)]).toEqual(['1 byte', '2.0 kB', '3.0 MB']);
});

test('formats a time in the time zone of the browser', () => {
  const iso = new Date(2026, 10, 7, 6, 5).toISOString();
  expect([timeText(iso), shortTimeText(iso)]).toEqual(['2026-11-07 06:05', '7 Nov 06:05']);
  expect([timeText(null), shortTimeText(null)]).toEqual(['unknown time', 'unknown time']);
});
