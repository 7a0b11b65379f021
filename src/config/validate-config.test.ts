import { describe, expect, test } from 'vitest';
import { HydraError } from '../contract/index.ts';
import { parseToml } from './parse-toml.ts';
import { validateConfig } from './validate-config.ts';

function refusal(text: string): HydraError {
  try {
    validateConfig(parseToml(text, 'hydra.toml'), 'hydra.toml');
  } catch (error) {
    if (error instanceof HydraError) return error;
    throw error;
  }
  throw new Error('not refused');
}

const CHANGE_IT = 'Change the value; `hydra explain --policy` shows every key and its current value.';

describe('unknown keys', () => {
  test.each<[string, string, string, number, number]>([
    ['[scoring.wieghts]\ntests = 1', 'scoring.wieghts', 'Did you mean `scoring.weights`?', 1, 10],
    ['[scorring]', 'scorring', 'Did you mean `scoring`?', 1, 2],
    ['[scoring.weights]\nbuild = 1\ntest = 30', 'scoring.weights.test', 'Did you mean `scoring.weights.tests`?', 3, 1],
    ['scoring.diff-scope.max_files_soft = 3', 'scoring.diff-scope', 'Did you mean `scoring.diff_scope`?', 1, 9],
    [
      'scoring = { gates = { requireBuildPass = true } }',
      'scoring.gates.requireBuildPass',
      'Did you mean `scoring.gates.require_build_pass`?',
      1,
      23,
    ],
    ['[weights]\ntests = 1', 'weights', 'Did you mean `scoring.weights`?', 1, 2],
    ['[scoring]\nprotected_paths = []', 'scoring.protected_paths', 'Did you mean `scoring.diff_scope.protected_paths`?', 2, 1],
    ['[scoring.speed]\nfast = 1', 'scoring.speed.fast', 'Keys allowed under [scoring.speed]: `count_failed`.', 2, 1],
    [
      'colour = 1',
      'colour',
      'Keys allowed at the top level: `task`, `scoring`, `workspace`, `sandbox`, `merge`, `race`, `agents`, `prices`.',
      1,
      1,
    ],
    [
      '[agents.a]\ncommand = ["x"]\nmodel = "y"',
      'agents.a.model',
      'Keys allowed under [agents.a]: `command`, `usage_file`, `env`.',
      3,
      1,
    ],
    ['[scoring]\n"a b" = 1', 'scoring."a b"', expect.stringMatching(/^Keys allowed under \[scoring\]: `profile`, /), 2, 1],
    ['[scoring]\n__proto__ = 1', 'scoring.__proto__', expect.stringMatching(/^Keys allowed under \[scoring\]: /), 2, 1],
    [
      '[__proto__]\na = 1',
      '__proto__',
      'Keys allowed at the top level: `task`, `scoring`, `workspace`, `sandbox`, `merge`, `race`, `agents`, `prices`.',
      1,
      2,
    ],
    [
      '[constructor.prototype]\na = 1',
      'constructor',
      'Keys allowed at the top level: `task`, `scoring`, `workspace`, `sandbox`, `merge`, `race`, `agents`, `prices`.',
      1,
      2,
    ],
    [
      '[agents.a]\ncommand = ["x"]\n__proto__ = {}',
      'agents.a.__proto__',
      'Keys allowed under [agents.a]: `command`, `usage_file`, `env`.',
      3,
      1,
    ],
  ])('%j', (text, key, next, line, column) => {
    const error = refusal(text);
    expect(error.code).toBe('config_unknown_key');
    expect(error.message).toBe(`Unknown key \`${key}\`.`);
    expect(error.next).toEqual(next);
    expect(error.place).toEqual({ file: 'hydra.toml', line, column });
  });

  test('shortens a very long key', () => {
    const error = refusal(`${'k'.repeat(100_000)} = 1`);
    expect(error.message).toBe(`Unknown key \`${'k'.repeat(79)}…\`.`);
  });
});

