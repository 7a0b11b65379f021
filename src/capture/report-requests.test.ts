import { describe, expect, test } from 'vitest';
import {
  asksForReports,
  expandScripts,
  type ReportRequest,
  reportingCommand,
  requestReports,
  untilTheEnd,
} from './report-requests.ts';

const HOOK = /^--require \S+\/capture\/runner-hook\.cjs/;

function asked(scripts: string | string[], changes: Partial<ReportRequest> = {}): Record<string, string> {
  return requestReports({ scripts: [scripts].flat(), folder: '/reports', env: {}, ...changes });
}

/** The options after the one that loads the hook. */
function nodeOptions(scripts: string | string[], changes: Partial<ReportRequest> = {}): string {
  return (asked(scripts, changes).NODE_OPTIONS ?? '').replace(HOOK, '').trim();
}

const PYTEST = '--junitxml=/reports/pytest.xml -o junit_family=xunit1 -o junit_suite_name=hydra-pytest';

test('a command that starts Node loads the hook, behind the options of the user', () => {
  const { NODE_OPTIONS, ...others } = asked('npm test');
  expect(NODE_OPTIONS).toMatch(new RegExp(`${HOOK.source}$`));
  expect(others).toEqual({ HYDRA_REPORTS: '/reports', HYDRA_NODE_OPTIONS: '' });
  const own = asked('npm test', { env: { NODE_OPTIONS: '--no-warnings' } });
  expect(own.NODE_OPTIONS).toMatch(/^--no-warnings --require /);
  expect(own.HYDRA_NODE_OPTIONS).toBe('--no-warnings');
});

test('a command that may start pytest asks for its report, behind the options of the user', () => {
  expect(asked('make test')).toEqual({ PYTEST_ADDOPTS: PYTEST });
  expect(asked('make test', { env: { PYTEST_ADDOPTS: '-x' } })).toEqual({ PYTEST_ADDOPTS: `-x ${PYTEST}` });
});

test.each(['go test ./...', 'cargo test', 'ctest', 'bundle exec rspec', './gradlew test'])('%s sets no variable', (command) => {
  expect(asked(command)).toEqual({});
});

test('finds the scripts that a command leads to, and those around them', () => {
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
    // What the workspaces run is not known.
    ['npm test --workspaces', 'node --test'],
    ['npm test -ws', 'node --test'],
    ['npm test', 'node --test', 'make after'],
    // Node stops when one of two reporters has no destination.
    ['node --test --test-reporter=dot'],
  ])('%j is left alone', (...scripts) => {
    expect(nodeOptions(scripts)).toBe('');
  });
});

test.each([
  ['pytest', true],
  ['python3 -m pytest -q tests/pytest_plugins', true],
  ['pip install pytest-xdist && pytest -c pytest.ini', true],
  ['pytest unit && pytest integration', false],
])('%s: a report of pytest is asked for: %s', (command, expected) => {
  expect('PYTEST_ADDOPTS' in asked(command)).toBe(expected);
});

test('a folder with blanks and quotes is quoted', () => {
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
])('%s is run as %s', (command, run) => {
  expect(reportingCommand(command)).toBe(run);
});

test.each([
  ['cargo test', 'cargo test --no-fail-fast'],
  ['cargo test --offline -p a', 'cargo test --no-fail-fast --offline -p a'],
  ['cargo test --no-fail-fast', 'cargo test --no-fail-fast'],
  ['cargo test && cargo run', 'cargo test && cargo run'],
  ['cargo test "$X"', 'cargo test "$X"'],
  ['cargo testing', 'cargo testing'],
  ['make test', 'make test'],
])('%j goes on behind a failure as %j', (command, expected) => {
  expect(untilTheEnd(command)).toBe(expected);
});

test.each([
  ['npm test', true],
  ['go test ./...', true],
  ['go test ./... | tee log', false],
  ['cargo test', false],
])('%s asks for a report: %s', (command, expected) => {
  expect(asksForReports(command, { test: 'node --test' })).toBe(expected);
});
