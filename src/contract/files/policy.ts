// Contract: hydra.toml as written (every key optional) and as resolved (every key has a value).
import { z } from 'zod';
import { checkKindSchema, severitySchema } from '../check.ts';
import { DIMENSION_IDS, isDimensionId, type ScoreId, type Weights } from '../dimension.ts';
import type { Named } from '../named.ts';
import { SCHEMA_VERSION } from '../version.ts';
import { metricInFileSchema, metricNameSchema, metricSchema } from './metric.ts';
import { storedVersionSchema } from './stored-version.ts';

const pathPatterns = z.array(z.string().min(1));
/** Bounded, so that no sum of weighted scores can overflow. */
const weight = z.number().min(0).max(1_000_000);
const percent = z.number().min(0).max(100);
const command = z.string().min(1).nullable();
const timeoutSeconds = z.number().positive();
const METRIC_TIMEOUT_SECONDS = 300;

const weightsSchema = z.strictObject({
  build: weight,
  tests: weight,
  acceptance: weight,
  cross_tests: weight,
  lint: weight,
  diff_scope: weight,
  speed: weight,
  cost: weight,
  security: weight,
  coverage: weight,
});

/** Of `security` under [scoring.commands]: the scanner that fits a changed lockfile. */
export const AUTO_SECURITY = 'auto';

/** The lowest severity of a new advisory that prevents merging. An unknown severity counts as high. */
const securitySeverity = z.enum(['low', 'moderate', 'high', 'critical']);
const timeoutsSchema = z.strictObject({
  build: timeoutSeconds,
  test: timeoutSeconds,
  lint: timeoutSeconds,
  security: timeoutSeconds,
  metric: timeoutSeconds,
});

const scoringSchema = z.strictObject({
  /** The profile the commands come from; null for none. */
  profile: z.string().nullable(),
  /** Whether the leader of a verdict `likely` is the winner. */
  accept_likely: z.boolean(),
  /** The command of each check; null disables the check. `auto` for security: see AUTO_SECURITY. */
  commands: z.strictObject({ build: command, test: command, lint: command, security: command }),
  timeouts: timeoutsSchema,
  weights: weightsSchema,
  gates: z.strictObject({
    require_build_pass: z.boolean(),
    max_test_regression_percent: percent,
    security_severity: securitySeverity,
  }),
  build: z.strictObject({
    /** binary: passes or fails. gradient: the share of the targets that build. */
    mode: z.enum(['binary', 'gradient']),
    targets: z.record(z.string().min(1), z.string().min(1)),
    /** The targets that must build for a candidate to be mergeable; empty for all. */
    required: z.array(z.string().min(1)),
  }),
  tests: z.strictObject({
    regression_by: z.enum(['identity', 'count']),
    dropped: z.enum(['count_as_failed', 'ignore']),
    /** Null disables it. */
    fail_on_drop_percent: percent.nullable(),
    /** Test files that a candidate may change on purpose. */
    may_change: pathPatterns,
    reruns: z.number().int().min(0).max(20),
  }),
  diff_scope: z.strictObject({
    max_files_soft: z.number().positive(),
    max_churn_soft: z.number().positive(),
    protected_paths: pathPatterns,
    /** Empty: every path is allowed. */
    allowed_paths: pathPatterns,
    normalize: z.enum(['whitespace', 'syntax', 'none']),
  }),
  speed: z.strictObject({ count_failed: z.boolean() }),
  cross_tests: z.strictObject({
    enabled: z.boolean(),
    /** After this much time, no further cross-tests start. */
    max_minutes: z.number().positive(),
  }),
  /** What candidates return for calls that no test makes. */
  answers: z.strictObject({
    enabled: z.boolean(),
    /** After this much time, no further run of such calls starts. */
    max_minutes: z.number().positive(),
  }),
  ranking: z.strictObject({ mergeable_first: z.boolean() }),
  integrity: z.strictObject({
    enabled: z.boolean(),
    /** Whether the tests of a passing candidate run again with an added failing test. */
    canary: z.boolean(),
    /** Whether the tests of the leading candidate run again in another checkout under other conditions. */
    independent: z.boolean(),
    /** Overrides the severity of a finding id. */
    severity: z.record(z.string().min(1), z.enum(['off', ...severitySchema.options])),
    /** The paths in which a finding id is allowed. */
    allow: z.record(z.string().min(1), pathPatterns),
  }),
  /** What commands get of the user's environment besides the variables of the system and of toolchains. */
  environment: z.strictObject({ variables: z.array(z.string().min(1)) }).optional(),
  /** Numbers that the user measures, by name. */
  metrics: z.record(metricNameSchema, metricSchema),
});

const taskSchema = z.strictObject({
  /** Files, folders or patches with tests that every candidate must pass. */
  acceptance: z.array(z.string().min(1)),
  /**
   * The examples in the text of the task. count: they are tests about the task. gate: a candidate must also pass each of them that
   * another one passes. off: they are not read.
   */
  examples: z.enum(['gate', 'count', 'off']),
});

const DISK_LIMIT_MB = 20_480;
const diskLimitMb = z.number().int().positive();