describe('wrong values', () => {
  test.each<[string, string, string, string, number, number]>([
    ['[scoring.weights]\ntests = -3', 'scoring.weights.tests', 'a number from 0 to 1000000', '-3', 2, 9],
    ['[scoring.weights]\ntests = "30"', 'scoring.weights.tests', 'a number from 0 to 1000000', '"30"', 2, 9],
    ['[scoring.weights]\ntests = 2026-01-02', 'scoring.weights.tests', 'a number from 0 to 1000000', '2026-01-02', 2, 9],
    ['[scoring]\nprofile = 2026-01-02', 'scoring.profile', 'a string', '2026-01-02', 2, 11],
    ['scoring = 2026-01-02', 'scoring', 'a table', '2026-01-02', 1, 11],
    ['scoring = []', 'scoring', 'a table', '[]', 1, 11],
    ['[[scoring]]', 'scoring', 'a table', 'a list of tables', 1, 3],
    ['[scoring.profile]', 'scoring.profile', 'a string', 'a table', 1, 10],
    ['[scoring]\ntimeout_per_check_seconds = 0', 'scoring.timeout_per_check_seconds', 'a number above 0', '0', 2, 29],
    [
      '[scoring.gates]\nmax_test_regression_percent = 101',
      'scoring.gates.max_test_regression_percent',
      'a number from 0 to 100',
      '101',
      2,
      31,
    ],
    ['[scoring.gates]\nrequire_build_pass = 1', 'scoring.gates.require_build_pass', 'true or false', '1', 2, 22],
    ['[scoring.tests]\nreruns = 2.5', 'scoring.tests.reruns', 'a whole number from 0 to 20', '2.5', 2, 10],
    [
      '[scoring.tests]\nfail_on_drop_percent = true',
      'scoring.tests.fail_on_drop_percent',
      'a number from 0 to 100 or false',
      'true',
      2,
      24,
    ],
    ['[scoring.commands]\nbuild = true', 'scoring.commands.build', 'a string that is not empty or false', 'true', 2, 9],
    ['[scoring.commands]\nbuild = ""', 'scoring.commands.build', 'a string that is not empty or false', '""', 2, 9],
    ['[scoring.build]\nmode = "staged"', 'scoring.build.mode', '"binary" or "gradient"', '"staged"', 2, 8],
    [
      '[scoring.diff_scope]\nprotected_paths = "infra/"',
      'scoring.diff_scope.protected_paths',
      'a list of strings',
      '"infra/"',
      2,
      19,
    ],
    [
      '[scoring.diff_scope]\nprotected_paths = [\n  "infra/",\n  3,\n]',
      'scoring.diff_scope.protected_paths[1]',
      'a string that is not empty',
      '3',
      4,
      3,
    ],
    ['[agents.a]\ncommand = []', 'agents.a.command', 'a list of strings that is not empty', '[]', 2, 11],
    ['[agents.a]', 'agents.a.command', 'a list of strings that is not empty', 'nothing', 1, 9],
    [
      '[scoring.integrity.allow]\ntests_skipped = "a"',
      'scoring.integrity.allow.tests_skipped',
      'a list of strings',
      '"a"',
      2,
      17,
    ],
    [
      '[scoring.weights]\ntests = inf',
      'scoring.weights.tests',
      'a number from 0 to 1000000',
      'inf, which is not a finite number',
      2,
      9,
    ],
    [
      '[scoring.weights]\ntests = nan',
      'scoring.weights.tests',
      'a number from 0 to 1000000',
      'nan, which is not a finite number',
      2,
      9,
    ],
    [
      '[scoring.weights]\ntests = 1e999',
      'scoring.weights.tests',
      'a number from 0 to 1000000',
      '1e999, which is too large',
      2,
      9,
    ],
    [
      '[scoring.weights]\ntests = 99999999999999999999',
      'scoring.weights.tests',
      'a number from 0 to 1000000',
      '99999999999999999999, which is too large',
      2,
      9,
    ],
    ['[workspace]\nsetup = """\n"""', 'workspace.setup', 'a string that is not empty or false', '""" """', 2, 9],
  ])('%j', (text, key, expected, actual, line, column) => {
    const error = refusal(text);
    expect(error.message).toBe(`Expected \`${key}\` to be ${expected}, got ${actual}.`);
    expect(error.code).toBe('config_invalid_value');
    expect(error.next).toBe(CHANGE_IT);
    expect(error.place).toEqual({ file: 'hydra.toml', line, column });
  });

  test.each<[string, string, string, string, string]>([
    ['[scoring.build]\nmode = "gradiant"', 'scoring.build.mode', '"binary" or "gradient"', '"gradiant"', '"gradient"'],
    ["[scoring.tests]\nregression_by = 'Count'", 'scoring.tests.regression_by', '"identity" or "count"', "'Count'", '"count"'],
    [
      '[scoring.integrity]\nseverity.tests_skipped = "warn1ng"',
      'scoring.integrity.severity.tests_skipped',
      '"off", "info", "warning" or "error"',
      '"warn1ng"',
      '"warning"',
    ],
  ])('suggests a correction for %j', (text, key, expected, actual, meant) => {
    const error = refusal(text);
    expect(error.code).toBe('config_misspelt_value');
    expect(error.message).toBe(`Expected \`${key}\` to be ${expected}, got ${actual}.`);
    expect(error.next).toBe(`Did you mean ${meant}?`);
    expect(error.value).toBe(actual);
    expect(error.place?.line).toBe(2);
  });

  test('a table has no value to show', () => {
    expect(refusal('[scoring.profile]').value).toBeNull();
  });
});

