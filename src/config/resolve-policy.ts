// Resolves flags over hydra.toml over the profile over the preset over the defaults, with the origin of each value.
import {
  CHECK_IDS,
  type ConfigFile,
  checkKindSchema,
  DEFAULT_POLICY,
  DIMENSION_IDS,
  hydraError,
  isDimensionId,
  type Policy,
  policySchema,
  weightsOf,
} from '../contract/index.ts';
import { PROFILES, type Profile } from '../profiles/index.ts';
import { parseToml, type TomlDocument } from './parse-toml.ts';
import { leavesOf } from './policy-leaves.ts';
import { PRESETS } from './presets.ts';
import { formatKey } from './toml-text.ts';
import { unknownDimensionError } from './unknown-dimension.ts';
import { invalidValueError, isProfileId, unknownProfileError, validateConfig } from './validate-config.ts';

type WeightOverrides = Readonly<Record<string, number | undefined>>;

/** The settings of the command line. */
export interface PolicyOverrides {
  /** By the id of a dimension or the name of a metric. */
  weights?: WeightOverrides | undefined;
  profile?: string | undefined;
  race?: Partial<Policy['race']> | undefined;
  acceptance?: readonly string[] | undefined;
}

export interface PolicyInput {
  /** The text of hydra.toml; null if there is none. */
  fileText: string | null;
  fileName: string;
  overrides: PolicyOverrides;
}

export type Origin =
  | { source: 'flag'; flag: string }
  | { source: 'file'; file: string; line: number }
  | { source: 'profile'; profile: string }
  | { source: 'preset'; preset: string }
  | { source: 'default' };

export interface ResolvedPolicy {
  policy: Policy;
  /** By key as written in hydra.toml, such as `scoring.weights.tests`. */
  origins: ReadonlyMap<string, Origin>;
}

interface Setting {
  path: string[];
  value: unknown;
  origin: Origin;
}

export function resolvePolicy({ fileText, fileName, overrides }: PolicyInput): ResolvedPolicy {
  const document = parseToml(fileText ?? '', fileName);
  const config = validateConfig(document, fileName);
  // From the lowest precedence to the highest: a later setting replaces an earlier one.
  const settings = [
    ...presetSettings(config.scoring?.preset),
    ...profileSettings(chosenProfile(config, overrides)),
    ...fileSettings(config, document, fileName),
    ...flagSettings(overrides),
    ...weightSettings(overrides.weights ?? {}, Object.keys(config.scoring?.metrics ?? {})),
  ];
  const policy = applySettings(settings);
  refuseZeroWeights(policy, document, fileName);
  return { policy, origins: originsOf(policy, settings) };
}

function presetSettings(preset: string | undefined): Setting[] {
  if (preset === undefined) return [];
  const origin: Origin = { source: 'preset', preset };
  return leavesOf({ scoring: PRESETS[preset] }).map(({ path, value }) => ({ path, value, origin }));
}

function chosenProfile(config: ConfigFile, overrides: PolicyOverrides): Profile | null {
  const name = overrides.profile ?? config.scoring?.profile;
  if (name === undefined) return null;
  if (!isProfileId(name)) throw unknownProfileError(name, { value: name });
  return PROFILES[name];
}

function profileSettings(profile: Profile | null): Setting[] {
  if (profile === null) return [];
  const origin: Origin = { source: 'profile', profile: profile.id };
  // No profile has a security command, and the default is better than none.
  return CHECK_IDS.filter((check) => check !== 'security').map((check) => ({
    path: ['scoring', 'commands', check],
    value: profile.commands[check],
    origin,
  }));
}

/**
 * `timeout_per_check_seconds` replaces every timeout of the layers below the file. Within the file an entry of
 * [scoring.timeouts] applies to one check and so overrides it, in any order.
 */
function fileSettings(config: ConfigFile, document: TomlDocument, file: string): Setting[] {
  const originAt = (path: string[]): Origin => ({ source: 'file', file, line: document.find(path)?.keyAt.line ?? 1 });
  const { timeout_per_check_seconds: general, preset: _preset, ...scoring } = config.scoring ?? {};
  const timeouts = checkKindSchema.options.map((check) => ({
    path: ['scoring', 'timeouts', check],
    value: general,
    origin: originAt(['scoring', 'timeout_per_check_seconds']),
  }));
  const specific = leavesOf({ ...config, scoring })
    .filter(({ path, value }) => !isTable(value) || DEFAULTS.has(formatKey(path)))
    .map(({ path, value }) => ({ path, value: value === false ? falseAt(path) : value, origin: originAt(path) }));
  return general === undefined ? specific : [...timeouts, ...specific];
}

