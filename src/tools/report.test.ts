import { describe, expect, test } from 'vitest';
import { asksForReports, expandScripts, keepGoing, listEveryTest, requestReports } from './report.ts';
import type { ReportRequest } from './tool.ts';

const HOOK = /^--require \/hooks\/shared\/hooks\/runner-hook\.cjs/;

const REQUEST = {
  folder: '/reports',
  env: {},
  delimiter: ':',
  hookPath: (path: string) => `/hooks/${path}`,
  hookUrl: (path: string) => `file:///hooks/${path}`,
};

function asked(scripts: string | string[], changes: Partial<ReportRequest> = {}): Record<string, string> {
  return requestReports({ ...REQUEST, scripts: [scripts].flat(), ...changes });
}

/** The options after the one that loads the hook. */
function nodeOptions(scripts: string | string[], changes: Partial<ReportRequest> = {}): string {
  return (asked(scripts, changes).NODE_OPTIONS ?? '').replace(HOOK, '').trim();
}

const PYTEST = '--junitxml=/reports/pytest.xml -o junit_family=xunit1 -o junit_suite_name=hydra-pytest';

test('a command that starts Node loads the hook, after the options of the user', () => {
  const { NODE_OPTIONS, ...others } = asked('npm test');
  expect(NODE_OPTIONS).toMatch(new RegExp(`${HOOK.source}$`));
  expect(others).toEqual({ HYDRA_REPORTS: '/reports', HYDRA_NODE_OPTIONS: '' });
  const own = asked('npm test', { env: { NODE_OPTIONS: '--no-warnings' } });
  expect(own.NODE_OPTIONS).toMatch(/^--no-warnings --require /);
  expect(own.HYDRA_NODE_OPTIONS).toBe('--no-warnings');
});

test('a command that may start pytest requests its report, after the options of the user', () => {
  expect(asked('just test')).toEqual({ PYTEST_ADDOPTS: PYTEST });
  expect(asked('just test', { env: { PYTEST_ADDOPTS: '-x' } })).toEqual({ PYTEST_ADDOPTS: `-x ${PYTEST}` });
});

test.each(['go test ./...', 'cargo test', 'ctest', 'mvn test', './gradlew test', 'sbt test', 'php artisan test', 'dotnet build'])(
  '%s sets no variable',
  (command) => {
    expect(asked(command)).toEqual({});
  },
);

test('a command that starts RSpec loads the listener, after the options of the user', () => {
  const { SPEC_OPTS, ...others } = asked('bundle exec rspec', { env: { SPEC_OPTS: '--seed 1' } });
  expect(SPEC_OPTS).toMatch(/^--seed 1 --require \/hooks\/rspec\/hooks\/rspec_report\.rb$/);
  expect(others).toEqual({ HYDRA_REPORTS: '/reports', HYDRA_SPEC_OPTS: '--seed 1' });
  expect(asked('rspec').SPEC_OPTS).toMatch(/^--require /);
});

test.each(['ruby -Itest test/a_test.rb', 'bin/rails test'])('%s adds the plugin of Minitest to the load path', (command) => {
  const { RUBYLIB, ...others } = asked(command, { env: { RUBYLIB: '/own' } });
  expect(RUBYLIB).toMatch(/^\/own:\/hooks\/minitest\/hooks$/);
  expect(others).toEqual({ HYDRA_REPORTS: '/reports' });
  expect(asked(command).RUBYLIB).toMatch(/^\/[^:]+$/);
});

test('rake may start RSpec or Minitest', () => {
  expect(Object.keys(asked('bundle exec rake test')).sort()).toEqual([
    'HYDRA_REPORTS',
    'HYDRA_SPEC_OPTS',
    'RUBYLIB',
    'SPEC_OPTS',
  ]);
});

test.each(['vendor/bin/phpunit', 'composer test'])('%s adds PHP settings to those of the machine', (command) => {
  const { PHP_INI_SCAN_DIR, HYDRA_PHP_HOOK, ...others } = asked(command);
  expect(PHP_INI_SCAN_DIR).toMatch(/^:\/hooks\/phpunit\/hooks$/);
  expect(HYDRA_PHP_HOOK).toMatch(/^\/hooks\/phpunit\/hooks\/prepend\.php$/);
  expect(others).toEqual({ HYDRA_REPORTS: '/reports' });
  const own = asked(command, { env: { PHP_INI_SCAN_DIR: '/own' } });
  expect(own.PHP_INI_SCAN_DIR).toMatch(/^\/own:/);
  expect(own.HYDRA_PHP_INI_SCAN_DIR).toBe('/own');
});

test.each([
  './build/unit_tests',
  'cd build && ./LedgerTest --gtest_brief=1',
  'make check',
  'A=1 out/test-ledger',
  'cmake -B b; b/tests',
])('%s may start a GoogleTest program', (command) => {
  expect(asked(command).GTEST_OUTPUT).toBe('json:/reports/googletest/');
});

