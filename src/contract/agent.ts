// How an agent's work on a task went (agent.json), and the words for what it reports while it works.
import { z } from 'zod';
import { storedFileSchema } from './capture.ts';
import { countSchema, endedSchema } from './check.ts';
import { storedVersionSchema } from './stored-version.ts';

/** Null is "the agent does not say", which is never 0. */
const tokens = countSchema.nullable();

export const usageSchema = z.strictObject({
  /** All that went in, with what came from the cache and what was written to it. */
  input_tokens: tokens,
  cached_input_tokens: tokens,
  cache_write_tokens: tokens,
  /** All that came out, with what was only thought. */
  output_tokens: tokens,
});
export type Usage = z.infer<typeof usageSchema>;

export const UNKNOWN_USAGE: Usage = {
  input_tokens: null,
  cached_input_tokens: null,
  cache_write_tokens: null,
  output_tokens: null,
};

/** Why Hydra ended an agent that would have gone on. */
export const stopReasonSchema = z.enum([
  'start_timeout',
  'idle_timeout',
  'timeout',
  'agent_budget_usd',
  'agent_budget_tokens',
  'budget_usd',
  'budget_tokens',
  'output_limit',
  'disk_limit',
  'cancelled',
]);
export type StopReason = z.infer<typeof stopReasonSchema>;

const costUsd = z.number().nonnegative().nullable();
/** reported: the agent said it. prices: worked out from its tokens. unknown: neither. */
const costSourceSchema = z.enum(['reported', 'prices', 'unknown']);

export const agentRecordSchema = z.strictObject({
  schema_version: storedVersionSchema,
  /** The name of the candidate. */
  name: z.string().min(1),
  /** The id of the agent: claude, codex, ..., or a name under [agents]. */
  agent: z.string().min(1),
  tier: z.enum(['first_class', 'experimental', 'custom']),
  /** As it was asked for; null for the agent's own choice. */
  model: z.string().nullable(),
  /** The program and its arguments, with the task and the folders as placeholders. */
  command: z.array(z.string()),
  /** As the program says it; null when it does not. */
  version: z.string().nullable(),
  ended: endedSchema,
  /** Null when Hydra did not end it. */
  stopped: stopReasonSchema.nullable(),
  exit_code: z.number().int().nullable(),
  signal: z.string().nullable(),
  duration_ms: z.number().nonnegative(),
  /** What the agent itself said about its work; null when it said nothing. */
  outcome: z.enum(['completed', 'failed']).nullable(),
  failure: z.string().nullable(),
  final_message: z.string().nullable(),
  usage: usageSchema,
  /** False when the agent was ended before it could say all: it used at least this much. */
  usage_is_final: z.boolean(),
  cost_usd: costUsd,
  cost_source: costSourceSchema,
  /** The models that it named, sorted. */
  models: z.array(z.string()),
  tool_calls: countSchema,
  warnings: z.array(z.string()),
  left_behind: countSchema,
  stdout: storedFileSchema,
  stderr: storedFileSchema,
});
export type AgentRecord = z.infer<typeof agentRecordSchema>;

/** What an agent reports while it works, in the same words for all of them. Each kind becomes an event of the run. */
export const AGENT_EVENT_SHAPES = {
  message: { text: z.string() },
  tool_call: { tool: z.string(), detail: z.string() },
  progress: { text: z.string() },
  /** Everything used so far. */
  usage: { usage: usageSchema, cost_usd: costUsd },
  completed: { text: z.string().nullable() },
  failed: { reason: z.string() },
} as const;
