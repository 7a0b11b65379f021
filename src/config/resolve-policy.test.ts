import { describe, expect, test } from 'vitest';
import { DEFAULT_POLICY, HydraError, type Policy } from '../contract/index.ts';
import { type Origin, type PolicyOverrides, resolvePolicy } from './resolve-policy.ts';

function resolve(fileText: string | null, overrides: PolicyOverrides = {}) {
  return resolvePolicy({ fileText, fileName: 'hydra.toml', overrides });
}

function refusal(fileText: string | null, overrides: PolicyOverrides = {}): HydraError {
  try {
    resolve(fileText, overrides);
  } catch (error) {
    if (error instanceof HydraError) return error;
    throw error;
  }
  throw new Error('not refused');
}

function line(number: number): Origin {
  return { source: 'file', file: 'hydra.toml', line: number };
}

const EXAMPLE = `[scoring]
profile = "js-node"
timeout_per_check_seconds = 300

[scoring.weights]
build = 30
tests = 30
lint = 15
diff_scope = 15
speed = 10

[scoring.gates]
require_build_pass = true
max_test_regression_percent = 0

[scoring.diff_scope]
max_files_soft = 20
max_churn_soft = 800
protected_paths = ["infra/", "scripts/release/"]
`;

describe('the documented example', () => {
  const expected: Policy = {
    schema_version: 1,
    task: { acceptance: [], examples: 'count' },
    scoring: {
      profile: 'js-node',
      commands: { build: 'npm run build', test: 'npm test -- --runInBand', lint: 'npm run lint', security: 'auto' },
      timeouts: { build: 300, test: 300, lint: 300, security: 300, metric: 300 },
      weights: {
        ...{ build: 30, tests: 30, acceptance: 20, cross_tests: 20, lint: 15 },
        ...{ diff_scope: 15, speed: 10, cost: 0, security: 0, coverage: 0 },
      },
      gates: { require_build_pass: true, max_test_regression_percent: 0, security_severity: 'high' },
      build: { mode: 'binary', targets: {}, required: [] },
      tests: { regression_by: 'identity', dropped: 'count_as_failed', fail_on_drop_percent: null, may_change: [], reruns: 2 },
      diff_scope: {
        max_files_soft: 20,
        max_churn_soft: 800,
        protected_paths: ['infra/', 'scripts/release/'],
        allowed_paths: [],
        normalize: 'syntax',
      },
      speed: { count_failed: true },
      cross_tests: { enabled: true, max_minutes: 10 },
      answers: { enabled: true, max_minutes: 2 },
      accept_likely: false,
      ranking: { mergeable_first: true },
      integrity: { enabled: true, canary: true, independent: true, severity: {}, allow: {} },
      environment: { variables: [] },
      metrics: {},
    },
    workspace: { setup: 'auto', copy: [], link: [], alone: [], disk_limit_mb: 20_480 },
    sandbox: {
      mode: 'auto',
      network: { build: 'loopback', test: 'loopback', lint: 'loopback', security: 'on', metric: 'loopback' },
      read: [],
    },
    merge: { protected_branches: [] },
    race: {
      agents: [],
      allow_experimental: false,
      test_author: null,
      start_timeout_seconds: 120,
      idle_timeout_seconds: 600,
      timeout_seconds: 3600,
      disk_limit_mb: 20_480,
      sandbox: false,
      budget_usd: null,
      budget_tokens: null,
      agent_budget_usd: null,
      agent_budget_tokens: null,
    },
    agents: {},
    prices: {},
  };

  test('resolves to exactly this policy', () => {
    expect(resolve(EXAMPLE).policy).toStrictEqual(expected);
  });

  test('also with CRLF and a byte order mark', () => {
    expect(resolve(`\ufeff${EXAMPLE.replaceAll('\n', '\r\n')}`)).toStrictEqual(resolve(EXAMPLE));
  });
});

describe('without settings', () => {
  test.each([null, '', '# only a comment\n', '[scoring]', '[scoring.weights]\n[scoring.tests]\n[workspace]\n'])(
    '%j is the default policy',
    (text) => {
      const { policy, origins } = resolve(text);
      expect(policy).toStrictEqual(DEFAULT_POLICY);
      expect(new Set([...origins.values()].map(({ source }) => source))).toEqual(new Set(['default']));
    },
  );

  test('never returns the default policy object itself', () => {
    resolve(null).policy.scoring.diff_scope.protected_paths.push('x');
    expect(DEFAULT_POLICY.scoring.diff_scope.protected_paths).toEqual([]);
  });
});

