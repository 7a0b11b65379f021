// Contract: the dimensions, in the order in which they are shown, summed and used to break ties.
import { z } from 'zod';

export const DIMENSION_IDS = [
  'build',
  'tests',
  'acceptance',
  'cross_tests',
  'lint',
  'diff_scope',
  'speed',
  'cost',
  'security',
  'coverage',
] as const;
export const dimensionIdSchema = z.enum(DIMENSION_IDS);
export type DimensionId = z.infer<typeof dimensionIdSchema>;

export type Weights = Record<DimensionId, number>;
