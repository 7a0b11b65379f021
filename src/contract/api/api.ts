// Requests and responses of the local server. docs/openapi.json is generated from them.
import { z } from 'zod';
import { countSchema, endedSchema } from '../check.ts';
import { agentEndingSchema, agentRecordSchema } from '../files/agent.ts';
import { decisionSchema, mergeStrategySchema } from '../files/decision.ts';
import { factsSchema } from '../files/facts.ts';
import { runSchema } from '../files/run.ts';
import { firmnessSchema, scorecardSchema, verdictSchema } from '../files/scorecard.ts';
import type { Named } from '../named.ts';
import { queueStateSchema } from './queue-state.ts';

const refusalSchema = z.strictObject({ code: z.string(), message: z.string(), next: z.string() });

/** `problem` says why a failed or interrupted run has no result, and what to do. */
const runStatus = {
  state: z.enum(['finished', 'running', 'failed', 'interrupted', 'unreadable']),
  problem: refusalSchema.nullable(),
};
export type RunStatus = z.infer<z.ZodObject<typeof runStatus>>;

/** One line of the history. */
export const runEntrySchema = z.strictObject({
  id: z.string(),
  ...runStatus,
  task: z.string().nullable(),
  base: z.string(),
  started_at: z.string().nullable(),
  winner: z.string().nullable(),
  /** Null while the run is not finished. */
  verdict: verdictSchema.nullable(),
  firmness: firmnessSchema.nullable(),
  /** In the order of their rank once there is one. */
  candidates: z.array(z.strictObject({ name: z.string(), total: z.number().nullable(), mergeable: z.boolean().nullable() })),
  merge_of: runSchema.shape.merge_of,
  /** The last merge of the run; omitted if there is none. */
  merged: z.strictObject({ candidate: z.string(), branch: z.string() }).optional(),
  /** In blind mode, until a candidate is picked: names are letters, and there are no totals and no verdict. */
  blind: z.literal(true).optional(),
});
export type RunEntry = z.infer<typeof runEntrySchema>;

const captureEntrySchema = z.strictObject({
  /** Null is the baseline. */
  candidate: z.string().nullable(),
  check: z.string(),
  command: z.string(),
  ended: endedSchema,
  exit_code: z.number().int().nullable(),
  /** The signal that ended it; omitted if none did. */
  signal: z.string().optional(),
  duration_ms: z.number(),
  from_cache: z.boolean(),
  stdout_bytes: countSchema,
  stderr_bytes: countSchema,
});
export type CaptureEntry = z.infer<typeof captureEntrySchema>;

const runDetailObject = z.strictObject({
  id: z.string(),
  ...runStatus,
  run: runSchema,
  /** Null while the run is not finished. */
  scorecard: scorecardSchema.nullable(),
  facts: factsSchema.nullable(),
  decisions: z.array(decisionSchema),
  captures: z.array(captureEntrySchema),
});
export interface RunDetailSchema extends Named<typeof runDetailObject> {}
export const runDetailSchema: RunDetailSchema = runDetailObject;
export type RunDetail = z.infer<typeof runDetailSchema>;

/** A run whose names and scores are hidden. */
export const blindRunSchema = z.strictObject({
  id: z.string(),
  state: runStatus.state,
  task: z.string().nullable(),
  base: z.string(),
  started_at: z.string(),
  /** In the order of a hash; empty while the run is not finished. */
  candidates: z.array(
    z.strictObject({ name: z.string(), mergeable: z.boolean(), files: countSchema, added: countSchema, removed: countSchema }),
  ),
});
export type BlindRun = z.infer<typeof blindRunSchema>;

/** The letter of a candidate in a blind run. */
export const pickRequestSchema = z.strictObject({ candidate: z.string().min(1) });
export type PickRequestBody = z.infer<typeof pickRequestSchema>;

/** The name of the candidate. */
export const pickResponseSchema = z.strictObject({ run_id: z.string(), candidate: z.string() });
export type PickResponseBody = z.infer<typeof pickResponseSchema>;

export const logMatchesSchema = z.strictObject({
  /** Where in the file each match begins, in bytes. */
  offsets: z.array(countSchema),
  /** Where to continue searching; null at the end of the file. */
  next: countSchema.nullable(),
});
export type LogMatches = z.infer<typeof logMatchesSchema>;

export const mergeRequestSchema = z.strictObject({
  candidate: z.string().nullable(),
  onto: z.string().min(1).nullable(),
  strategy: mergeStrategySchema,
  /** The name of a new branch on the base to create instead; `onto` is not used then. Null or missing merges into the target. */
  to_branch: z.string().min(1).max(250).nullable().optional(),
  /** Title, empty line and body of the commit; null or missing uses the default of the preview. The trailers are appended. */
  message: z.string().regex(/\S/, 'a message has words').max(20_000).nullable().optional(),
  /** True: only preview the merge. */
  dry_run: z.boolean(),
  /** Why to override failed gates; null to respect them. */
  force_reason: z.string().min(1).nullable(),
  /** The code that `hydra ui` prints in its terminal for a forced merge; null or missing requests one. */
  confirmation: z.string().max(100).nullable().optional(),
});
export type MergeRequestBody = z.infer<typeof mergeRequestSchema>;

