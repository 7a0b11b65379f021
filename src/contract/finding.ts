// Contract: findings of lint, security and integrity checks.
import { z } from 'zod';
import { severitySchema } from './check.ts';

export const lintFindingSchema = z.strictObject({
  path: z.string().nullable(),
  line: z.number().int().positive().nullable(),
  rule: z.string().nullable(),
  severity: z.enum(['error', 'warning']),
  message: z.string(),
});
export type LintFinding = z.infer<typeof lintFindingSchema>;

export const advisorySeveritySchema = z.enum(['critical', 'high', 'moderate', 'low', 'unknown']);
export type AdvisorySeverity = z.infer<typeof advisorySeveritySchema>;

export const advisorySchema = z.strictObject({
  id: z.string(),
  package: z.string().nullable(),
  version: z.string().nullable(),
  severity: advisorySeveritySchema,
  title: z.string(),
});
export type Advisory = z.infer<typeof advisorySchema>;

export const placeSchema = z.strictObject({
  path: z.string(),
  start_line: z.number().int().positive().nullable(),
  end_line: z.number().int().positive().nullable(),
});
export type Place = z.infer<typeof placeSchema>;

/** A finding about a candidate that a reviewer should know before merging it. */
export const integrityFindingSchema = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9_]*$/),
  severity: severitySchema,
  message: z.string(),
  place: placeSchema.nullable(),
  how_to_allow: z.string().nullable(),
});
export type IntegrityFinding = z.infer<typeof integrityFindingSchema>;
