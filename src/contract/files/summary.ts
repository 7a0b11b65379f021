// Contract: the parsed results of a capture. Parsers produce them; nothing here interprets them.
import { z } from 'zod';
import { countSchema, precisionSchema } from '../check.ts';
import { advisorySchema, lintFindingSchema } from './finding.ts';
import { storedVersionSchema } from './stored-version.ts';

export const testStatusSchema = z.enum(['passed', 'failed', 'skipped']);
export type TestStatus = z.infer<typeof testStatusSchema>;

/** Parsers shorten longer messages. */
export const MAX_MESSAGE_LENGTH = 1000;

export const testResultSchema = z.strictObject({
  id: z.string(),
  status: testStatusSchema,
  /** What the runner says about a failure: a few lines without colors and stack frames. Untrusted text. */
  message: z.string().max(MAX_MESSAGE_LENGTH).optional(),
  /** Where it failed, as the runner writes it: relative to the checkout, or the name of a file without its folder. */
  file: z.string().optional(),
  line: countSchema.optional(),
  duration_ms: countSchema.optional(),
});
export type TestResult = z.infer<typeof testResultSchema>;
/** What a runner may say about a result besides its name and status. */
export type TestDetails = Omit<TestResult, 'id' | 'status'>;

const readingSchema = z.strictObject({
  schema_version: storedVersionSchema,
  /**
   * What was recognised, sorted and joined by "+": the parsers, and for formats that several tools share also the tools that
   * the report names ("biome+rdjson"); "none" when nothing was recognised.
   */
  parser: z.string(),
  precision: precisionSchema,
  /** Why the precision is not exact, in sentences; empty when it is. */
  notes: z.array(z.string()),
});

const testSummarySchema = readingSchema.extend({
  kind: z.literal('test'),
  /** failed includes errored and cancelled; skipped includes todo, pending, disabled and xfailed. */
  passed: countSchema,
  failed: countSchema,
  skipped: countSchema,
  total: countSchema,
  tests: z.array(testResultSchema),
});
export type TestSummary = z.infer<typeof testSummarySchema>;

const lintSummarySchema = readingSchema.extend({
  kind: z.literal('lint'),
  errors: countSchema,
  warnings: countSchema,
  findings: z.array(lintFindingSchema),
});
export type LintSummary = z.infer<typeof lintSummarySchema>;

const securitySummarySchema = readingSchema.extend({
  kind: z.literal('security'),
  total: countSchema,
  advisories: z.array(advisorySchema),
});
export type SecuritySummary = z.infer<typeof securitySummarySchema>;

export const summarySchema = z.discriminatedUnion('kind', [testSummarySchema, lintSummarySchema, securitySummarySchema]);
export type Summary = z.infer<typeof summarySchema>;
