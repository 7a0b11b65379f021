// Room contract: what happened in a run, line by line, as it happened (events.jsonl).
import { z } from 'zod';
import { countSchema, endedSchema } from './check.ts';
import { SCHEMA_VERSION } from './version.ts';

const stamp = {
  schema_version: z.literal(SCHEMA_VERSION),
  /** 1, 2, 3, ... within the run: a reader that saw N asks for what follows N. */
  seq: z.number().int().positive(),
  at: z.iso.datetime(),
};
/** Null is the baseline. */
const subject = { candidate: z.string().nullable(), check: z.string() };

export const eventSchema = z.discriminatedUnion('type', [
  z.strictObject({ ...stamp, type: z.literal('run_started'), run_id: z.string(), candidates: z.array(z.string()) }),
  z.strictObject({ ...stamp, type: z.literal('check_started'), ...subject }),
  /** Tests that have begun or ended, in the output so far: for people who watch, no result. */
  z.strictObject({ ...stamp, type: z.literal('check_progress'), ...subject, tests_seen: countSchema }),
  z.strictObject({
    ...stamp,
    type: z.literal('check_finished'),
    ...subject,
    ended: endedSchema,
    exit_code: z.number().int().nullable(),
    duration_ms: z.number().nonnegative(),
    from_cache: z.boolean(),
  }),
  /** Something about the run as a whole that its reader should know. */
  z.strictObject({ ...stamp, type: z.literal('note'), text: z.string() }),
  z.strictObject({ ...stamp, type: z.literal('run_finished'), winner: z.string().nullable() }),
]);
export type HydraEvent = z.infer<typeof eventSchema>;
