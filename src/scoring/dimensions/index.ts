// The list of dimensions. A missing one is a compile error.
import type { DimensionId } from '../../contract/index.ts';
import type { Dimension } from '../dimension.ts';
import { acceptance } from './acceptance.ts';
import { build } from './build.ts';
import { cost } from './cost.ts';
import { coverage } from './coverage.ts';
import { crossTests } from './cross-tests.ts';
import { diffScope } from './diff-scope.ts';
import { lint } from './lint.ts';
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
