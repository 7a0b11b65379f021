// Contract: the log of a run, one event per line (events.jsonl).
import { z } from 'zod';
import { countSchema, endedSchema } from '../check.ts';
import { AGENT_EVENT_SHAPES, stopReasonSchema, usageSchema } from './agent.ts';
import { storedVersionSchema } from './stored-version.ts';

const stamp = {
  schema_version: storedVersionSchema,
  /** 1, 2, 3, ... within the run, so that a reader can resume after event N. */
  seq: z.number().int().positive(),
  at: z.iso.datetime(),
};
/** Null is the baseline. */
const subject = { candidate: z.string().nullable(), check: z.string() };
/** The name of the candidate that an agent works on. */
const racer = { candidate: z.string() };

const changes = { changed_files: countSchema, added_lines: countSchema, removed_lines: countSchema };

export const plantedFailureSchema = z.enum(['reported', 'not_reported']);
export type PlantedFailure = z.infer<typeof plantedFailureSchema>;

export const eventSchema = z.discriminatedUnion('type', [
  z.strictObject({ ...stamp, type: z.literal('run_started'), run_id: z.string(), candidates: z.array(z.string()) }),
  z.strictObject({
    ...stamp,
    type: z.literal('race_started'),
    run_id: z.string(),
    task: z.string(),
    agents: z.array(z.strictObject({ ...racer, agent: z.string(), model: z.string().nullable() })),
  }),
  z.strictObject({ ...stamp, type: z.literal('race_warning'), text: z.string() }),
  z.strictObject({ ...stamp, type: z.literal('agent_started'), ...racer, version: z.string().nullable() }),
  z.strictObject({ ...stamp, type: z.literal('agent_message'), ...racer, ...AGENT_EVENT_SHAPES.message }),
  z.strictObject({ ...stamp, type: z.literal('agent_tool_call'), ...racer, ...AGENT_EVENT_SHAPES.tool_call }),
  z.strictObject({ ...stamp, type: z.literal('agent_progress'), ...racer, ...AGENT_EVENT_SHAPES.progress }),
  z.strictObject({ ...stamp, type: z.literal('agent_usage'), ...racer, ...AGENT_EVENT_SHAPES.usage }),
  z.strictObject({ ...stamp, type: z.literal('agent_completed'), ...racer, ...AGENT_EVENT_SHAPES.completed }),
  z.strictObject({ ...stamp, type: z.literal('agent_failed'), ...racer, ...AGENT_EVENT_SHAPES.failed }),
  z.strictObject({ ...stamp, type: z.literal('agent_warning'), ...racer, text: z.string() }),
  /** The working tree compared with the base while the agent works. Only for progress, never a result. */
  z.strictObject({ ...stamp, type: z.literal('agent_changes'), ...racer, ...changes }),
  z.strictObject({
    ...stamp,
    type: z.literal('agent_finished'),
    ...racer,
    ended: endedSchema,
    stopped: stopReasonSchema.nullable(),
    exit_code: z.number().int().nullable(),
    /** The signal that ended it; omitted if none did. */
    signal: z.string().optional(),
    duration_ms: z.number().nonnegative(),
    usage: usageSchema,
    cost_usd: z.number().nonnegative().nullable(),
    /** Files that differ from the base. */
    changed_files: countSchema,
    added_lines: countSchema,
    removed_lines: countSchema,
  }),
  z.strictObject({
    ...stamp,
    type: z.literal('check_started'),
    ...subject,
    /** Why this execution is needed. */
    reason: z.string(),
  }),
  /** Tests started or finished in the output so far. Only for progress, never a result. */
  z.strictObject({ ...stamp, type: z.literal('check_progress'), ...subject, tests_seen: countSchema }),
  z.strictObject({
    ...stamp,
    type: z.literal('check_finished'),
    ...subject,
    ended: endedSchema,
    exit_code: z.number().int().nullable(),
    duration_ms: z.number().nonnegative(),
    from_cache: z.boolean(),
    /** Only for a run that must fail: whether a failing test that Hydra added is among its results. */
    planted_failure: plantedFailureSchema.optional(),
  }),
  /** A note about the whole run for its reader. */
  z.strictObject({ ...stamp, type: z.literal('note'), text: z.string() }),
  /** The last event of a run that failed; an interrupted or killed run has none. */
  z.strictObject({ ...stamp, type: z.literal('run_failed'), code: z.string(), message: z.string(), next: z.string() }),
  z.strictObject({ ...stamp, type: z.literal('run_finished'), winner: z.string().nullable() }),
]);
export type HydraEvent = z.infer<typeof eventSchema>;
