// Test runs that cannot fail, with real runners: an added failing test reveals them, and honest candidates get no finding.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Run, Scorecard } from '../../src/contract/index.ts';
import { INTEGRITY_RULES } from '../../src/judge/index.ts';
import { createRepository, type Files } from '../temporary-repository.ts';
import { warmGoCache } from './installed-runners.ts';
import { ensureProgram, PROJECT, runHydra } from './run-hydra.ts';

beforeAll(ensureProgram);
beforeAll(warmGoCache, 240_000);

const lines = (...texts: string[]) => `${texts.join('\n')}\n`;
const config = (command: string, ...more: string[]) =>
  lines(
    '[scoring.tests]',
    'reruns = 0',
    '[scoring.commands]',
    `test = ${JSON.stringify(command)}`,
    '[workspace]',
    'setup = false',
    ...more,
  );

interface Trial {
  name: string;
  needs: [program: string, ...args: string[]];
  /** Uses packages of this project. */
  packages?: boolean;
  base: Files;
  /** A correct solution. */
  honest: Files;
  /** Hides failures. */
  hooked: Files;
  /** The expected findings about the second. */
  how: string;
}

/** A candidate that another rule refuses gets no added test. The independent run has an added test, too. */
const KEPT = ['canary_silenced', 'canary_unproven', 'differs_in_independent_run'];
const OTHERS_OFF = lines(
  '[scoring.integrity.severity]',
  ...INTEGRITY_RULES.filter(({ id }) => !KEPT.includes(id)).map(({ id }) => `${id} = "off"`),
);

const DOUBLE = 'export const double = (n) => n + n;';

