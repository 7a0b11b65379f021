// The list of dimensions. A missing built-in one is a compile error.
import { type DimensionId, metricNames, type Policy } from '../../contract/index.ts';
import type { Dimension } from '../dimension.ts';
import { acceptance } from './acceptance.ts';
import { build } from './build.ts';
import { cost } from './cost.ts';
import { coverage } from './coverage.ts';
import { crossTests } from './cross-tests.ts';
import { diffScope } from './diff-scope.ts';
import { lint } from './lint.ts';
import { metricDimension } from './metric.ts';
import { security } from './security.ts';
import { speed } from './speed.ts';
import { tests } from './tests.ts';

export const DIMENSIONS: Record<DimensionId, Dimension> = {
  build,
  tests,
  acceptance,
  cross_tests: crossTests,
  lint,
  diff_scope: diffScope,
  speed,
  cost,
  security,
  coverage,
};

/** The built-in dimensions and the metrics of a policy, in order. */
export function dimensionsOf(policy: Policy): Dimension[] {
  const metrics = metricNames(policy).flatMap((name) => {
    const metric = policy.scoring.metrics[name];
    return metric === undefined ? [] : [metricDimension(name, metric)];
  });
  return [...Object.values(DIMENSIONS), ...metrics];
}
