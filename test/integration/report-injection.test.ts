// Requesting a report changes neither the exit code nor the output of a command, and the report agrees with both.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { TestSummary } from '../../src/contract/index.ts';
import { cleanEnvironment } from '../../src/exec/index.ts';
import { temporaryFolder, writeFiles } from '../temporary-repository.ts';
import { RUNNERS } from './report-runners.ts';
import { type Hydra, loadHydra, type Ran, run } from './reported-runs.ts';
import { PROJECT } from './run-hydra.ts';

// Build tools for Java start several virtual machines.
vi.setConfig({ testTimeout: 180_000 });

let hydra: Hydra;
beforeAll(async () => {
  hydra = await loadHydra();
});

/**
 * The sorted lines of both streams: jest prints test logs on the other stream when it writes a report.
 * Without durations, times of day, memory and addresses, and without the runner's messages about the report.
 */
function linesOf({ stdout, stderr }: Ran, aboutReport: RegExp): string[] {
  return stripVTControlCharacters(`${stdout}\n${stderr}`)
    .replace(aboutReport, '')
    .replace(/\d+(?:\.\d+)?(?: ?m?s\b| seconds?\b)/g, 'TIME')
    .replace(/(duration_ms:? )[\d.]+/g, '$1TIME')
    .replace(/\d\d:\d\d[:.]\d\d\d?/g, 'TIME')
    .replace(/[\d.]+ (runs\/s|assertions\/s|MB)\b/g, 'SPEED $1')
    .replace(', estimated TIME', '')
    .replace(/\b0x[0-9a-f]+/g, 'ADDRESS')
    .replace(/=+(.*?)=+/g, '=$1=')
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .sort();
}

function withoutFile(id: string): string {
  return id.slice(id.indexOf(' > ') + ' > '.length);
}

describe.each(RUNNERS)('$name', (runner) => {
  const { command, files, prepare = [], aboutReport, reports: names, ids, consoleHasFiles, missing } = runner;
  const reason = missing?.() ?? null;

  test.skipIf(reason !== null)(`ends and prints the same${reason === null ? '' : `: ${reason}`}`, async () => {
    const folder = temporaryFolder();
    writeFiles(folder, files);
    symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
    for (const [program, ...args] of prepare) execFileSync(program, args, { cwd: folder });
    const reports = join(temporaryFolder(), 'a folder');
    mkdirSync(reports);
    const env = cleanEnvironment(process.env);
    const scripts = [command, 'node --test'].slice(0, command.startsWith('npm') ? 2 : 1);
    const asked = hydra.requestReports({ scripts, folder: reports, env });

    // A runner without a request runs the same command twice.
    const without = Object.keys(asked).length === 0 ? null : await run(folder, command, env);
    const collectReports = hydra.watchReports({ folder, reports }, scripts);
    const withReport = await run(folder, command, { ...env, ...asked });
    expect(withReport.exitCode).toBe(1);
    if (without !== null) {
      expect(without.exitCode).toBe(1);
      expect(linesOf(withReport, aboutReport)).toEqual(linesOf(without, aboutReport));
    }

    const written = collectReports(folder);
    expect(written.map(({ name }) => name)).toEqual(names.map((name) => expect.stringMatching(name)));
    const read = hydra.parse('', written.map(({ file }) => readFileSync(file, 'utf8')).join('\n'), 1, folder);
    const console = hydra.parse(command, `${withReport.stdout}\n${withReport.stderr}`, 1, folder);
    const counts = { passed: 1, failed: 1, skipped: 1, total: 3 };
    expect(read).toMatchObject({ precision: 'exact', ...counts });
    expect(console).toMatchObject(counts);
    const idsOf = ({ tests }: TestSummary) => tests.map(({ id }) => id).sort();
    expect(idsOf(read)).toEqual(ids);
    // If the console has every test name, with its file or without.
    if (console.precision === 'exact') expect(ids.map((id) => (consoleHasFiles ? id : withoutFile(id)))).toEqual(idsOf(console));
  });
});

test('a runner that a test starts writes no report', async () => {
  const folder = temporaryFolder();
  writeFiles(folder, {
    'inner/inner.test.js': "require('node:test').test('inner', () => {});\n",
    'outer.test.js': `const { execFileSync } = require('node:child_process');
const { test } = require('node:test');
test('outer', () => {
  const { NODE_TEST_CONTEXT, ...env } = process.env;
  execFileSync(process.execPath, ['--test', 'inner/inner.test.js'], { env });
  for (const name of ['HYDRA_REPORTS', 'HYDRA_NODE_OPTIONS', 'NODE_OPTIONS']) require('node:assert').ok(!(name in process.env), name);
});
`,
  });
  const reports = temporaryFolder();
  const command = 'node --test outer.test.js';
  const env = cleanEnvironment(process.env);
  const { NODE_OPTIONS: _unused, ...own } = env;
  const asked = hydra.requestReports({ scripts: [command], folder: reports, env: own });
  expect(await run(folder, command, { ...own, ...asked })).toMatchObject({ exitCode: 0 });
  const written = readdirSync(reports);
  expect(written).toEqual([expect.stringMatching(/^node-test-\d+\.jsonl$/)]);
  const { tests } = hydra.parse('', readFileSync(join(reports, written[0] ?? ''), 'utf8'), 0, folder);
  expect(tests.map(({ id, status }) => `${id} ${status}`)).toEqual(['outer.test.js > outer passed']);
});

test('every run of node:test in a command writes a report', async () => {
  const folder = temporaryFolder();
  const passing = "require('node:test').test('passes', () => {});\n";
  writeFiles(folder, { 'a.test.js': passing, 'b.test.js': passing });
  const reports = temporaryFolder();
  const command = 'node --test a.test.js && node --test b.test.js';
  const { NODE_OPTIONS: _unused, ...own } = cleanEnvironment(process.env);
  const asked = hydra.requestReports({ scripts: [command], folder: reports, env: own });
  expect(await run(folder, command, { ...own, ...asked })).toMatchObject({ exitCode: 0 });
  const ids = readdirSync(reports).map((name) => hydra.parse('', readFileSync(join(reports, name), 'utf8'), 0, folder).tests);
  expect(
    ids
      .flat()
      .map(({ id }) => id)
      .sort(),
  ).toEqual(['a.test.js > passes', 'b.test.js > passes']);
});
