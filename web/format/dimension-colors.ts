// The color of each dimension, wherever the page shows it. A new built-in dimension does not compile until it has one.
import { type DimensionId, isDimensionId, type ScoreId } from '../../src/contract/index.ts';

const DIMENSION_COLORS: Record<DimensionId, string> = {
  build: 'light-dark(#4a74a8, #7fa6d6)',
  tests: 'light-dark(#2c8f73, #58bd9f)',
  acceptance: 'light-dark(#7a8f2c, #a9bd58)',
  cross_tests: 'light-dark(#23747a, #5fb0b6)',
  lint: 'light-dark(#c08a2d, #d9ab57)',
  diff_scope: 'light-dark(#8c64ad, #b590d4)',
  speed: 'light-dark(#4b9ab5, #74bcd4)',
  cost: 'light-dark(#b26577, #d68fa0)',
  security: 'light-dark(#6d7480, #9aa2ae)',
  coverage: 'light-dark(#a0643a, #cf9468)',
};

const METRIC_COLORS = [
  'light-dark(#a3457f, #d37fb2)',
  'light-dark(#5560b8, #929ce0)',
  'light-dark(#4f8a3c, #86bd74)',
  'light-dark(#b5523b, #de8c78)',
];

/** `all` has every dimension of the run: the metrics among them get different colors, as far as there are some. */
export function dimensionColor(id: ScoreId, all: readonly { id: ScoreId }[]): string {
  if (isDimensionId(id)) return DIMENSION_COLORS[id];
  const position = all.filter((each) => !isDimensionId(each.id)).findIndex((each) => each.id === id);
  return METRIC_COLORS[Math.max(0, position) % METRIC_COLORS.length] ?? '';
}
