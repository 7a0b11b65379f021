// Contract: the data of a report file: one run with everything the page shows.
import { z } from 'zod';
import { agentStorySchema } from '../api/agent-story.ts';
import { runDetailSchema, runEntrySchema } from '../api/api.ts';
import { executionEntrySchema } from '../api/execution.ts';
import { countSchema } from '../check.ts';

/** The id of the script element that contains the data as JSON. */
export const REPORT_ELEMENT = 'hydra-data';

const reportLogSchema = z.strictObject({
  run: z.string(),
  /** Null is the baseline. */
  candidate: z.string().nullable(),
  check: z.string(),
  stream: z.enum(['stdout', 'stderr']),
  /** Size of the captured log. */
  bytes: countSchema,
  /** The end of the log. */
  text: z.string(),
});
export type ReportLog = z.infer<typeof reportLogSchema>;

export const reportFileSchema = z.strictObject({
  entries: z.array(runEntrySchema),
  details: z.array(runDetailSchema),
  /** By candidate. Patches that are too large are omitted. */
  patches: z.record(z.string(), z.string()),
  logs: z.array(reportLogSchema),
  executions: z.array(executionEntrySchema),
  /** By candidate; only those that an agent made. Stories that are too large are omitted. */
  agents: z.record(z.string(), agentStorySchema),
});
export type ReportFile = z.infer<typeof reportFileSchema>;
