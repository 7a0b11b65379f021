// Contract: what the finished runs of a repository say about each agent.
import { z } from 'zod';
import { countSchema } from '../check.ts';

/** A share with its Wilson interval at 95%. */
const rateSchema = z.strictObject({ value: z.number(), low: z.number(), high: z.number() });
export type Rate = z.infer<typeof rateSchema>;

const usd = z.number().nonnegative();

export const agentStatisticsSchema = z.strictObject({
  /** The id of the agent, or the name of a candidate that Hydra did not make. */
  agent: z.string(),
  /** Null if the agent used its default and did not report it. */
  model: z.string().nullable(),
  runs: countSchema,
  /** Candidates: more than runs if an agent took part several times in one. */
  attempts: countSchema,
  wins: countSchema,
  mergeable: countSchema,
  /** Attempts with an integrity finding of severity error. */
  caught: countSchema,
  win_rate: rateSchema,
  mergeable_rate: rateSchema,
  /** Fewer than ten attempts: the intervals are too wide to compare agents. */
  too_few_runs: z.boolean(),
  /** Null if no attempt has one. */
  median_total: z.number().nullable(),
  median_duration_ms: z.number().nullable(),
  cost: z.strictObject({
    /** Attempts whose cost is known: reported by the agent, or estimated from its tokens. The others are left out below. */
    reported: countSchema,
    estimated: countSchema,
    unknown: countSchema,
    total_usd: usd.nullable(),
    /** The cost of all attempts with a known cost, divided by those of them that are mergeable; null if none is. */
    per_mergeable_usd: usd.nullable(),
    per_win_usd: usd.nullable(),
  }),
  /** Tasks on one base that the agent tried several times; null if there is none. */
  repeated: z
    .strictObject({
      tasks: countSchema,
      /** Tasks with mergeable and other results. */
      flips: countSchema,
      /** The chance that k attempts at one task are all mergeable, over the tasks with at least k attempts. */
      pass: z.array(z.strictObject({ k: countSchema, tasks: countSchema, value: z.number() })),
    })
    .nullable(),
});
export type AgentStatistics = z.infer<typeof agentStatisticsSchema>;

/** One candidate of a finished run. */
export const attemptEntrySchema = z.strictObject({
  run: z.string(),
  started_at: z.string(),
  /** The name of the candidate in its run. */
  candidate: z.string(),
  agent: z.string(),
  model: z.string().nullable(),
  /** won: the only winner. lost: mergeable, but not the only winner. out: not mergeable. */
  result: z.enum(['won', 'lost', 'out']),
  /** Whether it has an integrity finding of severity error. */
  caught: z.boolean(),
  total: z.number().nullable(),
  duration_ms: z.number().nonnegative().nullable(),
  /** Null means unknown, which is never 0. */
  cost_usd: usd.nullable(),
});
export type AttemptEntry = z.infer<typeof attemptEntrySchema>;