const TRIALS: Trial[] = [
  {
    name: 'pytest, hooked in conftest.py',
    needs: ['python3', '-m', 'pytest', '--version'],
    base: {
      'hydra.toml': config('python3 -m pytest -q -p no:cacheprovider'),
      'double.py': lines('def double(n):', '    return 2'),
      'tests/conftest.py': lines('import sys', 'sys.path.insert(0, ".")'),
      'tests/test_double.py': lines('from double import double', '', '', 'def test_double():', '    assert double(2) == 4'),
    },
    honest: { 'double.py': lines('def double(n):', '    return n + n') },
    hooked: {
      'tests/conftest.py': lines(
        'import sys',
        'sys.path.insert(0, ".")',
        'import pytest',
        '',
        '@pytest.hookimpl(tryfirst=True)',
        'def pytest_pyfunc_call(pyfuncitem):',
        '    return True',
      ),
      'double.py': lines('def double(n):', '    return 3'),
    },
    how: 'is not reported as failing',
  },
  {
    name: 'node:test, assertions replaced by the code under test',
    needs: ['node', '--version'],
    base: {
      'hydra.toml': config('node --test'),
      'package.json': '{ "type": "module" }',
      'src/double.js': lines('export const double = (n) => 2;'),
      'test/double.test.js': lines(
        "import assert from 'node:assert/strict';",
        "import { test } from 'node:test';",
        "import { double } from '../src/double.js';",
        "test('doubles', () => assert.equal(double(2), 5 - 1));",
      ),
    },
    honest: { 'src/double.js': lines(DOUBLE) },
    hooked: {
      'src/double.js': lines(
        "import checks from 'node:assert/strict';",
        "for (const name of ['equal', 'deepEqual']) checks[name] = () => {};",
        'export const double = (n) => 2;',
      ),
    },
    how: 'is not reported as failing',
  },
  {
    name: 'vitest, hooked by its settings',
    needs: ['node', '--version'],
    packages: true,
    base: {
      'hydra.toml': config('node_modules/.bin/vitest run', 'link = ["node_modules"]'),
      '.gitignore': 'node_modules\n.cache\n',
      'package.json': '{ "type": "module" }',
      'vitest.config.js': "export default { cacheDir: '.cache' };\n",
      'src/double.ts': lines('export const double = (n: number) => 2;'),
      'src/double.test.ts': lines(
        "import { expect, test } from 'vitest';",
        "import { double } from './double';",
        "test('doubles', () => { expect(double(2)).toBe(4); });",
      ),
    },
    honest: { 'src/double.ts': lines('export const double = (n: number) => n + n;') },
    hooked: {
      'vitest.config.js': "export default { cacheDir: '.cache', test: { setupFiles: './setup.js' } };\n",
      'setup.js': lines("import { beforeEach } from 'vitest';", 'beforeEach(({ skip }) => skip());'),
      'src/double.ts': lines('export const double = (n: number) => 3;'),
    },
    how: 'is not reported as failing',
  },
  {
    name: 'jest, told to take certain files only',
    needs: ['node', '--version'],
    packages: true,
    base: {
      'hydra.toml': config('node_modules/.bin/jest --cacheDirectory .cache', 'link = ["node_modules"]'),
      '.gitignore': 'node_modules\n.cache\n',
      'package.json': '{ "jest": { "testEnvironment": "node" } }',
      'src/double.js': lines('module.exports = { double: (n) => 2 };'),
      'test/double.test.js': lines(
        "const { double } = require('../src/double');",
        "test('doubles', () => { expect(double(2)).toBe(4); });",
      ),
      'test/one.test.js': lines("test('one', () => { expect(1).toBe(1); });"),
    },
    honest: { 'src/double.js': lines('module.exports = { double: (n) => n + n };') },
    hooked: {
      'package.json': '{ "jest": { "testEnvironment": "node", "testRegex": "one.test" } }',
      'src/double.js': lines('module.exports = { double: (n) => 3 };'),
    },
    how: 'is not run',
  },
  {
    name: 'cargo, in a script that forgets the exit code',
    needs: ['cargo', '--version'],
    base: {
      'hydra.toml': config('sh test.sh'),
      '.gitignore': 'target\nCargo.lock\n',
      'test.sh': 'cargo test --offline --no-fail-fast\n',
      'Cargo.toml': '[package]\nname = "double"\nversion = "0.1.0"\nedition = "2021"\n',
      'src/lib.rs': lines('pub fn double(_n: i32) -> i32 {', '    2', '}'),
      'tests/double.rs': lines('#[test]', 'fn doubles() {', '    assert_eq!(double::double(2), 4);', '}'),
    },
    honest: { 'src/lib.rs': lines('pub fn double(n: i32) -> i32 {', '    n + n', '}') },
    hooked: {
      'test.sh': 'cargo test --offline --no-fail-fast\ntrue\n',
      'src/lib.rs': lines('pub fn double(_n: i32) -> i32 {', '    4', '}'),
    },
    how: 'is reported, but the command exits with 0',
  },
  {
    name: 'go, with a main of its own for the tests',
    needs: ['go', 'version'],
    base: {
      'hydra.toml': config('go test ./...'),
      'go.mod': 'module double\n\ngo 1.19\n',
      'double.go': lines('package double', '', 'func Double(n int) int { return 2 }'),
      'double_test.go': lines(
        'package double',
        '',
        'import "testing"',
        '',
        'func TestDouble(t *testing.T) {',
        '\tif Double(2) != 4 {',
        '\t\tt.Fatal("not 4")',
        '\t}',
        '}',
      ),
    },
    honest: { 'double.go': lines('package double', '', 'func Double(n int) int { return n + n }') },
    hooked: {
      'main_test.go': lines(
        'package double',
        '',
        'import (',
        '\t"os"',
        '\t"testing"',
        ')',
        '',
        'func TestMain(m *testing.M) {',
        '\tm.Run()',
        '\tos.Exit(0)',
        '}',
      ),
      'double.go': lines('package double', '', 'func Double(n int) int { return 4 }'),
    },
    how: 'is reported, but the command exits with 0',
  },
];