const DEFAULTS = new Map(leavesOf(DEFAULT_POLICY).map(({ path, value }) => [formatKey(path), value]));

/** As a leaf, a table is empty: it matters only if the policy has user-defined names there. */
function isTable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** TOML has no null: `false` disables a setting that is not a boolean. */
function falseAt(path: string[]): false | null {
  return typeof DEFAULTS.get(formatKey(path)) === 'boolean' ? false : null;
}

function flagSettings({ profile, race = {}, acceptance }: PolicyOverrides): Setting[] {
  const settings: Setting[] = Object.entries(race).map(([key, value]) => ({
    path: ['race', key],
    value,
    origin: { source: 'flag', flag: RACE_FLAGS[key as keyof Policy['race']] },
  }));
  if (acceptance !== undefined) {
    settings.push({ path: ['task', 'acceptance'], value: [...acceptance], origin: { source: 'flag', flag: '--acceptance' } });
  }
  if (profile !== undefined) {
    settings.push({ path: ['scoring', 'profile'], value: profile, origin: { source: 'flag', flag: '--profile' } });
  }
  return settings;
}

function weightSettings(weights: WeightOverrides, metrics: readonly string[]): Setting[] {
  const { build: weightSchema } = policySchema.shape.scoring.shape.weights.shape;
  return Object.entries(weights).flatMap(([id, value]): Setting[] => {
    if (value === undefined) return [];
    if (!isDimensionId(id) && !metrics.includes(id)) throw unknownDimensionError(id, [...DIMENSION_IDS, ...metrics]);
    const path = isDimensionId(id) ? ['scoring', 'weights', id] : ['scoring', 'metrics', id, 'weight'];
    if (!weightSchema.safeParse(value).success) throw invalidValueError(path, value, String(value), { value: String(value) });
    return [{ path, value, origin: { source: 'flag', flag: '--weight' } }];
  });
}

/** The flag of `hydra race` that sets a key of [race]. */
const RACE_FLAGS: Record<keyof Policy['race'], string> = {
  agents: '--agents',
  allow_experimental: '--allow-experimental',
  test_author: '--test-author',
  start_timeout_seconds: '--start-timeout',
  idle_timeout_seconds: '--idle-timeout',
  timeout_seconds: '--timeout',
  disk_limit_mb: '--disk-limit',
  sandbox: '--sandbox',
  budget_usd: '--budget-usd',
  budget_tokens: '--budget-tokens',
  agent_budget_usd: '--agent-budget-usd',
  agent_budget_tokens: '--agent-budget-tokens',
};

function applySettings(settings: Setting[]): Policy {
  // The schema returns a copy.
  const policy = policySchema.parse(DEFAULT_POLICY);
  for (const { path, value } of settings) setAt(policy, path, value);
  return policySchema.parse(policy);
}

/** Only own members are followed: an agent may be called `constructor`. */
function setAt(target: object, path: string[], value: unknown): void {
  const [key, ...rest] = path;
  if (key === undefined) return;
  const members = target as Record<string, unknown>;
  if (rest.length === 0) {
    members[key] = value;
    return;
  }
  if (!Object.hasOwn(members, key)) members[key] = {};
  setAt(members[key] as object, rest, value);
}

function originsOf(policy: Policy, settings: Setting[]): Map<string, Origin> {
  const bySetting = new Map(settings.map(({ path, origin }) => [formatKey(path), origin]));
  const { schema_version: _fixed, ...settable } = policy;
  return new Map(
    leavesOf(settable).map(({ path }) => {
      const key = formatKey(path);
      return [key, bySetting.get(key) ?? { source: 'default' }];
    }),
  );
}

function refuseZeroWeights(policy: Policy, document: TomlDocument, file: string): void {
  if (Object.values(weightsOf(policy)).some((weight) => weight > 0)) return;
  const table = document.find(['scoring', 'weights']);
  const place = table === undefined ? undefined : { file, line: table.keyAt.line, column: table.keyAt.column };
  throw hydraError('config_weights_all_zero', {}, { place });
}
