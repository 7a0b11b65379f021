// Contract: the result of an agent run (agent.json), and the events an agent reports while it works.
import { z } from 'zod';
import { countSchema, endedSchema } from '../check.ts';
import { storedFileSchema } from './capture.ts';
import { storedVersionSchema } from './stored-version.ts';

/** Null means the agent does not report it; it is never 0. */
const tokens = countSchema.nullable();

export const usageSchema = z.strictObject({
  /** All input, including input read from and written to the cache. */
  input_tokens: tokens,
  cached_input_tokens: tokens,
  /** All lifetimes together. */
  cache_write_tokens: tokens,
  /** Those written for one hour, which cost more; omitted if the agent does not tell them apart. */
  cache_write_1h_tokens: tokens.optional(),
  /** All output, including reasoning tokens. */
  output_tokens: tokens,
});
export type Usage = z.infer<typeof usageSchema>;

export const UNKNOWN_USAGE: Usage = {
  input_tokens: null,
  cached_input_tokens: null,
  cache_write_tokens: null,
  output_tokens: null,
};

/** Why Hydra stopped an agent that was still running. */
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

/**
 * How the attempt of an agent ended. Every kind but `finished` is a failed attempt. failed: the agent reported a failure
 * without a known cause. crashed: it ended by a signal or with an exit code other than 0.
 */
const ENDING_KINDS = [
  'finished',
  'failed_login',
  'time_limit',
  'idle_timeout',
  'start_timeout',
  'budget',
  'turn_limit',
  'usage_limit',
  'output_limit',
  'disk_limit',
  'cancelled',
  'failed',
  'crashed',
  'not_started',
] as const;
const endingKindSchema = z.enum(ENDING_KINDS);
export type EndingKind = z.infer<typeof endingKindSchema>;

export const agentEndingSchema = z.strictObject({
  kind: endingKindSchema,
  /** The setting, exit code or line of output that says why; null when nothing does. Untrusted text. */
  cause: z.string().nullable(),
});
export type AgentEnding = z.infer<typeof agentEndingSchema>;

const costUsd = z.number().nonnegative().nullable();
/** reported: the agent reported it. prices: computed from its tokens. unknown: neither. */
const costSourceSchema = z.enum(['reported', 'prices', 'unknown']);

export const agentRecordSchema = z.strictObject({
  schema_version: storedVersionSchema,
  /** The name of the candidate. */
  name: z.string().min(1),
  /** The id of the agent: claude, codex, ..., or a name under [agents]. */
  agent: z.string().min(1),
  tier: z.enum(['first_class', 'experimental', 'custom']),
  /** As requested; null for the agent's own default. */
  model: z.string().nullable(),
  /** The program and its arguments, with the task and the folders as placeholders. */
  command: z.array(z.string()),
  /** As the program prints it; null when it does not. */
  version: z.string().nullable(),
  ended: endedSchema,
  /** Null when Hydra did not stop it. */
  stopped: stopReasonSchema.nullable(),
  ending: agentEndingSchema,
  exit_code: z.number().int().nullable(),
  signal: z.string().nullable(),
  duration_ms: z.number().nonnegative(),
  /** The agent's own summary of its work; null when it gave none. */
  outcome: z.enum(['completed', 'failed']).nullable(),
  failure: z.string().nullable(),
  final_message: z.string().nullable(),
  usage: usageSchema,
  /** False when the agent was stopped before its final report: it used at least this much. */
  usage_is_final: z.boolean(),
  cost_usd: costUsd,
  cost_source: costSourceSchema,
  /** The models that it reported, sorted. */
  models: z.array(z.string()),
  tool_calls: countSchema,
  warnings: z.array(z.string()),
  left_behind: countSchema,
  stdout: storedFileSchema,
  stderr: storedFileSchema,
});
export type AgentRecord = z.infer<typeof agentRecordSchema>;

/** What an agent reports while it works, in one format for all agents. Each kind becomes an event of the run. */
export const AGENT_EVENT_SHAPES = {
  message: { text: z.string() },
  tool_call: { tool: z.string(), detail: z.string() },
  progress: { text: z.string() },
  /** Everything used so far. */
  usage: { usage: usageSchema, cost_usd: costUsd },
  completed: { text: z.string().nullable() },
  failed: { reason: z.string() },
} as const;
