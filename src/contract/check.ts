// Contract: the checks that Hydra runs, and the precision of their parsed results.
import { z } from 'zod';

/** The checks that scoring reads. */
export const CHECK_IDS = ['build', 'test', 'lint', 'security'] as const;
const checkIdSchema = z.enum(CHECK_IDS);
export type CheckId = z.infer<typeof checkIdSchema>;

/** What a command is run for: a check, or a metric of the user. */
export const checkKindSchema = z.enum([...CHECK_IDS, 'metric']);
export type CheckKind = z.infer<typeof checkKindSchema>;

/** How a command ended: on its own, stopped at a limit, or never started. lost: the machines that ran it disappeared. */
export const endedSchema = z.enum([
  'exited',
  'timed_out',
  'output_limit',
  'disk_limit',
  'memory_limit',
  'process_limit',
  'not_started',
  'interrupted',
  'lost',
]);
export type Ended = z.infer<typeof endedSchema>;

/**
 * How reliable a summary is.
 * exact: every result has a name, and they agree with the tool's own totals and exit code.
 * totals: only the totals are known. exit-code: only the exit code could be used.
 * inconsistent: the output contradicts itself. none: no results found.
 */
export const precisionSchema = z.enum(['exact', 'totals', 'exit-code', 'inconsistent', 'none']);
export type Precision = z.infer<typeof precisionSchema>;

/** The precisions that count as a measurement: inconsistent or missing results never do. */
export const measuredPrecisionSchema = precisionSchema.extract(['exact', 'totals', 'exit-code']);

export const severitySchema = z.enum(['info', 'warning', 'error']);
export type Severity = z.infer<typeof severitySchema>;

/** A count; never a placeholder for "unknown". */
export const countSchema = z.number().int().nonnegative();
