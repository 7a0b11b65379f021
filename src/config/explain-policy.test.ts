import { describe, expect, test } from 'vitest';
import fc from '../../test/seeded-properties.ts';
import { listPolicyValues } from './explain-policy.ts';
import { parseToml } from './parse-toml.ts';
import { type PolicyOverrides, resolvePolicy } from './resolve-policy.ts';
import { formatKey, formatValue } from './toml-text.ts';

function rowsOf(fileText: string | null, overrides: PolicyOverrides = {}): string[] {
  const rows = listPolicyValues(resolvePolicy({ fileText, fileName: 'hydra.toml', overrides }));
  return rows.map(({ key, value, origin }) => `${key} = ${value}  # ${origin}`);
}

describe('listPolicyValues', () => {
  test('lists every key with its default, in the order of the policy', () => {
    expect(rowsOf(null)).toEqual([
      'task.acceptance = []  # default',
      'task.examples = "count"  # default',
      'scoring.profile = none  # default',
      'scoring.accept_likely = false  # default',
      'scoring.commands.build = false  # default',
      'scoring.commands.test = false  # default',
      'scoring.commands.lint = false  # default',
      'scoring.commands.security = "auto"  # default',
      'scoring.timeouts.build = 300  # default',
      'scoring.timeouts.test = 600  # default',
      'scoring.timeouts.lint = 300  # default',
      'scoring.timeouts.security = 300  # default',
      'scoring.timeouts.metric = 300  # default',
      'scoring.weights.build = 30  # default',
      'scoring.weights.tests = 30  # default',
      'scoring.weights.acceptance = 20  # default',
      'scoring.weights.cross_tests = 20  # default',
      'scoring.weights.lint = 15  # default',
      'scoring.weights.diff_scope = 15  # default',
      'scoring.weights.speed = 10  # default',
      'scoring.weights.cost = 0  # default',
      'scoring.weights.security = 0  # default',
      'scoring.weights.coverage = 0  # default',
      'scoring.gates.require_build_pass = true  # default',
      'scoring.gates.max_test_regression_percent = 0  # default',
      'scoring.gates.security_severity = "high"  # default',
      'scoring.build.mode = "binary"  # default',
      'scoring.build.targets = {}  # default',
      'scoring.build.required = []  # default',
      'scoring.tests.regression_by = "identity"  # default',
      'scoring.tests.dropped = "count_as_failed"  # default',
      'scoring.tests.fail_on_drop_percent = false  # default',
      'scoring.tests.may_change = []  # default',
      'scoring.tests.reruns = 2  # default',
      'scoring.diff_scope.max_files_soft = 20  # default',
      'scoring.diff_scope.max_churn_soft = 800  # default',
      'scoring.diff_scope.protected_paths = []  # default',
      'scoring.diff_scope.allowed_paths = []  # default',
      'scoring.diff_scope.normalize = "syntax"  # default',
      'scoring.speed.count_failed = true  # default',
      'scoring.cross_tests.enabled = true  # default',
      'scoring.cross_tests.max_minutes = 10  # default',
      'scoring.answers.enabled = true  # default',
      'scoring.answers.max_minutes = 2  # default',
      'scoring.ranking.mergeable_first = true  # default',
      'scoring.integrity.enabled = true  # default',
      'scoring.integrity.canary = true  # default',
      'scoring.integrity.independent = true  # default',
      'scoring.integrity.severity = {}  # default',
      'scoring.integrity.allow = {}  # default',
      'scoring.environment.variables = []  # default',
      'scoring.metrics = {}  # default',
      'workspace.setup = "auto"  # default',
      'workspace.copy = []  # default',
      'workspace.link = []  # default',
      'workspace.alone = []  # default',
      'workspace.disk_limit_mb = 20480  # default',
      'sandbox.mode = "auto"  # default',
      'sandbox.network.build = "loopback"  # default',
      'sandbox.network.test = "loopback"  # default',
      'sandbox.network.lint = "loopback"  # default',
      'sandbox.network.security = "on"  # default',
      'sandbox.network.metric = "loopback"  # default',
      'sandbox.read = []  # default',
      'merge.protected_branches = []  # default',
      'race.agents = []  # default',
      'race.allow_experimental = false  # default',
      'race.test_author = false  # default',
      'race.start_timeout_seconds = 120  # default',
      'race.idle_timeout_seconds = 600  # default',
      'race.timeout_seconds = 3600  # default',
      'race.disk_limit_mb = 20480  # default',
      'race.sandbox = false  # default',
      'race.budget_usd = false  # default',
      'race.budget_tokens = false  # default',
      'race.agent_budget_usd = false  # default',
      'race.agent_budget_tokens = false  # default',
      'agents = {}  # default',
      'prices = {}  # default',
    ]);
  });

  test('lists each value with its origin, whatever the order of the file', () => {
    const text =
      '[agents."a.b"]\ncommand = ["x", "{task}"]\n\n[scoring.weights]\nlint = 5\nbuild = 2.5\n[scoring]\nprofile = "js-node"\n';
    const rows = rowsOf(text, { weights: { tests: 1 } });
    expect(rows.filter((row) => !row.endsWith('# default'))).toEqual([
      'scoring.profile = "js-node"  # hydra.toml:8',
      'scoring.commands.build = "npm run build"  # profile js-node',
      'scoring.commands.test = "npm test -- --runInBand"  # profile js-node',
      'scoring.commands.lint = "npm run lint"  # profile js-node',
      'scoring.weights.build = 2.5  # hydra.toml:6',
      'scoring.weights.tests = 1  # --weight',
      'scoring.weights.lint = 5  # hydra.toml:5',
      'agents."a.b".command = ["x", "{task}"]  # hydra.toml:2',
    ]);
  });

  test('names the preset of a value', () => {
    const rows = rowsOf('[scoring]\npreset = "founding"\nweights.coverage = 3\n');
    expect(rows.filter((row) => !row.endsWith('# default'))).toEqual([
      'scoring.weights.acceptance = 0  # preset founding',
      'scoring.weights.cross_tests = 0  # preset founding',
      'scoring.weights.coverage = 3  # hydra.toml:3',
      'scoring.cross_tests.enabled = false  # preset founding',
    ]);
  });

  test('escapes control characters of a value', () => {
    const [row] = rowsOf('scoring.commands.build = "a\\r\\n\\tb"').filter((text) => text.includes('hydra.toml'));
    expect(row).toBe('scoring.commands.build = "a\\r\\n\\tb"  # hydra.toml:1');
  });
});

describe('a listed value', () => {
  const text = fc.string({ unit: 'binary' });

  test('can be pasted back into hydra.toml', () => {
    const value = fc.oneof(text, fc.array(text), fc.double({ noDefaultInfinity: true, noNaN: true }), fc.integer(), fc.boolean());
    fc.assert(
      fc.property(text, value, (key, written) => {
        const document = parseToml(`${formatKey([key])} = ${formatValue(written)}`, 'f');
        expect(document.value[key]).toEqual(written === 0 ? 0 : written);
      }),
    );
  });
});
