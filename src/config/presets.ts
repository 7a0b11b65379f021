// Sets of values that `preset` under [scoring] chooses in place of the defaults.
import type { Policy } from '../contract/index.ts';

type Scoring = Policy['scoring'];

interface Preset {
  weights: Partial<Scoring['weights']>;
  cross_tests: Partial<Scoring['cross_tests']>;
}

export const PRESETS: Record<string, Preset> = {
  /** The dimensions of the founding document alone: nothing about the task is scored, and no cross-test runs. */
  founding: {
    weights: { acceptance: 0, cross_tests: 0, coverage: 0 },
    cross_tests: { enabled: false },
  },
};

export const PRESET_IDS: readonly string[] = Object.keys(PRESETS);