const workspaceSchema = z.strictObject({
  /** Installs dependencies before the checks. "auto": derived from the lockfile; null: installs nothing. */
  setup: command,
  copy: z.array(z.string().min(1)),
  link: z.array(z.string().min(1)),
  /** Checks that must not run in parallel with any other, for example because they use a fixed port. */
  alone: z.array(checkKindSchema),
  /** How much one check may write into its workspace and temporary folder. */
  disk_limit_mb: diskLimitMb,
});

const networkSchema = z.enum(['loopback', 'on']);

const networkOfChecksSchema = z.strictObject({
  build: networkSchema,
  test: networkSchema,
  lint: networkSchema,
  security: networkSchema,
  metric: networkSchema,
});

const sandboxSchema = z.strictObject({
  /** auto: sandboxed if the system can. require: refuses to run otherwise. off: checks run with all rights of the user. */
  mode: z.enum(['auto', 'require', 'off']),
  /** loopback: a check reaches only servers that it starts itself. on: the network of the machine. */
  network: networkOfChecksSchema,
  /** Paths that checks may read besides the system, the toolchains and their checkout; `~/` is the home folder. */
  read: z.array(z.string().min(1)),
});

const mergeSchema = z.strictObject({
  /** Branches that `hydra merge` refuses to change; it suggests a new branch instead. */
  protected_branches: z.array(z.string().min(1)),
});

const agentSchema = z.strictObject({
  /** A program and its arguments, with {task}, {task_file} and {workspace} replaced; never a shell string. */
  command: z.array(z.string().min(1)).min(1),
  /** A JSON file in the workspace to which the agent writes its usage. */
  usage_file: z.string().min(1).optional(),
  /** The names of the user's environment variables that it gets. */
  env: z.array(z.string().min(1)).optional(),
});

const limit = z.number().positive();
const tokenLimit = z.number().int().positive();

const raceSchema = z.strictObject({
  /** The agents that race when the command line lists none. */
  agents: z.array(z.string().min(1)),
  allow_experimental: z.boolean(),
  /** The agent that writes tests of the task; null for none. */
  test_author: z.string().min(1).nullable(),
  /** How long an agent may take to print its first line. */
  start_timeout_seconds: timeoutSeconds,
  /** How long an agent may print nothing. */
  idle_timeout_seconds: timeoutSeconds,
  timeout_seconds: timeoutSeconds,
  /** How much an agent may write into its workspace and temporary folder. */
  disk_limit_mb: diskLimitMb,
  /** Whether agents run in the sandbox, with the network on. */
  sandbox: z.boolean(),
  /** For all agents of a run together; null for no limit. */
  budget_usd: limit.nullable(),
  budget_tokens: tokenLimit.nullable(),
  /** For each agent. */
  agent_budget_usd: limit.nullable(),
  agent_budget_tokens: tokenLimit.nullable(),
});

const usdPerMillion = z.number().min(0);
/** USD per million tokens. If a price is missing and such tokens were used, the cost is unknown. */
const priceSchema = z.strictObject({
  input: usdPerMillion,
  cached_input: usdPerMillion.optional(),
  /** For all cache writes, or for those of five minutes if the next price is there. */
  cache_write: usdPerMillion.optional(),
  cache_write_1h: usdPerMillion.optional(),
  output: usdPerMillion,
});
export type Price = z.infer<typeof priceSchema>;
/** By model name; overrides the built-in table. */
const pricesSchema = z.record(z.string().min(1), priceSchema);

const DEFAULT_RACE: z.infer<typeof raceSchema> = {
  agents: [],
  allow_experimental: false,
  test_author: null,
  start_timeout_seconds: 120,
  idle_timeout_seconds: 600,
  timeout_seconds: 3600,
  disk_limit_mb: DISK_LIMIT_MB,
  sandbox: false,
  budget_usd: null,
  budget_tokens: null,
  agent_budget_usd: null,
  agent_budget_tokens: null,
};

const policyObject = z.strictObject({
  schema_version: storedVersionSchema,
  task: taskSchema,
  scoring: scoringSchema,
  workspace: workspaceSchema,
  sandbox: sandboxSchema,
  merge: mergeSchema,
  race: raceSchema,
  agents: z.record(z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/), agentSchema),
  prices: pricesSchema,
});
export interface PolicySchema extends Named<typeof policyObject> {}
export const policySchema: PolicySchema = policyObject;
export type Policy = z.infer<typeof policySchema>;

/** Sorted, so that the order in a file does not matter. */
export function metricNames({ scoring: { metrics } }: Policy): string[] {
  return Object.keys(metrics).sort();
}

/** The ids of all dimensions of a run, in order. */
export function scoreIds(policy: Policy): ScoreId[] {
  return [...DIMENSION_IDS, ...metricNames(policy)];
}

/** The weights of all dimensions and metrics, in order. */
export function weightsOf(policy: Policy): Weights {
  const { weights, metrics } = policy.scoring;
  return Object.fromEntries(
    scoreIds(policy).map((id) => [id, isDimensionId(id) ? weights[id] : (metrics[id]?.weight ?? 0)]),
  ) as Weights;
}

