// Contract: what an agent did in a race: how it ended, what it reported on the way, and what it claims about the tests.
import { z } from 'zod';
import { countSchema } from '../check.ts';
import { agentEndingSchema, agentRecordSchema } from '../files/agent.ts';

/** edit and test_run are tool calls whose purpose is known. output: plain text of an agent without a known format. */
const STORY_KINDS = ['message', 'tool_call', 'edit', 'test_run', 'output', 'warning', 'completed', 'failed'] as const;

const storyEntrySchema = z.strictObject({
  /** Since the agent started. */
  at_ms: z.number().nonnegative(),
  kind: z.enum(STORY_KINDS),
  /** The name of the tool; null unless it is a tool call. */
  tool: z.string().nullable(),
  /** At most 2,000 characters. */
  text: z.string(),
  /** Input and output tokens, and the cost, up to here; null if the agent had not reported them. */
  tokens: countSchema.nullable(),
  cost_usd: z.number().nonnegative().nullable(),
});
export type StoryEntry = z.infer<typeof storyEntrySchema>;

/** What the agent says about test results. */
const testClaimSchema = z.strictObject({
  /** message: its own words. output: the last test result in its output. */
  from: z.enum(['message', 'output']),
  text: z.string(),
  passed: countSchema.nullable(),
  failed: countSchema.nullable(),
});
export type TestClaim = z.infer<typeof testClaimSchema>;

export const agentStorySchema = agentRecordSchema
  .pick({
    ...{ agent: true, model: true, models: true, version: true },
    ...{ ended: true, stopped: true, exit_code: true, signal: true, duration_ms: true },
    ...{ outcome: true, failure: true, usage: true, usage_is_final: true, cost_usd: true, cost_source: true },
    ...{ tool_calls: true, warnings: true },
  })
  .extend({
    ending: agentEndingSchema,
    /** The first and the last ones, oldest first. */
    entries: z.array(storyEntrySchema),
    /** How many entries are missing, and after how many of `entries`; null if none is. */
    left_out: z.strictObject({ after: countSchema, count: countSchema }).nullable(),
    claims: z.array(testClaimSchema),
    stdout_bytes: countSchema,
    stderr_bytes: countSchema,
  });
export type AgentStory = z.infer<typeof agentStorySchema>;