describe('precedence: flags over hydra.toml over profile over preset over defaults', () => {
  const FILE = '[scoring]\nprofile = "rust"\n[scoring.weights]\ntests = 40\n[scoring.commands]\ntest = "make check"\n';
  const DEFAULT: Origin = { source: 'default' };
  const RUST: Origin = { source: 'profile', profile: 'rust' };

  test.each<[string, string | null, PolicyOverrides, string, unknown, Origin]>([
    ['a default', null, {}, 'weights.tests', 30, DEFAULT],
    ['the file over a default', FILE, {}, 'weights.tests', 40, line(4)],
    ['a flag over the file', FILE, { weights: { tests: 50 } }, 'weights.tests', 50, { source: 'flag', flag: '--weight' }],
    ['a flag over a default', null, { weights: { tests: 50 } }, 'weights.tests', 50, { source: 'flag', flag: '--weight' }],
    ['an absent flag leaves the file', FILE, { weights: { tests: undefined } as never }, 'weights.tests', 40, line(4)],
    ['another weight is untouched by a flag', FILE, { weights: { tests: 50 } }, 'weights.build', 30, DEFAULT],
    ['a flag of 0', FILE, { weights: { tests: 0 } }, 'weights.tests', 0, { source: 'flag', flag: '--weight' }],
    ['no profile, no command', null, {}, 'commands.build', null, DEFAULT],
    ['the profile over a default', FILE, {}, 'commands.build', 'cargo build --all-targets', RUST],
    ['the file over the profile', FILE, {}, 'commands.test', 'make check', line(6)],
    ['what no profile sets', FILE, {}, 'commands.security', 'auto', DEFAULT],
    ['the profile named in the file', FILE, {}, 'profile', 'rust', line(2)],
    ['the profile named by a flag', FILE, { profile: 'go' }, 'profile', 'go', { source: 'flag', flag: '--profile' }],
    ["that profile's command", FILE, { profile: 'go' }, 'commands.build', 'go build ./...', { source: 'profile', profile: 'go' }],
    ['the file over that profile', FILE, { profile: 'go' }, 'commands.test', 'make check', line(6)],
  ])('%s', (_name, text, overrides, key, value, origin) => {
    const { policy, origins } = resolve(text, overrides);
    const [section = '', name] = key.split('.');
    const held = policy.scoring[section as keyof Policy['scoring']] as unknown;
    expect(name === undefined ? held : (held as Record<string, unknown>)[name]).toBe(value);
    expect(origins.get(`scoring.${key}`)).toEqual(origin);
  });
});

describe('preset founding', () => {
  const FILE = '[scoring]\npreset = "founding"\n';
  const PRESET: Origin = { source: 'preset', preset: 'founding' };

  test('sets the weights about the task to 0, disables cross-tests, and nothing else', () => {
    const { policy, origins } = resolve(FILE);
    const { scoring } = DEFAULT_POLICY;
    expect(policy).toStrictEqual({
      ...DEFAULT_POLICY,
      scoring: {
        ...scoring,
        weights: { ...scoring.weights, acceptance: 0, cross_tests: 0, coverage: 0 },
        cross_tests: { ...scoring.cross_tests, enabled: false },
      },
    });
    expect([...origins].filter(([, { source }]) => source !== 'default')).toEqual([
      ['scoring.weights.acceptance', PRESET],
      ['scoring.weights.cross_tests', PRESET],
      ['scoring.weights.coverage', PRESET],
      ['scoring.cross_tests.enabled', PRESET],
    ]);
  });

  test('the file and flags override it, wherever it is in the file', () => {
    const text =
      '[scoring.weights]\nacceptance = 5\n[scoring.cross_tests]\nenabled = true\nmax_minutes = 3\n[scoring]\npreset = "founding"';
    const { policy, origins } = resolve(text, { weights: { coverage: 7 } });
    const { weights, cross_tests } = policy.scoring;
    expect([weights.acceptance, weights.cross_tests, weights.coverage]).toEqual([5, 0, 7]);
    expect(cross_tests).toEqual({ enabled: true, max_minutes: 3 });
    expect(origins.get('scoring.weights.acceptance')).toEqual(line(2));
    expect(origins.get('scoring.weights.cross_tests')).toEqual(PRESET);
    expect(origins.get('scoring.cross_tests.enabled')).toEqual(line(4));
  });

  test('can be combined with a profile', () => {
    const { policy, origins } = resolve(`${FILE}profile = "rust"`);
    expect([policy.scoring.commands.test, policy.scoring.weights.cross_tests]).toEqual(['cargo test', 0]);
    expect(origins.get('scoring.commands.test')).toEqual({ source: 'profile', profile: 'rust' });
  });

  test('rejects weights that are all 0 with it', () => {
    const zero = ['build', 'tests', 'lint', 'diff_scope', 'speed'].map((id) => `weights.${id} = 0`).join('\n');
    expect(refusal(`${FILE}${zero}`).code).toBe('config_weights_all_zero');
  });
});