describe('user-defined names', () => {
  test.each<[string, string, string, string, number, number]>([
    [
      '[agents."my agent"]\ncommand = ["x"]',
      'my agent',
      'agents',
      'Use letters, digits, `.`, `_` and `-`, and begin with a letter or digit.',
      1,
      9,
    ],
    [
      '[agents.__proto__]\ncommand = ["x"]',
      '__proto__',
      'agents',
      'Use letters, digits, `.`, `_` and `-`, and begin with a letter or digit.',
      1,
      9,
    ],
    ['[scoring.build.targets]\n"" = "x"', '', 'scoring.build.targets', 'Choose another name; it must not be empty.', 2, 1],
    [
      '[scoring.build.targets]\n__proto__ = "x"',
      '__proto__',
      'scoring.build.targets',
      'Choose another name; it must not be empty.',
      2,
      1,
    ],
    [
      'scoring.integrity.allow = { __proto__ = [] }',
      '__proto__',
      'scoring.integrity.allow',
      'Choose another name; it must not be empty.',
      1,
      29,
    ],
  ])('%j', (text, name, table, next, line, column) => {
    const error = refusal(text);
    expect(error.code).toBe('config_invalid_name');
    expect(error.message).toBe(`\`${name}\` cannot be a name under [${table}].`);
    expect(error.next).toBe(next);
    expect(error.place).toEqual({ file: 'hydra.toml', line, column });
  });

  test('an agent may be called constructor', () => {
    const config = validateConfig(parseToml('[agents.constructor]\ncommand = ["x"]', 'f'), 'f');
    expect(Object.entries(config.agents ?? {})).toEqual([['constructor', { command: ['x'] }]]);
  });
});

describe('profiles', () => {
  const ALL =
    'Profiles: `js-node`, `rust`, `python`, `go`, `java-maven`, `java-gradle`, `dotnet`, `ruby`, `php`, `deno`, `bun`, `make`.';

  test.each<[string, string]>([
    ['js_node', `Did you mean \`js-node\`? ${ALL}`],
    ['Rust', `Did you mean \`rust\`? ${ALL}`],
    ['cobol', ALL],
    ['toString', ALL],
    ['', ALL],
  ])('%j', (name, next) => {
    const error = refusal(`[scoring]\nprofile = "${name}"`);
    expect(error.code).toBe('config_unknown_profile');
    expect(error.message).toBe(`There is no profile \`${name}\`.`);
    expect(error.next).toBe(next);
    expect(error.place).toEqual({ file: 'hydra.toml', line: 2, column: 11 });
    expect(error.value).toBe(`"${name}"`);
  });
});

describe('presets', () => {
  test.each<[string, string]>([
    ['foundin', 'Did you mean `founding`? Presets: `founding`, `cost-aware`.'],
    ['Founding', 'Did you mean `founding`? Presets: `founding`, `cost-aware`.'],
    ['strict', 'Presets: `founding`, `cost-aware`.'],
    ['toString', 'Presets: `founding`, `cost-aware`.'],
    ['__proto__', 'Presets: `founding`, `cost-aware`.'],
    ['', 'Presets: `founding`, `cost-aware`.'],
  ])('%j', (name, next) => {
    const error = refusal(`[scoring]\npreset = "${name}"`);
    expect(error.code).toBe('config_unknown_preset');
    expect(error.message).toBe(`There is no preset \`${name}\`.`);
    expect(error.next).toBe(next);
    expect(error.place).toEqual({ file: 'hydra.toml', line: 2, column: 10 });
    expect(error.value).toBe(`"${name}"`);
  });

  test('rejects a preset that is not a string', () => {
    expect(refusal('[scoring]\npreset = 1').message).toBe('Expected `scoring.preset` to be a string, got 1.');
  });
});

describe('required build targets', () => {
  test.each<[string, string]>([
    ['[scoring.build]\nrequired = ["web"]', 'Add the target under [scoring.build.targets].'],
    [
      '[scoring.build]\nrequired = ["web", "apl"]\ntargets = { web = "a", api = "b" }',
      'Did you mean `api`? Targets: `web`, `api`.',
    ],
  ])('%s', (text, next) => {
    const error = refusal(text);
    expect([error.code, error.next, error.place]).toEqual([
      'config_unknown_target',
      next,
      { file: 'hydra.toml', line: 2, column: 12 },
    ]);
  });
});

