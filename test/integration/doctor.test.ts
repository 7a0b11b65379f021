// `hydra doctor` runs the baseline tests in the user's environment and under Hydra, with real runners, and compares them.
import { execFile, spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, test } from 'vitest';
import { bareEnvironment, makeBarePath } from '../../scripts/bare-path.mjs';
import { createRepository, type Files, temporaryFolder } from '../temporary-repository.ts';
import { ensureProgram, MAIN } from './run-hydra.ts';

beforeAll(ensureProgram, 120_000);

interface Said {
  exitCode: number | null;
  sandbox: string[];
  /** The last lines, which are about the comparison. */
  compared: string[];
  progress: string[];
}

/** The complete environment, because the advice lists its variables. */
function doctor(files: Files, command: string, env: Record<string, string> = {}): Promise<Said> {
  const config = `[scoring.commands]\ntest = ${JSON.stringify(command)}\n`;
  const cwd = createRepository({ 'hydra.toml': config, ...files });
  const { PATH = '', HOME = '', TMPDIR = '/tmp' } = process.env;
  const options = { cwd, env: { PATH, HOME, TMPDIR, XDG_CACHE_HOME: temporaryFolder(), ...env } };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [MAIN, 'doctor'], options, (_error, stdout, stderr) => {
      const lines = stdout.split('\n').slice(0, -1);
      const [from, to] = [' sandbox: ', ' baseline tests: '].map((subject) => lines.findIndex((line) => line.includes(subject)));
      const sandbox = lines.slice(from, to === -1 ? undefined : to);
      const compared = to === -1 ? [] : lines.slice(to);
      const progress = stderr
        .replaceAll(/\d+\.\d s/g, 'N s')
        .split('\n')
        .slice(0, -1);
      resolve({ exitCode: child.exitCode, sandbox, compared, progress });
    });
  });
}

const AGAIN =
  '      next: Run it again to rule out flaky tests. If they differ again, the tests depend on the environment or on the';

const NODE_TEST = `const assert = require('node:assert');
const { test } = require('node:test');
test('adds', () => assert.equal(1 + 2, 3));
`;

describe('node:test', () => {
  test('reports equal results, with the progress of both runs', async () => {
    const said = await doctor({ 'a.test.js': `${NODE_TEST}test('divides', () => assert.equal(1 / 2, 2));\n` }, 'node --test');
    expect(said).toMatchObject({
      exitCode: 0,
      compared: ['ok    baseline tests: same results in your environment and under Hydra: 1 passed, 1 failed, 0 skipped'],
      progress: [
        'base: test started: in your environment',
        'base: test failed with exit code 1 in N s',
        'base: test started: under Hydra',
        'base: test failed with exit code 1 in N s',
      ],
    });
  });

  test("reports tests that fail only because the command is not the project's own", async () => {
    const files = {
      'package.json': JSON.stringify({ scripts: { test: 'FLAG=1 node --test' } }),
      'a.test.js': `${NODE_TEST}test('has its flag', () => assert.equal(process.env.FLAG, '1'));\n`,
    };
    const { exitCode, compared, progress } = await doctor(files, 'node --test');
    expect(compared).toEqual([
      "FAULT baseline tests: with `node --test`: 2 tests, 1 fail on the base; the project's own `npm test` passes (package.json has a script `test`)",
      '      next: Set test = "npm test" under [scoring.commands] in hydra.toml, or run `hydra init --force`.',
    ]);
    expect(exitCode).toBe(2);
    expect(progress).toContain('base: test started: with npm test');
  });

  const LOGS_IN = `${NODE_TEST}test('logs in', () => assert.equal(process.env.SERVICE_TOKEN, 'opener'));\n`;

  test('reports a test that needs a variable that checks do not get, without its value', async () => {
    const { exitCode, compared } = await doctor({ 'a.test.js': LOGS_IN }, 'node --test', { SERVICE_TOKEN: 'opener' });
    expect(compared).toEqual([
      'note  baseline tests: results differ: in your environment 2 passed, 0 failed, 0 skipped; under Hydra 1 passed, 1 failed, 0 skipped. logs in: passed in your environment, failed under Hydra',
      expect.stringMatching(/^ +next: .* folder they run in\. Checks do not get these variables: .*\bSERVICE_TOKEN\b.*\.$/),
    ]);
    expect(exitCode).toBe(0);
  });

  test('reports equal counts of different tests', async () => {
    const tests = `test('without a terminal', () => assert.equal(process.env.TERM_PROGRAM, undefined));
test('in a terminal', () => assert.equal(process.env.TERM_PROGRAM, 'kitty'));
`;
    const { compared } = await doctor({ 'a.test.js': `${NODE_TEST}${tests}` }, 'node --test', { TERM_PROGRAM: 'kitty' });
    expect(compared).toEqual([
      'note  baseline tests: results differ: 2 passed, 1 failed, 0 skipped both in your environment and under Hydra, but not for the same tests. in a terminal: passed in your environment, failed under Hydra; without a terminal: failed in your environment, passed under Hydra',
      `${AGAIN} folder they run in.`,
    ]);
  });
});

