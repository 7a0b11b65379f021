// A run that has a result.
import type { RunDetail } from '../../src/contract/index.ts';

export type FinishedRun = RunDetail & { scorecard: NonNullable<RunDetail['scorecard']>; facts: NonNullable<RunDetail['facts']> };
