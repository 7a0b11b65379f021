import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../../../../test/temporary-repository.ts';

let folder = '';
let hook = '';

/** Fake runners that print how they were called. */
const PROGRAMS = [
  'node_modules/jest/bin/jest.js',
  'node_modules/jest-cli/bin/jest.js',
  'node_modules/.bin/jest',
  'node_modules/vitest/vitest.mjs',
  'node_modules/.bin/vitest',
  'node_modules/mocha/bin/mocha.js',
  'node_modules/npm/bin/npm-cli.js',
  'node_modules/@playwright/test/cli.js',
  'node_modules/.bin/playwright',
];
const ECHO = `const { HYDRA_REPORTS, HYDRA_NODE_OPTIONS, NODE_OPTIONS, PW_TEST_REPORTER } = process.env;
process.stdout.write(JSON.stringify({ pid: process.pid, argv: process.argv.slice(2), env: { HYDRA_REPORTS, HYDRA_NODE_OPTIONS, NODE_OPTIONS, PW_TEST_REPORTER } }));
`;

beforeAll(async () => {
  folder = temporaryFolder();
  // Its types are all that makes it TypeScript.
  const source = readFileSync(fileURLToPath(new URL('./runner-hook.cts', import.meta.url)), 'utf8');
  const script = source.replaceAll('(...options: string[])', '(...options)');
  writeFiles(folder, { 'hook.cjs': script, ...Object.fromEntries(PROGRAMS.map((program) => [program, ECHO])) });
  hook = join(folder, 'hook.cjs');
});

interface Called {
  pid: number;
  argv: string[];
  env: Record<string, string>;
}

function call(program: string, args: string[], variables: Record<string, string> = {}): Called {
  const env = { HYDRA_REPORTS: '/reports', HYDRA_NODE_OPTIONS: '', NODE_OPTIONS: `--require ${hook}`, ...variables };
  return JSON.parse(execFileSync(process.execPath, [join(folder, program), ...args], { env, encoding: 'utf8' })) as Called;
}

/** The arguments with the process id as PID. */
function argumentsOf(program: string, ...args: string[]): string[] {
  const { pid, argv } = call(program, args);
  return argv.map((argument) => argument.replace(String(pid), 'PID'));
}

describe('jest', () => {
  const added = ['--json', '--outputFile=/reports/jest-PID.json'];

  test.each(PROGRAMS.slice(0, 3))('%s writes a report', (program) => {
    expect(argumentsOf(program, '--ci', 'src')).toEqual(['--ci', 'src', ...added]);
  });

  test('keeps arguments after --', () => {
    expect(argumentsOf('node_modules/.bin/jest', '--ci', '--', 'src')).toEqual(['--ci', ...added, '--', 'src']);
  });

  test.each(['--json', '--outputFile=mine.json', '--listTests', '--watch', '--watchAll', '--showConfig'])(
    'not with %s',
    (option) => {
      expect(argumentsOf('node_modules/.bin/jest', option)).toEqual([option]);
    },
  );
});

describe('vitest', () => {
  const added = ['--reporter=json', '--outputFile.json=/reports/vitest-PID.json'];

  test.each(PROGRAMS.slice(3, 5))('%s writes a report in addition to its output', (program) => {
    expect(argumentsOf(program, 'run')).toEqual(['run', '--reporter=default', ...added]);
  });

  test("keeps the command's own reporter", () => {
    expect(argumentsOf('node_modules/.bin/vitest', '--reporter=dot')).toEqual(['--reporter=dot', ...added]);
    expect(argumentsOf('node_modules/.bin/vitest', '--reporter', 'dot')).toEqual(['--reporter', 'dot', ...added]);
  });

  test.each(['--outputFile=x', '--outputFile.json=x', 'list', 'init', 'bench'])('not with %s', (option) => {
    expect(argumentsOf('node_modules/.bin/vitest', option)).toEqual([option]);
  });
});

describe('Playwright', () => {
  test.each(PROGRAMS.slice(7))('%s gets one more reporter', (program) => {
    const { argv, env } = call(program, ['test', '--reporter=dot']);
    expect(argv).toEqual(['test', '--reporter=dot']);
    expect(env).toEqual({
      HYDRA_REPORTS: '/reports',
      PW_TEST_REPORTER: `${folder}/../../playwright/hooks/playwright-reporter.mjs`,
    });
  });

  test('only when it runs tests', () => {
    expect(call('node_modules/.bin/playwright', ['install']).env).toEqual({});
  });

  test("keeps a reporter of the user's environment", () => {
    const own = { PW_TEST_REPORTER: 'mine.js' };
    expect(call('node_modules/.bin/playwright', ['test'], own).env).toEqual(own);
  });
});

describe('coverage of the changed files', () => {
  const variables = { HYDRA_COVERAGE: '/cover', HYDRA_COVERAGE_PATHS: 'src/a.js\nsrc/b.ts\nc.py', HYDRA_COVERAGE_ROOT: '/w' };
  const optionsOf = (program: string) => {
    const { pid, argv } = call(program, ['x'], variables);
    return argv.map((argument) => argument.replace(String(pid), 'PID')).filter((argument) => /cover/i.test(argument));
  };

  test('jest measures only them', () => {
    expect(optionsOf('node_modules/.bin/jest')).toEqual([
      '--coverage',
      '--coverageReporters=lcovonly',
      '--coverageDirectory=/cover/jest-PID',
      '--collectCoverageFrom=src/a.js',
      '--collectCoverageFrom=src/b.ts',
    ]);
  });

  test('vitest measures only them', () => {
    expect(optionsOf('node_modules/.bin/vitest')).toEqual([
      '--coverage.enabled=true',
      '--coverage.reporter=lcovonly',
      '--coverage.reportsDirectory=/cover/vitest-PID',
      '--coverage.include=src/a.js',
      '--coverage.include=src/b.ts',
    ]);
  });

  test('another program gets no options', () => {
    expect(optionsOf('node_modules/mocha/bin/mocha.js')).toEqual([]);
  });
});

test('another program keeps its arguments, and neither it nor its children see the variables', () => {
  const { argv, env } = call('node_modules/mocha/bin/mocha.js', ['x']);
  expect([argv, env]).toEqual([['x'], {}]);
});

test('a package manager passes the variables on', () => {
  const { argv, env } = call('node_modules/npm/bin/npm-cli.js', ['test']);
  expect([argv, env]).toEqual([
    ['test'],
    { HYDRA_REPORTS: '/reports', HYDRA_NODE_OPTIONS: '', NODE_OPTIONS: `--require ${hook}` },
  ]);
});
test('does nothing without a folder for reports', () => {
  expect(call('node_modules/.bin/jest', ['x'], { HYDRA_REPORTS: '' }).argv).toEqual(['x']);
});

test("the tests of a runner see the user's variables", () => {
  expect(call('node_modules/.bin/jest', []).env).toEqual({});
  expect(call('node_modules/.bin/vitest', [], { HYDRA_NODE_OPTIONS: '--no-warnings' }).env).toEqual({
    NODE_OPTIONS: '--no-warnings',
  });
});
