// `hydra parse` on the command line: stdout, stderr, and very long output.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../temporary-repository.ts';
import { ensureProgram, MAIN, runHydra, runProgram } from './run-hydra.ts';

const folder = temporaryFolder();
const TESTS = 60_000;

beforeAll(async () => {
  await ensureProgram();
  writeFileSync(join(folder, 'green.tap'), '1..2\nok 1 - swims\nok 2 - dives # SKIP no water\n');
  writeFileSync(join(folder, 'nothing.log'), 'hello\n');
  const points = Array.from({ length: TESTS }, (_, index) => `ok ${index + 1} - a test with the number ${index + 1}\n`);
  writeFileSync(join(folder, 'long.tap'), `1..${TESTS}\n${points.join('')}`);
});

function summaryOf(line: string) {
  const { file, parser, precision, passed, failed, skipped, total, tests } = JSON.parse(line);
  return { file, parser, precision, passed, failed, skipped, total, tests };
}

const GREEN = {
  ...{ file: 'green.tap', parser: 'tap', precision: 'exact', passed: 1, failed: 0, skipped: 1, total: 2 },
  tests: [
    { id: 'swims', status: 'passed' },
    { id: 'dives', status: 'skipped' },
  ],
};

test('prints one line of JSON per file, in order', async () => {
  const { stdout, stderr, exitCode } = await runHydra(['parse', '--kind', 'test', 'green.tap', 'nothing.log'], folder);
  const [green = '', nothing = '', rest] = stdout.split('\n');
  expect(summaryOf(green)).toEqual(GREEN);
  expect(summaryOf(nothing)).toMatchObject({ file: 'nothing.log', parser: 'none', precision: 'none', total: 0 });
  expect([rest, stderr, exitCode]).toEqual(['', '', 0]);
});

test('reports a missing file and keeps the results of the files before it', async () => {
  const { stdout, stderr, exitCode } = await runHydra(['parse', '--kind', 'test', 'long.tap', 'missing.log'], folder);
  expect(summaryOf(stdout)).toMatchObject({ file: 'long.tap', precision: 'exact', passed: TESTS, total: TESTS });
  expect(stderr).toContain('hydra: Cannot read the file: there is no such file.\n  at missing.log\n');
  expect(exitCode).toBe(2);
});

describe('output that is longer than a pipe buffer', () => {
  test('arrives complete at a slow reader', async () => {
    const command = `"$0" "$1" parse --kind test long.tap green.tap | { read -r first; printf '%s\\n' "$first"; cat; }`;
    const { stdout, stderr } = await runProgram('sh', ['-c', command, process.execPath, MAIN], folder);
    const [long = '', green = ''] = stdout.split('\n');
    expect(summaryOf(long)).toMatchObject({ precision: 'exact', passed: TESTS, total: TESTS });
    expect(JSON.parse(long).tests.at(-1)).toEqual({ id: `a test with the number ${TESTS}`, status: 'passed' });
    expect(summaryOf(green)).toEqual(GREEN);
    expect(stderr).toBe('');
  });

  test('stops when the reader closes the pipe', async () => {
    const command = `{ "$0" "$1" parse --kind test long.tap; echo "exit $?" >&2; } | head -c 20`;
    const { stdout, stderr } = await runProgram('sh', ['-c', command, process.execPath, MAIN], folder);
    expect([stdout, stderr]).toEqual(['{"failed":0,"file":"', 'exit 0\n']);
  });
});

test('rejects an unknown kind and lists the valid ones', async () => {
  const { stdout, stderr, exitCode } = await runHydra(['parse', '--kind', 'tests', 'green.tap'], folder);
  expect([stdout, exitCode]).toEqual(['', 2]);
  expect(stderr).toContain('Expected --kind to be test, lint or security, got `tests`.');
});