/** The policy with other weights. */
export function withWeights(policy: Policy, weights: Readonly<Record<ScoreId, number>>): Policy {
  const { scoring } = policy;
  const reweighted = DIMENSION_IDS.map((id) => [id, weights[id] ?? scoring.weights[id]]);
  const metrics = Object.entries(scoring.metrics).map(([name, metric]) => [
    name,
    { ...metric, weight: weights[name] ?? metric.weight },
  ]);
  return {
    ...policy,
    scoring: {
      ...scoring,
      weights: Object.fromEntries(reweighted) as Policy['scoring']['weights'],
      metrics: Object.fromEntries(metrics),
    },
  };
}

/** TOML has no null: `false` disables a command or limit. */
const commandInFile = z.union([z.string().min(1), z.literal(false)]);

export const configFileSchema = z.strictObject({
  task: taskSchema.partial().optional(),
  scoring: z
    .strictObject({
      profile: z.string().optional(),
      /** Not a value of the policy itself: it selects several values. */
      preset: z.string().optional(),
      timeout_per_check_seconds: timeoutSeconds.optional(),
      commands: z
        .strictObject({ build: commandInFile, test: commandInFile, lint: commandInFile, security: commandInFile })
        .partial()
        .optional(),
      timeouts: timeoutsSchema.partial().optional(),
      weights: weightsSchema.partial().optional(),
      gates: scoringSchema.shape.gates.partial().optional(),
      build: scoringSchema.shape.build.partial().optional(),
      tests: scoringSchema.shape.tests
        .extend({ fail_on_drop_percent: z.union([percent, z.literal(false)]) })
        .partial()
        .optional(),
      diff_scope: scoringSchema.shape.diff_scope.partial().optional(),
      speed: scoringSchema.shape.speed.partial().optional(),
      cross_tests: scoringSchema.shape.cross_tests.partial().optional(),
      answers: scoringSchema.shape.answers.partial().optional(),
      accept_likely: z.boolean().optional(),
      ranking: scoringSchema.shape.ranking.partial().optional(),
      integrity: scoringSchema.shape.integrity.partial().optional(),
      environment: z
        .strictObject({ variables: z.array(z.string().min(1)) })
        .partial()
        .optional(),
      metrics: z.record(metricNameSchema, metricInFileSchema).optional(),
    })
    .optional(),
  workspace: workspaceSchema.extend({ setup: commandInFile }).partial().optional(),
  sandbox: sandboxSchema.extend({ network: networkOfChecksSchema.partial() }).partial().optional(),
  merge: mergeSchema.partial().optional(),
  race: raceSchema
    .extend({
      test_author: z.union([z.string().min(1), z.literal(false)]),
      budget_usd: z.union([limit, z.literal(false)]),
      budget_tokens: z.union([tokenLimit, z.literal(false)]),
      agent_budget_usd: z.union([limit, z.literal(false)]),
      agent_budget_tokens: z.union([tokenLimit, z.literal(false)]),
    })
    .partial()
    .optional(),
  agents: policySchema.shape.agents.optional(),
  prices: pricesSchema.optional(),
});
export type ConfigFile = z.infer<typeof configFileSchema>;

/** The values when no flag, hydra.toml, profile or preset sets them. */
export const DEFAULT_POLICY: Policy = {
  schema_version: SCHEMA_VERSION,
  task: { acceptance: [], examples: 'count' },
  scoring: {
    profile: null,
    accept_likely: false,
    commands: { build: null, test: null, lint: null, security: AUTO_SECURITY },
    timeouts: { build: 300, test: 600, lint: 300, security: 300, metric: METRIC_TIMEOUT_SECONDS },
    weights: {
      ...{ build: 30, tests: 30, acceptance: 20, cross_tests: 20, lint: 15 },
      ...{ diff_scope: 15, speed: 10, cost: 0, security: 0, coverage: 0 },
    },
    gates: { require_build_pass: true, max_test_regression_percent: 0, security_severity: 'high' },
    build: { mode: 'binary', targets: {}, required: [] },
    tests: { regression_by: 'identity', dropped: 'count_as_failed', fail_on_drop_percent: null, may_change: [], reruns: 2 },
    diff_scope: { max_files_soft: 20, max_churn_soft: 800, protected_paths: [], allowed_paths: [], normalize: 'syntax' },
    speed: { count_failed: true },
    cross_tests: { enabled: true, max_minutes: 10 },
    answers: { enabled: true, max_minutes: 2 },
    ranking: { mergeable_first: true },
    integrity: { enabled: true, canary: true, independent: true, severity: {}, allow: {} },
    environment: { variables: [] },
    metrics: {},
  },
  workspace: { setup: 'auto', copy: [], link: [], alone: [], disk_limit_mb: DISK_LIMIT_MB },
  sandbox: {
    mode: 'auto',
    // Scanners ask a service about advisories.
    network: { build: 'loopback', test: 'loopback', lint: 'loopback', security: 'on', metric: 'loopback' },
    read: [],
  },
  merge: { protected_branches: [] },
  race: DEFAULT_RACE,
  agents: {},
  prices: {},
};
