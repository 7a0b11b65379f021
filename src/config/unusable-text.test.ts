import { describe, expect, test } from 'vitest';
import { HydraError } from '../contract/index.ts';
import { INTEGRITY_RULES } from '../judge/index.ts';
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

describe('integrity rules', () => {
  const LIST = 'docs/integrity.md lists the ids of the rules.';

  test.each<[string, string, string, number, number]>([
    ['[scoring.integrity.severity]\ntests_vanishd = "off"', 'tests_vanishd', `Did you mean \`tests_vanished\`? ${LIST}`, 2, 1],
    [
      '[scoring.integrity.allow]\nsnapshot_rewritten = []',
      'snapshot_rewritten',
      `Did you mean \`snapshots_rewritten\`? ${LIST}`,
      2,
      1,
    ],
    ['scoring.integrity.severity = { constructor = "off" }', 'constructor', LIST, 1, 32],
  ])('rejects the unknown id in %j', (text, rule, next, line, column) => {
    const error = refusal(text);
    expect(error.code).toBe('config_unknown_rule');
    expect(error.message).toBe(`There is no integrity rule \`${rule}\`.`);
    expect(error.next).toBe(next);
    expect(error.place).toEqual({ file: 'hydra.toml', line, column });
  });

  test.each(['change_not_tested', 'changes_answers', 'flaky_on_candidate', 'flaky_new_tests', 'no_effect', 'protected_path'])(
    'accepts %s, a finding without a rule',
    (id) => {
      const text = `[scoring.integrity.severity]\n${id} = "off"`;
      expect(() => validateConfig(parseToml(text, 'hydra.toml'), 'hydra.toml')).not.toThrow();
    },
  );

  test('rejects paths for a rule whose findings name no file', () => {
    const error = refusal('[scoring.integrity.allow]\ntests_vanished = ["web/"]');
    expect(error.message).toBe('`tests_vanished` cannot be a name under [scoring.integrity.allow].');
    expect(error.next).toBe(
      'The rule is about a candidate as a whole, not about a path. Set tests_vanished = "info" under [scoring.integrity.severity] to allow it.',
    );
  });

  test('accepts every id of the documentation', () => {
    const text = INTEGRITY_RULES.map(({ id }) => `scoring.integrity.severity.${id} = "off"`).join('\n');
    expect(() => validateConfig(parseToml(text, 'f'), 'f')).not.toThrow();
  });
});

describe('strings that cannot work', () => {
  const CONTROL = 'it contains the control character';
  const OUTSIDE = 'it is not a path below the top folder of the repository';
  const DOTS = 'no path in a repository has a part `.` or `..`';

  test.each<[string, string, string, number, number]>([
    ['[scoring.commands]\ntest = "\\u0000"', 'scoring.commands.test', `${CONTROL} U+0000`, 2, 8],
    ['[scoring.commands]\ntest = "a\\u001bb"', 'scoring.commands.test', `${CONTROL} U+001B`, 2, 8],
    ['[workspace]\nsetup = "a\\u0000"', 'workspace.setup', `${CONTROL} U+0000`, 2, 9],
    ['[scoring.build.targets]\n"a\\u0007" = "make"', 'scoring.build.targets."a\\u0007"', `${CONTROL} U+0007`, 2, 1],
    ['[prices."\\u0000"]\ninput = 1\noutput = 1', 'prices."\\u0000"', `${CONTROL} U+0000`, 1, 9],
    [
      '[scoring.metrics.size]\ncommand = "\\u0000"\nread = "last number"\nbetter = "lower"\nweight = 1',
      'scoring.metrics.size.command',
      `${CONTROL} U+0000`,
      2,
      11,
    ],
    ['[race]\nagents = ["codex", "a\\u0000"]', 'race.agents[1]', `${CONTROL} U+0000`, 2, 20],
    ['[merge]\nprotected_branches = ["\\u0000"]', 'merge.protected_branches[0]', `${CONTROL} U+0000`, 2, 23],
    ['[task]\nacceptance = ["\\u0000"]', 'task.acceptance[0]', `${CONTROL} U+0000`, 2, 15],
    ['[scoring.commands]\ntest = "  "', 'scoring.commands.test', 'it is only white space', 2, 8],
    ['[agents.a]\ncommand = [" ", "x"]', 'agents.a.command[0]', 'it is only white space', 2, 12],
    ['[sandbox]\nread = ["/opt", "relative"]', 'sandbox.read[1]', 'it is a relative path', 2, 17],
    ['[sandbox]\nread = ["~"]', 'sandbox.read[0]', 'it is a relative path', 2, 9],
    ['[workspace]\ncopy = [".env", "/etc/passwd"]', 'workspace.copy[1]', OUTSIDE, 2, 17],
    ['[workspace]\nlink = ["../other"]', 'workspace.link[0]', OUTSIDE, 2, 9],
    ['[workspace]\nlink = ["."]', 'workspace.link[0]', OUTSIDE, 2, 9],
    ['[agents.a]\ncommand = ["x"]\nusage_file = "../usage.json"', 'agents.a.usage_file', OUTSIDE, 3, 14],
    ['[agents.a]\ncommand = ["x"]\nenv = ["KEY=1"]', 'agents.a.env[0]', 'it is not the name of an environment variable', 3, 8],
    ['[scoring.diff_scope]\nprotected_paths = ["../infra"]', 'scoring.diff_scope.protected_paths[0]', DOTS, 2, 20],
    ['[scoring.diff_scope]\nallowed_paths = ["."]', 'scoring.diff_scope.allowed_paths[0]', DOTS, 2, 18],
    ['[scoring.tests]\nmay_change = ["a/./b"]', 'scoring.tests.may_change[0]', DOTS, 2, 15],
    ['[scoring.integrity.allow]\ntests_skipped = ["../a"]', 'scoring.integrity.allow.tests_skipped[0]', DOTS, 2, 18],
    [
      `[scoring.diff_scope]\nprotected_paths = ["${'a'.repeat(5000)}"]`,
      'scoring.diff_scope.protected_paths[0]',
      'it is longer than 4096 characters',
      2,
      20,
    ],
  ])('rejects %j', (text, key, problem, line, column) => {
    const error = refusal(text);
    expect(error.code).toBe('config_unusable_text');
    expect(error.message).toBe(`\`${key}\` cannot be used: ${problem}.`);
    expect(error.place).toEqual({ file: 'hydra.toml', line, column });
  });

  test('accepts commands of several lines, patterns and absolute paths', () => {
    const text = [
      "[scoring.commands]\ntest = '''\n\tmake deps\r\n\tmake test\n'''",
      '[sandbox]\nread = ["/opt/sdk", "~/.cache/x"]',
      '[workspace]\ncopy = [".env", "./config/local.json"]',
      '[scoring.diff_scope]\nprotected_paths = ["/", "./infra/", ".github/**", "..hidden", "a{b,c}"]',
      '[agents.a]\ncommand = ["x", "two\\nlines"]\nenv = ["KEY", "AWS_*"]\nusage_file = "out/usage.json"',
    ].join('\n');
    expect(() => validateConfig(parseToml(text, 'f'), 'f')).not.toThrow();
  });
});
