// Contract: the dimensions, in the order in which they are shown and summed. Metrics of the user come after the built-in
// ones, sorted by name.
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
const dimensionIdSchema = z.enum(DIMENSION_IDS);
export type DimensionId = z.infer<typeof dimensionIdSchema>;

/** The id of a dimension in results: a built-in one, or the name of a metric, which is never that of a built-in one. */
export type ScoreId = string;

export function isDimensionId(id: ScoreId): id is DimensionId {
  return (DIMENSION_IDS as readonly string[]).includes(id);
}

/** Has a weight for every dimension and metric. */
export type Weights = Record<DimensionId, number> & Record<ScoreId, number>;