export const mergeResponseSchema = z.strictObject({
  run_id: z.string(),
  candidate: z.string(),
  /** How its agent ended; omitted when Hydra did not run the agent. */
  ending: agentEndingSchema.optional(),
  strategy: mergeStrategySchema,
  target: z.strictObject({ branch: z.string(), from: z.string().nullable(), is_checked_out: z.boolean() }),
  has_moved: z.boolean(),
  files: z.array(z.strictObject({ path: z.string(), added: countSchema, removed: countSchema })),
  check: z.strictObject({ run_id: z.string(), failed_gates: z.array(z.string()) }).nullable(),
  /** The default message; null for a rebase of a branch, whose commits keep theirs. */
  message: z.strictObject({ title: z.string(), body: z.string(), trailers: z.array(z.string()) }).nullable(),
  /** The obstacles; empty when the merge is possible. */
  refusals: z.array(refusalSchema),
  /** The new commit of the target; null when nothing was changed. */
  merged: z.string().nullable(),
  /** The git command that undoes the merge; null when nothing was changed. */
  undo: z.string().nullable(),
});
export type MergeResponseBody = z.infer<typeof mergeResponseSchema>;

export const acceptRequestSchema = z.strictObject({
  candidate: z.string().min(1),
  /** Null for all contested tests of the candidate. */
  tests: z.array(z.string()).min(1).nullable(),
  decision: z.enum(['accept', 'reject']),
});
export type AcceptRequestBody = z.infer<typeof acceptRequestSchema>;

export const acceptResponseSchema = z.strictObject({
  run_id: z.string(),
  candidate: z.string(),
  decision: z.enum(['accept', 'reject']),
  /** The tests that the decision is about. */
  tests: z.array(z.string()),
  /** The run as it is scored with the decision. */
  scorecard: scorecardSchema,
});
export type AcceptResponseBody = z.infer<typeof acceptResponseSchema>;

/** A local branch. */
export const branchEntrySchema = z.strictObject({ name: z.string(), is_current: z.boolean() });
export type BranchEntry = z.infer<typeof branchEntrySchema>;

/** The formats in which `hydra report` and the page export a run. */
const REPORT_FORMATS = ['html', 'markdown', 'json', 'junit', 'sarif'] as const;
export const reportFormatSchema = z.enum(REPORT_FORMATS);
export type ReportFormat = z.infer<typeof reportFormatSchema>;

/** A known agent, and whether it is ready. */
export const agentEntrySchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  tier: agentRecordSchema.shape.tier,
  installed: z.boolean(),
  /** As the program prints it; null when it does not. */
  version: z.string().nullable(),
  /** unknown: cannot be determined. */
  login: z.enum(['found', 'not_found', 'unknown']),
  /** True: it races only if experimental agents are allowed. */
  needs_leave: z.boolean(),
  /** Its entries of `[race] agents` in hydra.toml, such as `codex` and `codex:MODEL`. */
  in_settings: z.array(z.string()),
  /** Whether it accepts a model, as `id:MODEL`. */
  takes_model: z.boolean(),
  /** What to do before it can race; null when nothing seems to be missing. */
  next: z.string().nullable(),
});
export type AgentEntry = z.infer<typeof agentEntrySchema>;

export const raceRequestSchema = z.strictObject({
  task: z.string().regex(/\S/, 'a task has words'),
  /** As for --agents: `claude`, or with a model `codex:MODEL`. */
  agents: z.array(z.string().min(1).describe('An agent by its id, `claude`; with a model, `codex:MODEL`.')).min(1),
  /** Null is HEAD. */
  base: z.string().min(1).nullable(),
  /** The cost limit of all agents together; null uses the settings. */
  budget_usd: z.number().positive().nullable(),
  budget_tokens: z.number().int().positive().nullable(),
  allow_experimental: z.boolean(),
  /** An agent that only writes tests of the task; null or missing uses the settings. */
  test_author: z.string().min(1).nullable().optional(),
});
export type RaceRequestBody = z.infer<typeof raceRequestSchema>;

/** What to race again: the task and base of a run, and the agents that made its candidates. */
export const rematchSchema = z.strictObject({
  /** Null for a run without a task. */
  task: z.string().nullable(),
  base: z.string(),
  /** Empty for a run that was not a race. */
  agents: z.array(z.strictObject({ candidate: z.string(), agent: z.string().describe('As for `POST /api/races`.') })),
});
export type Rematch = z.infer<typeof rematchSchema>;

export const raceResponseSchema = z.strictObject({ run_id: z.string() });
export type RaceResponseBody = z.infer<typeof raceResponseSchema>;

/** A race that this server started, and its outcome. */
export const raceEntrySchema = z.strictObject({
  run_id: z.string(),
  state: z.enum(['running', 'finished', 'stopped', 'failed']),
  /** Only for a failed race. */
  error: refusalSchema.nullable(),
});
export type RaceEntry = z.infer<typeof raceEntrySchema>;

/** Null stops the whole run. */
export const stopRequestSchema = z.strictObject({ candidate: z.string().nullable() });
export type StopRequestBody = z.infer<typeof stopRequestSchema>;

export const stopResponseSchema = z.strictObject({ stopped: z.literal(true) });
export type StopResponseBody = z.infer<typeof stopResponseSchema>;

/** Both are null if `hydra ui` was started without a queue. `problem` says why the queue does not answer. */
export const queueReportSchema = z.strictObject({ queue: queueStateSchema.nullable(), problem: refusalSchema.nullable() });
export type QueueReport = z.infer<typeof queueReportSchema>;

export const sessionRequestSchema = z.strictObject({ code: z.string() });

/** The token is sent as `Authorization: Bearer TOKEN`. */
export const sessionResponseSchema = z.strictObject({ token: z.string() });
export type SessionResponseBody = z.infer<typeof sessionResponseSchema>;

/** The body of every error response. */
export const apiErrorSchema = z.strictObject({ error: refusalSchema });
