import { describe, expect, test } from 'vitest';
import { believedRuns, type ClaimedRun } from './claimed-runs.ts';

/** `claimed` is the number in the totals, `listed` what stands before them. */
class Run implements ClaimedRun<Run> {
  problem: string | null = null;
  readonly claimed: number;
  readonly listed: number;

  constructor(claimed: number, listed: number) {
    this.claimed = claimed;
    this.listed = listed;
  }

  get isBorneOut(): boolean {
    return this.claimed === this.listed;
  }

  get lacksResults(): boolean {
    return this.listed < this.claimed / 2;
  }

  joinedTo(earlier: Run): Run {
    return new Run(this.claimed, this.listed + earlier.listed);
  }
}

function believed(...runs: [number, number][]) {
  return believedRuns(runs.map(([claimed, listed]) => new Run(claimed, listed))).map(({ claimed, problem }) =>
    problem === null ? claimed : `${claimed}?`,
  );
}

describe('which totals are real', () => {
  test.each<[string, [number, number][], (number | string)[]]>([
    ['one run', [[3, 3]], [3]],
    ['one run whose results cannot be seen', [[3, 2]], [3]],
    [
      'two runs',
      [
        [3, 3],
        [4, 4],
      ],
      [3, 4],
    ],
    [
      'totals printed by a test, whatever they say',
      [
        [99, 2],
        [5, 3],
      ],
      [5],
    ],
    [
      'totals printed by a test that fit what stood before',
      [
        [2, 2],
        [5, 3],
      ],
      [5],
    ],
    [
      'totals printed before the first result',
      [
        [99, 0],
        [5, 5],
      ],
      [5],
    ],
    [
      'several of them',
      [
        [1, 1],
        [99, 1],
        [5, 3],
      ],
      [5],
    ],
    [
      'two runs, one of which cannot be seen',
      [
        [4, 3],
        [5, 5],
      ],
      ['4?', 5],
    ],
    [
      'nothing fits',
      [
        [4, 3],
        [5, 4],
      ],
      ['4?', '5?'],
    ],
  ])('%s', (_, runs, expected) => {
    expect(believed(...runs)).toEqual(expected);
  });
});
