// Room contract: what the page and other programs ask the local server for. docs/openapi.json is generated from it.
import { z } from 'zod';
import { countSchema, endedSchema } from './check.ts';
import { decisionSchema, mergeStrategySchema } from './decision.ts';
import { factsSchema } from './facts.ts';
import { runSchema } from './run.ts';
import { firmnessSchema, scorecardSchema } from './scorecard.ts';

export const runStateSchema = z.enum(['finished', 'running', 'interrupted', 'unreadable']);

/** One line of the history. */
export const runEntrySchema = z.strictObject({
  id: z.string(),
  state: runStateSchema,
  task: z.string().nullable(),
  base: z.string(),
  started_at: z.string().nullable(),
  winner: z.string().nullable(),
  firmness: firmnessSchema.nullable(),
  /** In the order of their rank once it is known. */
  candidates: z.array(z.strictObject({ name: z.string(), total: z.number().nullable(), mergeable: z.boolean().nullable() })),
  merge_of: runSchema.shape.merge_of.unwrap(),
});
export type RunEntry = z.infer<typeof runEntrySchema>;

export const captureEntrySchema = z.strictObject({
  /** Null is the baseline. */
  candidate: z.string().nullable(),
  check: z.string(),
  command: z.string(),
  ended: endedSchema,
  exit_code: z.number().int().nullable(),
  duration_ms: z.number(),
  from_cache: z.boolean(),
  stdout_bytes: countSchema,
  stderr_bytes: countSchema,
});
export type CaptureEntry = z.infer<typeof captureEntrySchema>;

export const runDetailSchema = z.strictObject({
  id: z.string(),
  state: runStateSchema,
  run: runSchema,
  /** Null while the run is not finished. */
  scorecard: scorecardSchema.nullable(),
  facts: factsSchema.nullable(),
  decisions: z.array(decisionSchema),
  captures: z.array(captureEntrySchema),
});
export type RunDetail = z.infer<typeof runDetailSchema>;

export const logMatchesSchema = z.strictObject({
  /** Where in the file each match begins, in bytes. */
  offsets: z.array(countSchema),
  /** Where to go on searching; null when the end was reached. */
  next: countSchema.nullable(),
});
export type LogMatches = z.infer<typeof logMatchesSchema>;

export const mergeQuestionSchema = z.strictObject({
  candidate: z.string().nullable(),
  onto: z.string().min(1).nullable(),
  strategy: mergeStrategySchema,
  /** True: say what would happen, change nothing. */
  dry_run: z.boolean(),
  /** Why gates are to be passed over; null when they are not. */
  force_reason: z.string().min(1).nullable(),
});
export type MergeQuestion = z.infer<typeof mergeQuestionSchema>;

const refusalSchema = z.strictObject({ code: z.string(), message: z.string(), next: z.string() });

export const mergeAnswerSchema = z.strictObject({
  run_id: z.string(),
  candidate: z.string(),
  strategy: mergeStrategySchema,
  target: z.strictObject({ branch: z.string(), from: z.string().nullable(), is_checked_out: z.boolean() }),
  has_moved: z.boolean(),
  files: z.array(z.strictObject({ path: z.string(), added: countSchema, removed: countSchema })),
  check: z.strictObject({ run_id: z.string(), failed_gates: z.array(z.string()) }).nullable(),
  /** What stands in the way; empty when the merge can be made. */
  refusals: z.array(refusalSchema),
  /** The new commit of the target; null when nothing was changed. */
  merged: z.string().nullable(),
});
export type MergeAnswer = z.infer<typeof mergeAnswerSchema>;

/** The body of every answer that is not a success. */
export const apiErrorSchema = z.strictObject({ error: refusalSchema });
export type ApiError = z.infer<typeof apiErrorSchema>;
