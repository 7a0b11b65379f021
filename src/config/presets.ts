// Sets of values that `preset` under [scoring] selects instead of the defaults.
import type { Policy } from '../contract/index.ts';

type Scoring = Policy['scoring'];

interface Preset {
  weights: Partial<Scoring['weights']>;
  cross_tests?: Partial<Scoring['cross_tests']>;
}

export const PRESETS: Record<string, Preset> = {
  /** Only the founding dimensions: nothing about the task is scored, and no cross-tests run. */
  founding: {
    weights: { acceptance: 0, cross_tests: 0, coverage: 0 },
    cross_tests: { enabled: false },
  },
  /** What an agent costs counts instead of how long it takes. */
  'cost-aware': {
    weights: { speed: 0, cost: 10 },
  },
};

export const PRESET_IDS: readonly string[] = Object.keys(PRESETS);