describe('reports the first of several errors', () => {
  const mistakes = [
    'scoring.weights.tests = -3',
    'scoring.profile = "cobol"',
    'scoring.preset = "strict"',
    'colour = 1',
    'agents.__proto__ = 1',
    'scoring.build.mode = 1',
  ];
  const codes = [
    'config_invalid_value',
    'config_unknown_profile',
    'config_unknown_preset',
    'config_unknown_key',
    'config_invalid_name',
    'config_invalid_value',
  ];

  test.each(mistakes.map((_, start) => start))('starting with error %i', (start) => {
    const rotated = [...mistakes.slice(start), ...mistakes.slice(0, start)];
    const error = refusal(['# a comment', ...rotated].join('\n'));
    expect(error.code).toBe(codes[start]);
    expect(error.place?.line).toBe(2);
  });
});

describe('metrics', () => {
  const table = (name: string, lines: string) =>
    `[scoring.metrics.${name}]\ncommand = "du"\nbetter = "lower"\nweight = 1\n${lines}`;

  test('accepts the three kinds of `read`', () => {
    const text = ['json: $.a', 'regex: size: ([0-9.]+)', 'last number'].map((read, index) =>
      table(`m${index}`, `read = ${JSON.stringify(read)}\n`),
    );
    const { scoring } = validateConfig(parseToml(text.join('\n'), 'hydra.toml'), 'hydra.toml');
    expect(Object.keys(scoring?.metrics ?? {})).toEqual(['m0', 'm1', 'm2']);
  });

  test.each([
    ['read = "first"', 'it is none of `json: $.path`, `regex: PATTERN` and `last number`'],
    ['read = "json: a"', 'a JSON path begins with `$`, as in `json: $.gzip.total`'],
    ['read = "regex: (a+)+"', 'the group is repeated or optional because of `+`'],
    ["read = 'regex: size'", 'the pattern has no group; put the number into parentheses, as in `size: ([0-9.]+)`'],
  ])('rejects %s', (line, problem) => {
    const error = refusal(table('size', line));
    expect(error.code).toBe('config_metric_read');
    expect(error.message).toBe(`\`scoring.metrics.size.read\` cannot be used: ${problem}.`);
    expect(error.next).toBe('Write `json: $.path`, `regex: PATTERN` with one group, or `last number`; see docs/metrics.md.');
    expect([error.value, error.place]).toEqual([line.slice(7), { file: 'hydra.toml', line: 5, column: 8 }]);
  });

  test.each([
    ['tests', 'Choose another name; results have this one already.'],
    ['total', 'Choose another name; results have this one already.'],
    ['Size', 'Use small letters, digits and `_`, begin with a letter, at most 24 characters.'],
    ['constructor', 'Use small letters, digits and `_`, begin with a letter, at most 24 characters.'],
    ['__proto__', 'Use small letters, digits and `_`, begin with a letter, at most 24 characters.'],
  ])('rejects the name %s', (name, next) => {
    const error = refusal(table(name, 'read = "last number"'));
    expect(error.code).toBe('config_invalid_name');
    expect(error.message).toBe(`\`${name}\` cannot be a name under [scoring.metrics].`);
    expect(error.next).toBe(next);
    expect(error.place).toEqual({ file: 'hydra.toml', line: 1, column: 18 });
  });

  test.each([
    [
      '[scoring.metrics.a]\ncommand = "x"\nread = "last number"\nbetter = "lower"',
      'weight` to be a number from 0 to 1000000, got nothing.',
    ],
    ['[scoring.metrics.a]\ncommand = "x"\nread = "last number"\nweight = 1', 'better` to be "lower" or "higher", got nothing.'],
    [
      table('a', 'read = "last number"\nunit = "12345678901234567"'),
      'unit` to be a string of at most 16 characters, got "12345678901234567".',
    ],
    [table('a', 'read = "last number"\nrepeat = 0'), 'repeat` to be a whole number from 1 to 25, got 0.'],
    [table('a', 'read = 5'), 'read` to be a string that is not empty, got 5.'],
    [table('a', 'read = ""'), 'read` to be a string that is not empty, got "".'],
  ])('rejects %j', (text, end) => {
    expect(refusal(text).message).toBe(`Expected \`scoring.metrics.a.${end}`);
  });

  test('suggests a key', () => {
    expect(refusal(table('a', 'read = "last number"\ntolerance = 5')).next).toMatch(
      /^Keys allowed under \[scoring\.metrics\.a\]: /,
    );
    expect(refusal(table('a', 'read = "last number"\nrepaet = 5')).next).toBe('Did you mean `scoring.metrics.a.repeat`?');
  });
});
