import { describe, expect, test } from 'vitest';
import { DEFAULT_POLICY, type Policy } from './index.ts';
import { buildTargets, planChecks } from './planned-checks.ts';

function policyWith(scoring: Partial<Policy['scoring']>, workspace: Partial<Policy['workspace']> = {}): Policy {
  return {
    ...DEFAULT_POLICY,
    scoring: { ...DEFAULT_POLICY.scoring, ...scoring },
    workspace: { ...DEFAULT_POLICY.workspace, ...workspace },
  };
}

const COMMANDS = { build: 'make', test: 'make test', lint: 'make lint', security: 'npm audit' };

test('plans nothing without configuration', () => {
  expect(planChecks(DEFAULT_POLICY)).toEqual([]);
  expect(buildTargets(DEFAULT_POLICY)).toEqual([]);
});

test('plans every check in order, with its own time limit', () => {
  const timeouts = { build: 1, test: 2, lint: 3, security: 4, metric: 5 };
  expect(planChecks(policyWith({ commands: COMMANDS, timeouts }, { alone: ['test'] }))).toEqual([
    { id: 'build', kind: 'build', command: 'make', timeoutSeconds: 1, alone: false },
    { id: 'test', kind: 'test', command: 'make test', timeoutSeconds: 2, alone: true },
    { id: 'lint', kind: 'lint', command: 'make lint', timeoutSeconds: 3, alone: false },
    { id: 'security', kind: 'security', command: 'npm audit', timeoutSeconds: 4, alone: false },
  ]);
});

test('omits a disabled check', () => {
  const ids = planChecks(policyWith({ commands: { ...COMMANDS, build: null, security: null } })).map(({ id }) => id);
  expect(ids).toEqual(['test', 'lint']);
});

describe('build targets', () => {
  const targets = { web: 'make web', api: 'make api' };

  test('run after the build and before the tests in gradient mode', () => {
    const policy = policyWith({ commands: COMMANDS, build: { mode: 'gradient', targets, required: [] } }, { alone: ['build'] });
    const plan = planChecks(policy).map(({ id, kind, command, alone }) => [id, kind, command, alone]);
    expect(plan.slice(0, 4)).toEqual([
      ['build', 'build', 'make', true],
      ['build.web', 'build', 'make web', true],
      ['build.api', 'build', 'make api', true],
      ['test', 'test', 'make test', false],
    ]);
    expect(buildTargets(policy)).toEqual([
      { name: 'web', check: 'build.web' },
      { name: 'api', check: 'build.api' },
    ]);
  });

  test('need no build command', () => {
    const commands = { ...COMMANDS, build: null };
    const plan = planChecks(policyWith({ commands, build: { mode: 'gradient', targets, required: [] } }));
    expect(plan.map(({ id }) => id)).toEqual(['build.web', 'build.api', 'test', 'lint', 'security']);
  });

  test('are ignored in binary mode', () => {
    const policy = policyWith({ commands: COMMANDS, build: { mode: 'binary', targets, required: [] } });
    expect(planChecks(policy).map(({ id }) => id)).toEqual(['build', 'test', 'lint', 'security']);
    expect(buildTargets(policy)).toEqual([]);
  });
});
