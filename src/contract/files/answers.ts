// Contract: what the base and the candidates return for calls that no test makes.
import { z } from 'zod';
import { countSchema } from '../check.ts';

/**
 * Where a call is from, in the order in which they are chosen.
 * example: an example in the task's text. new_test: a test that a candidate adds or changes. acceptance: a test of the user.
 * base_test: a test of the base that executes changed lines. author: an input that a test author asked for.
 */
export const PROBE_SOURCES = ['example', 'author', 'new_test', 'acceptance', 'base_test'] as const;
const probeSourceSchema = z.enum(PROBE_SOURCES);
export type ProbeSource = z.infer<typeof probeSourceSchema>;

/** A call with literal arguments. */
const probeSchema = z.strictObject({
  /** Unique within the run and equal for equal calls, so that a decision about it survives another run: a hash of the call. */
  id: z.string().min(1),
  /** The call as source code, for example `slug("a b")`. */
  call: z.string().min(1),
  /** The language of the call. */
  language: z.string().min(1),
  /** The file of the base or of a candidate that defines what is called; null when unknown. */
  path: z.string().nullable(),
  source: probeSourceSchema,
  /** Whether an argument differs from the call of the source. */
  is_changed: z.boolean(),
});
export type Probe = z.infer<typeof probeSchema>;

/** The generated file that evaluates the calls, and its place in the checkout. */
export const probeFileSchema = z.strictObject({
  files: z.array(z.strictObject({ path: z.string().min(1), text: z.string() })),
  probes: z.array(probeSchema),
});
export type ProbeFile = z.infer<typeof probeFileSchema>;

const answerProbeSchema = probeSchema.extend({
  /** In canonical form; null when the base gives no stable answer. */
  base: z.string().nullable(),
  /** By the name of the candidate; one without a stable answer is not listed. */
  answers: z.record(z.string(), z.string()),
  /** The answers that a user called right; empty if the user does not know. Omitted when nobody was asked. */
  right: z.array(z.string()).optional(),
});
export type AnswerProbe = z.infer<typeof answerProbeSchema>;

/**
 * An answer in canonical form is source code of the language with sorted keys and floats of at most 12 digits, or
 * `raises CLASS` for an error.
 */
export const answersSchema = z.strictObject({
  /** In the order in which they were chosen. */
  probes: z.array(answerProbeSchema),
  /** Calls that are not listed because a tree answered differently the second time. */
  unstable: countSchema,
  /** Why there are no answers of a candidate, by name; omitted when all of those asked answered. */
  unanswered: z.record(z.string(), z.string()).optional(),
});
export type Answers = z.infer<typeof answersSchema>;

/** A line that the generated file appends while it evaluates the calls. */
export const answerLineSchema = z.union([
  z.object({ id: z.string(), pass: z.literal([1, 2]), answer: z.string() }),
  z.object({ begin: z.string(), pass: z.literal([1, 2]) }),
]);
export type AnswerLine = z.infer<typeof answerLineSchema>;