test.each([
  '.venv/bin/pytest',
  'node_modules/.bin/vitest run',
  'pytest src/tests',
  'scripts/test.sh',
  'ctest --test-dir build/tests',
])('%s starts no GoogleTest program', (command) => {
  expect(asked(command)).not.toHaveProperty('GTEST_OUTPUT');
});

test('dotnet test writes TRX files', () => {
  expect(asked('dotnet test --no-build')).toEqual({ VSTestLogger: 'trx', VSTestResultsDirectory: '/reports/dotnet' });
});

test('finds the scripts that a command runs, including pre and post scripts', () => {
  const scripts = { test: 'node --test && npm run types', types: 'tsc', pretest: 'npm run build', build: 'rollup', other: 'x' };
  expect(expandScripts('npm test', scripts)).toEqual([
    'npm test',
    'npm run build',
    'node --test && npm run types',
    'rollup',
    'tsc',
  ]);
  expect(expandScripts('npm run loop', { loop: 'npm run loop' })).toEqual(['npm run loop', 'npm run loop']);
});

describe("Node's own runner", () => {
  const reporters =
    /^--test-reporter=file:\/\/\S+\/node-test-console\.mjs --test-reporter-destination=stdout --test-reporter=file:\/\/\S+\/node-test-reporter\.mjs\?folder=%2Freports --test-reporter-destination=stdout$/;

  test.each([
    ['node --test'],
    ['node --test test/*.js'],
    ['cd app && node --import tsx --test src'],
    ['npm test', 'node --test'],
    ['npm run unit', 'tsc && node --test dist'],
    ['node --test a && node --test b'],
    ['npm test', 'node --test && npm run types', 'tsc'],
  ])('%j writes a report', (...scripts) => {
    expect(nodeOptions(scripts)).toMatch(reporters);
  });

  test.each([
    ['make test'],
    ['node test.js'],
    ['node --test-only x.js'],
    // The commands of the workspaces are unknown.
    ['npm test --workspaces', 'node --test'],
    ['npm test -ws', 'node --test'],
    ['npm test', 'node --test', 'make after'],
    // Node fails if one of two reporters has no destination.
    ['node --test --test-reporter=dot'],
  ])('%j stays unchanged', (...scripts) => {
    expect(nodeOptions(scripts)).toBe('');
  });
});

test.each([
  ['pytest', true],
  ['python3 -m pytest -q tests/pytest_plugins', true],
  ['pip install pytest-xdist && pytest -c pytest.ini', true],
  ['pytest unit && pytest integration', false],
])('%s: requests a report of pytest: %s', (command, expected) => {
  expect('PYTEST_ADDOPTS' in asked(command)).toBe(expected);
});

test('quotes a folder with blanks and quotes', () => {
  const { NODE_OPTIONS, PYTEST_ADDOPTS } = asked('node --test && pytest', { folder: '/a "b" c' });
  expect(NODE_OPTIONS).toContain('?folder=%2Fa%20%22b%22%20c ');
  expect(PYTEST_ADDOPTS).toBe('--junitxml="/a \\"b\\" c/pytest.xml" -o junit_family=xunit1 -o junit_suite_name=hydra-pytest');
});

test.each([
  ['go test ./...', 'go test -json ./...'],
  ['go test', 'go test -json'],
  ['go test -race -count=1 ./a ./b', 'go test -json -race -count=1 ./a ./b'],
  ['go test -json ./...', 'go test -json ./...'],
  ['go test ./... | tee log', 'go test ./... | tee log'],
  ['go vet ./... && go test ./...', 'go vet ./... && go test ./...'],
  ['go test $PACKAGES', 'go test $PACKAGES'],
  ['make test', 'make test'],
])('runs %s as %s', (command, run) => {
  expect(listEveryTest(command)).toBe(run);
});

test.each([
  ['cargo test', 'cargo test --no-fail-fast'],
  ['cargo test --offline -p a', 'cargo test --no-fail-fast --offline -p a'],
  ['cargo test --no-fail-fast', 'cargo test --no-fail-fast'],
  ['cargo test && cargo run', 'cargo test && cargo run'],
  ['cargo test "$X"', 'cargo test "$X"'],
  ['cargo testing', 'cargo testing'],
  ['make test', 'make test'],
])('%j continues after a failure as %j', (command, expected) => {
  expect(keepGoing(command)).toBe(expected);
});

test.each([
  ['npm test', true],
  ['go test ./...', true],
  ['go test ./... | tee log', false],
  ['cargo test', false],
  ['bundle exec rspec', true],
  // Their reports are written anyway.
  ['mvn test', false],
])('%s requests a report: %s', (command, expected) => {
  expect(asksForReports(command, { test: 'node --test' })).toBe(expected);
});