describe('timeouts', () => {
  test('timeout_per_check_seconds replaces all of them, and an entry of [scoring.timeouts] overrides it', () => {
    const text = '[scoring.timeouts]\ntest = 900\n[scoring]\ntimeout_per_check_seconds = 60';
    const { policy, origins } = resolve(text);
    expect(policy.scoring.timeouts).toEqual({ build: 60, test: 900, lint: 60, security: 60, metric: 60 });
    expect(origins.get('scoring.timeouts.build')).toEqual(line(4));
    expect(origins.get('scoring.timeouts.test')).toEqual(line(2));
    expect(origins.has('scoring.timeout_per_check_seconds')).toBe(false);
  });

  test('an entry of [scoring.timeouts] alone keeps the defaults of the others', () => {
    const { policy, origins } = resolve('[scoring.timeouts]\nlint = 5');
    expect(policy.scoring.timeouts).toEqual({ build: 300, test: 600, lint: 5, security: 300, metric: 300 });
    expect(origins.get('scoring.timeouts.build')).toEqual({ source: 'default' });
  });
});

describe('false', () => {
  test('disables a command of the profile, a limit and the set-up', () => {
    const text =
      '[scoring]\nprofile = "rust"\ncommands.lint = false\ntests.fail_on_drop_percent = false\n[workspace]\nsetup = false';
    const { policy, origins } = resolve(text);
    expect(policy.scoring.commands.lint).toBeNull();
    expect(policy.scoring.tests.fail_on_drop_percent).toBeNull();
    expect(policy.workspace.setup).toBeNull();
    expect(origins.get('scoring.commands.lint')).toEqual(line(3));
    expect(origins.get('workspace.setup')).toEqual(line(6));
  });

  test('stays false for a boolean key', () => {
    const text =
      'scoring.gates.require_build_pass = false\nscoring.integrity.enabled = false\nscoring.speed.count_failed = false';
    const { scoring } = resolve(text).policy;
    expect([scoring.gates.require_build_pass, scoring.integrity.enabled, scoring.speed.count_failed]).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe('tables with user-defined names', () => {
  const text = [
    '[scoring.build]',
    'targets = { web = "make web", "a.b" = "make ab" }',
    '[scoring.integrity.severity]',
    'tests_skipped = "off"',
    '[agents.constructor]',
    'command = ["run", "{task}"]',
  ].join('\n');

  test('are copied, each entry with its line', () => {
    const { policy, origins } = resolve(text);
    expect(policy.scoring.build.targets).toEqual({ web: 'make web', 'a.b': 'make ab' });
    expect(policy.scoring.integrity.severity).toEqual({ tests_skipped: 'off' });
    expect(Object.entries(policy.agents)).toEqual([['constructor', { command: ['run', '{task}'] }]]);
    expect(origins.get('scoring.build.targets.web')).toEqual(line(2));
    expect(origins.get('scoring.build.targets."a.b"')).toEqual(line(2));
    expect(origins.get('agents.constructor.command')).toEqual(line(6));
  });

  test('cannot reach a prototype or a built-in', () => {
    resolve(text);
    expect((Object as unknown as { command?: unknown }).command).toBeUndefined();
  });

  test('empty ones have the line of their header', () => {
    expect(resolve('[scoring.build.targets]').origins.get('scoring.build.targets')).toEqual(line(1));
  });
});

describe('errors', () => {
  test('all weights 0 is reported at the weights table', () => {
    const dimensions = ['build', 'tests', 'acceptance', 'cross_tests', 'lint', 'diff_scope', 'speed'];
    const zero = ['[scoring]', '[scoring.weights]', ...dimensions.map((id) => `${id} = 0`)].join('\n');
    const error = refusal(zero);
    expect(error.code).toBe('config_weights_all_zero');
    expect(error.message).toBe('All weights are 0, so there is nothing to rank by.');
    expect(error.place).toEqual({ file: 'hydra.toml', line: 2, column: 10 });
    expect(resolve(zero, { weights: { cost: 1 } }).policy.scoring.weights.cost).toBe(1);
  });

  test('all weights 0 by flags has no location', () => {
    const error = refusal(null, {
      weights: { build: 0, tests: 0, acceptance: 0, cross_tests: 0, lint: 0, diff_scope: 0, speed: 0 },
    });
    expect(error.code).toBe('config_weights_all_zero');
    expect(error.place).toBeNull();
  });

  test.each([-3, Number.NaN, Number.POSITIVE_INFINITY])('rejects a flag with the weight %d', (weight) => {
    const error = refusal(null, { weights: { tests: weight } });
    expect(error.code).toBe('config_invalid_value');
    expect(error.message).toBe(`Expected \`scoring.weights.tests\` to be a number from 0 to 1000000, got ${weight}.`);
    expect(error.place).toBeNull();
    expect(error.value).toBe(String(weight));
  });

  test('rejects a flag with an unknown profile', () => {
    const error = refusal(null, { profile: 'pyton' });
    expect(error.code).toBe('config_unknown_profile');
    expect(error.next).toMatch(/^Did you mean `python`\? Profiles: `js-node`, /);
    expect(error.place).toBeNull();
    expect(error.value).toBe('pyton');
  });

  test('rejects an unknown profile in the file although a flag selects another', () => {
    expect(refusal('scoring.profile = "cobol"', { profile: 'go' }).place?.line).toBe(1);
  });
});

describe('metrics', () => {
  const SIZE = '[scoring.metrics.size]\ncommand = "du"\nread = "last number"\nbetter = "lower"\nweight = 5\n';

  test('have defaults for the other keys', () => {
    const { policy, origins } = resolve(SIZE);
    expect(policy.scoring.metrics).toEqual({
      size: { command: 'du', read: 'last number', better: 'lower', weight: 5, tolerance_percent: 0, unit: '', repeat: 1 },
    });
    expect(origins.get('scoring.metrics.size.weight')).toEqual(line(5));
    expect(origins.get('scoring.metrics.size.repeat')).toEqual({ source: 'default' });
  });

  test('get their weight from a flag', () => {
    const { policy, origins } = resolve(SIZE, { weights: { size: 8, tests: 40 } });
    expect([policy.scoring.metrics.size?.weight, policy.scoring.weights.tests]).toEqual([8, 40]);
    expect(origins.get('scoring.metrics.size.weight')).toEqual({ source: 'flag', flag: '--weight' });
    expect(refusal(SIZE, { weights: { size: -1 } }).message).toBe(
      'Expected `scoring.metrics.size.weight` to be a number from 0 to 1000000, got -1.',
    );
  });

  test('a flag for another name is refused, with a suggestion', () => {
    expect(refusal(SIZE, { weights: { sizes: 1 } })).toMatchObject({ code: 'unknown_dimension', next: 'Did you mean `size`?' });
    expect(refusal(null, { weights: { memory: 1 } }).next).toMatch(/^Dimensions: `build`, .*`coverage`\.$/);
  });

  test('with a weight are something to rank by', () => {
    const zero = ['build', 'tests', 'acceptance', 'cross_tests', 'lint', 'diff_scope', 'speed'].map((id) => `${id} = 0`);
    expect(resolve(`[scoring.weights]\n${zero.join('\n')}\n${SIZE}`).policy.scoring.metrics.size?.weight).toBe(5);
  });
});
