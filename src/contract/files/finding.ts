// Contract: findings of lint, security and integrity checks.
import { z } from 'zod';
import { severitySchema } from '../check.ts';

export const lintFindingSchema = z.strictObject({
  path: z.string().nullable(),
  line: z.number().int().positive().nullable(),
  rule: z.string().nullable(),
  severity: z.enum(['error', 'warning']),
  message: z.string(),
});
export type LintFinding = z.infer<typeof lintFindingSchema>;

const advisorySeveritySchema = z.enum(['critical', 'high', 'moderate', 'low', 'unknown']);
export type AdvisorySeverity = z.infer<typeof advisorySeveritySchema>;

export const advisorySchema = z.strictObject({
  id: z.string(),
  package: z.string().nullable(),
  version: z.string().nullable(),
  severity: advisorySeveritySchema,
  title: z.string(),
});
export type Advisory = z.infer<typeof advisorySchema>;

const placeSchema = z.strictObject({
  path: z.string(),
  start_line: z.number().int().positive().nullable(),
  end_line: z.number().int().positive().nullable(),
});
export type Place = z.infer<typeof placeSchema>;

/** Changed lines of one file. A removed line exists only on the old side, which is the base's version. */
const diffPlaceSchema = z.strictObject({
  path: z.string(),
  side: z.enum(['new', 'old']),
  start_line: z.number().int().positive().nullable(),
  end_line: z.number().int().positive().nullable(),
});
export type DiffPlace = z.infer<typeof diffPlaceSchema>;

/** A finding about a candidate that a reviewer should know before merging it. */
export const integrityFindingSchema = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9_]*$/),
  severity: severitySchema,
  message: z.string(),
  place: placeSchema.nullable(),
  how_to_allow: z.string().nullable(),
  /** The ids of the tests that it is about, at most 100; omitted when it is about none. */
  tests: z.array(z.string()).optional(),
  /** The changed lines that show it, at most 20; omitted when there are none. */
  places: z.array(diffPlaceSchema).optional(),
  /** The check whose log shows it; omitted when there is none. */
  check: z.string().optional(),
});
export type IntegrityFinding = z.infer<typeof integrityFindingSchema>;

/** Findings that no integrity rule makes; settings name them like those of a rule. */
export const OTHER_FINDINGS: readonly { id: string; scope: 'file' | 'run' }[] = [
  { id: 'protected_path', scope: 'file' },
  { id: 'flaky_on_candidate', scope: 'run' },
  { id: 'flaky_new_tests', scope: 'run' },
  { id: 'change_not_tested', scope: 'run' },
  { id: 'no_effect', scope: 'run' },
  { id: 'changes_answers', scope: 'run' },
];