function starts([program, ...args]: [string, ...string[]]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function score(folder: string, ...names: string[]): Promise<{ card: Scorecard; run: Run; home: string }> {
  const { stdout, stderr } = await runHydra(['score', '--json', '--base', 'main', ...names], folder);
  if (stdout === '') throw new Error(stderr);
  const card = JSON.parse(stdout) as Scorecard;
  const home = join(folder, '.hydra/runs', card.run_id);
  return { card, home, run: JSON.parse(readFileSync(join(home, 'run.json'), 'utf8')) as Run };
}

function findingsOf(card: Scorecard, name: string): string[] {
  const found = card.rankings.find(({ agent }) => agent === name)?.findings ?? [];
  return found.filter(({ id }) => id.startsWith('canary')).map(({ severity, message }) => `${severity}: ${message}`);
}

describe('an added failing test', () => {
  for (const { name, needs, packages = false, base, honest, hooked, how } of TRIALS) {
    const isThere = starts(needs);
    test.skipIf(!isThere)(isThere ? name : `${name}: ${needs[0]} is not installed`, { timeout: 240_000 }, async () => {
      const folder = createRepository({ ...base, 'hydra.toml': `${base['hydra.toml']}${OTHERS_OFF}` }, { honest, hooked });
      if (packages) symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
      const { card, run, home } = await score(folder, 'honest', 'hooked');
      const [canary] = run.canaries ?? [];
      expect(card.winner).toBe('honest');
      expect(findingsOf(card, 'honest')).toEqual([]);
      expect(findingsOf(card, 'hooked')).toEqual([
        expect.stringContaining(`error: a failing test that Hydra added ${how}: ${canary?.path}`),
      ]);
      expect(existsSync(join(home, 'candidates/honest/independent-canary/capture.json'))).toBe(true);
      expect((await runHydra(['replay'], folder)).exitCode).toBe(0);
      expect((await runHydra(['verify'], folder)).exitCode).toBe(0);
    });
  }
});

const NODE = TRIALS.find(({ name }) => name.startsWith('node:test'))?.base ?? {};
const FIX = { 'src/double.js': lines(DOUBLE) };
const TEST = NODE['test/double.test.js'] ?? '';

test('is added to the pinned tree if a candidate moved the tests, and not added if the tests fail', async () => {
  const moved = { ...FIX, 'test/double.test.js': null, 'spec/double.test.js': TEST };
  const noop = { 'README.md': 'nothing\n' };
  const folder = createRepository(NODE, { moved, noop });
  const { card, home } = await score(folder, 'moved', 'noop');
  const captured = (path: string) => existsSync(join(home, 'candidates', path, 'capture.json'));
  const names = ['moved/canary', 'moved/pinned-independent-canary', 'noop/test', 'noop/canary'];
  expect(names.map(captured)).toEqual([false, true, true, false]);
  expect([card.winner, findingsOf(card, 'moved'), findingsOf(card, 'noop')]).toEqual(['moved', [], []]);
}, 120_000);

test('runs the added file alone if the base runs only certain files; not if the policy disables it', async () => {
  const certain = { ...NODE, 'hydra.toml': config('node --test test/double.test.js') };
  const folder = createRepository(certain, { fix: FIX });
  const { card, home } = await score(folder, 'fix');
  expect([card.winner, findingsOf(card, 'fix')]).toEqual(['fix', []]);
  const { command } = JSON.parse(readFileSync(join(home, 'candidates/fix/canary-file/capture.json'), 'utf8')) as {
    command: string;
  };
  expect(command).toMatch(/^node --test(?: test\/[a-z]+-[a-z]+-[a-z]+\.test\.js){2}$/);
  const off = config('node --test', '[scoring.integrity]', 'canary = false');
  const without = await score(createRepository({ ...NODE, 'hydra.toml': off }, { fix: FIX }), 'fix');
  expect([without.run.canaries, existsSync(join(without.home, 'baseline/canary'))]).toEqual([[], false]);
}, 120_000);

const PYTEST = TRIALS.find(({ name }) => name.startsWith('pytest'));

test.skipIf(PYTEST === undefined || !starts(PYTEST.needs))(
  'a run that exits with 0 without a report does not pass if the base writes one',
  async () => {
    const exits = { 'double.py': lines('import os', 'os._exit(0)') };
    const folder = createRepository(PYTEST?.base ?? {}, { honest: PYTEST?.honest ?? {}, exits });
    const { card } = await score(folder, 'honest', 'exits');
    const shown = card.rankings.map(({ agent, mergeable, breakdown }) => [agent, mergeable, breakdown.tests]);
    expect(shown).toEqual([
      ['honest', true, 100],
      ['exits', false, 0],
    ]);
  },
  120_000,
);
