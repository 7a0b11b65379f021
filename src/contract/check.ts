// The checks Hydra knows, and the words for how sure a reading is.
import { z } from 'zod';

/** The checks that scoring reads. */
export const CHECK_IDS = ['build', 'test', 'lint', 'security'] as const;
export const checkIdSchema = z.enum(CHECK_IDS);
export type CheckId = z.infer<typeof checkIdSchema>;

/** How a command came to its end: by itself, or stopped for what it used up, or never begun. */
export const endedSchema = z.enum(['exited', 'timed_out', 'output_limit', 'disk_limit', 'not_started', 'interrupted']);
export type Ended = z.infer<typeof endedSchema>;

/**
 * How far a summary can be believed.
 * exact: every result by name, in agreement with the tool's own totals and exit code.
 * totals: only the totals are known. exit-code: nothing readable but the exit code.
 * inconsistent: what was read disagrees with itself. none: nothing to read.
 */
export const precisionSchema = z.enum(['exact', 'totals', 'exit-code', 'inconsistent', 'none']);
export type Precision = z.infer<typeof precisionSchema>;

/** The precisions a number may rest on: what is inconsistent or empty is never a measurement. */
export const measuredPrecisionSchema = precisionSchema.extract(['exact', 'totals', 'exit-code']);

export const severitySchema = z.enum(['info', 'warning', 'error']);
export type Severity = z.infer<typeof severitySchema>;

/** How many of something; never a stand-in for "unknown". */
export const countSchema = z.number().int().nonnegative();