function starts(program: string, ...args: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

const hasPytest = starts('python3', '-m', 'pytest', '--version');
describe.skipIf(!hasPytest)(hasPytest ? 'pytest' : 'pytest is not installed', () => {
  const PYTEST = 'python3 -m pytest -q -p no:cacheprovider';
  const SUITE = `import os
import pytest

def test_adds():
    assert 1 + 2 == 3

@pytest.mark.skip
def test_later():
    pass
`;

  test('compares console output without names and a report with names', async () => {
    const { compared } = await doctor({ 'test_a.py': SUITE }, PYTEST);
    expect(compared).toEqual([
      'ok    baseline tests: same results in your environment and under Hydra: 1 passed, 0 failed, 1 skipped',
    ]);
  });

  test('reports a suite that fails when pytest is asked for a report', async () => {
    const asked = 'def test_no_options():\n    assert "PYTEST_ADDOPTS" not in os.environ\n';
    const { compared, progress } = await doctor({ 'test_a.py': `${SUITE}\n${asked}` }, PYTEST);
    expect(compared).toEqual([
      'note  baseline tests: results differ only when Hydra requests a report: in your environment 2 passed, 0 failed, 1 skipped; under Hydra 1 passed, 1 failed, 1 skipped',
      '      next: `hydra score` detects this and runs the tests without a report. If a second `hydra doctor` gives another result, the tests are flaky.',
    ]);
    expect(progress.filter((line) => line.includes('started'))).toEqual([
      'base: test started: in your environment',
      'base: test started: under Hydra',
      'base: test started: under Hydra, without a report',
    ]);
  });
});

const hasGo = starts('go', 'version');
test.skipIf(!hasGo)(hasGo ? 'go test counts packages in the shell and tests under Hydra' : 'go is not installed', async () => {
  const files = {
    'go.mod': 'module example.org/sum\n\ngo 1.18\n',
    'sum_test.go': 'package sum\n\nimport "testing"\n\nfunc TestOne(t *testing.T) {}\n\nfunc TestTwo(t *testing.T) {}\n',
  };
  const { compared } = await doctor(files, 'go test ./...');
  expect(compared).toEqual([
    'ok    baseline tests: same failures and exit code; in your environment 1 passed, 0 failed, 0 skipped; under Hydra 2 passed, 0 failed, 0 skipped',
  ]);
});

test('reports a command without readable results', async () => {
  const { exitCode, compared } = await doctor({}, 'echo done; exit 3');
  expect(compared).toEqual([
    'note  baseline tests: same results in your environment and under Hydra: no counts, exit code 3',
    '      next: No test results were found. Run `hydra init --force` to find a command that gives one.',
  ]);
  expect(exitCode).toBe(0);
});

const SANDBOX_OFF = 'note  sandbox: turned off in hydra.toml: checks run with all your rights';
const INSTALL = '      next: Install bubblewrap and see docs/sandbox.md.';
test.skipIf(process.platform !== 'linux').each([
  ['auto', 0, ['note  sandbox: checks run with all your rights: the program bwrap is not installed', INSTALL]],
  ['require', 2, ['FAULT sandbox: required, and it does not work: the program bwrap is not installed', INSTALL]],
  ['off', 0, [SANDBOX_OFF]],
])('without bubblewrap and with sandbox mode %s, exits with %i', async (mode, exitCode, expected) => {
  makeBarePath();
  const config = `[scoring.commands]\ntest = "true"\n[sandbox]\nmode = "${mode}"\n`;
  const said = await doctor({ 'hydra.toml': config }, '', { PATH: bareEnvironment().PATH });
  expect([said.exitCode, said.sandbox]).toEqual([exitCode, expected]);
});

test('reports a failed set-up with its first error line', async () => {
  const config = '[scoring.commands]\ntest = "true"\n[workspace]\nsetup = "no-such-installer"\n';
  const { exitCode, compared } = await doctor({ 'hydra.toml': config }, 'true');
  expect(compared).toEqual([
    expect.stringMatching(
      /^FAULT baseline tests: The set-up command `no-such-installer` failed on the base: exit code 127\. .*no-such-installer: not found$/,
    ),
    '      next: Correct `setup` under [workspace] in hydra.toml, or run `hydra init --force` to find a command that works.',
  ]);
  expect(exitCode).toBe(2);
});
