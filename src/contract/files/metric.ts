// Contract: metrics of the user, [scoring.metrics.NAME]: how a number is measured and in which direction it is better.
import { z } from 'zod';

/** The id of its dimension in results. Like the built-in ones, it is a name in formulas; every object has a `constructor`. */
export const metricNameSchema = z.string().regex(/^(?!constructor$)[a-z][a-z0-9_]{0,23}$/);

const MAX_REPEAT = 25;
const MAX_UNIT_LENGTH = 16;

export const metricInFileSchema = z.strictObject({
  /** Prints the number on standard output. */
  command: z.string().min(1),
  /** `json: $.path`, `regex: PATTERN` or `last number`; see parseMetricRead. */
  read: z.string().min(1),
  better: z.enum(['lower', 'higher']),
  weight: z.number().min(0).max(1_000_000),
  /** A change of at most this percentage of the base's value counts as none. */
  tolerance_percent: z.number().min(0).max(100).optional(),
  /** For people only. */
  unit: z.string().max(MAX_UNIT_LENGTH).optional(),
  /** The median of this many runs counts. With more than one, nothing else runs at the same time. */
  repeat: z.number().int().min(1).max(MAX_REPEAT).optional(),
});

const { tolerance_percent, unit, repeat } = metricInFileSchema.shape;
export const metricSchema = metricInFileSchema.extend({
  tolerance_percent: tolerance_percent.unwrap().default(0),
  unit: unit.unwrap().default(''),
  repeat: repeat.unwrap().default(1),
});
export type Metric = z.infer<typeof metricSchema>;

/** Sums and differences of values stay exact enough, and finite. */
export const MAX_METRIC_VALUE = 1e15;
export const metricValueSchema = z.number().min(-MAX_METRIC_VALUE).max(MAX_METRIC_VALUE);

/** The middle value, or the mean of the two in the middle; null without values. */
export function medianOf(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [upper, lower] = [sorted[middle], sorted[sorted.length % 2 === 0 ? middle - 1 : middle]];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
}
