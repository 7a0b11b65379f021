// `normalize = "syntax"` from the diff to the explanation, with real git and real processes.
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Scorecard } from '../../src/contract/index.ts';
import { createRepository, temporaryFolder, writeFiles } from '../temporary-repository.ts';
import { ensureProgram, runHydra } from './run-hydra.ts';

beforeAll(ensureProgram);

const CONFIG = (normalize: string) => `[scoring.commands]
test = "sh test.sh"
[scoring.diff_scope]
max_churn_soft = 40
normalize = "${normalize}"
[scoring.tests]
reruns = 0
[scoring.integrity]
independent = false
`;

const NUMBERS = Array.from({ length: 60 }, (_, at) => at);
const PLAIN = `${NUMBERS.map((at) => `exports.name${at} = 'value ${at}'`).join('\n')}\n`;
const FORMATTED = `${NUMBERS.map((at) => `exports.name${at} =\n    "value ${at}";\n`).join('\n')}\n`;

function candidates(normalize: string): string {
  return createRepository(
    {
      'hydra.toml': CONFIG(normalize),
      'test.sh':
        'echo "TAP version 13"; echo 1..1; grep -q fixed code.js && echo "ok 1 - a" || echo "not ok 1 - a"; grep -q fixed code.js\n',
      'code.js': PLAIN,
    },
    {
      careful: { 'code.js': PLAIN.replace('value 7', 'fixed') },
      formatter: { 'code.js': FORMATTED.replace('value 7', 'fixed') },
    },
  );
}

function newestRun(folder: string): string {
  const runs = join(folder, '.hydra/runs');
  return join(runs, readdirSync(runs).sort().at(-1) ?? '');
}

async function score(folder: string): Promise<Record<string, number | null>> {
  const { stdout } = await runHydra(['score', '--json', '--base', 'main', 'careful', 'formatter'], folder);
  const { rankings } = JSON.parse(stdout) as Scorecard;
  return Object.fromEntries(rankings.map(({ agent, breakdown }) => [agent, breakdown.diff_scope ?? null]));
}

test('a reformatted file costs no points, and the run replays without its repository', async () => {
  const folder = candidates('syntax');
  expect(await score(folder)).toEqual({ careful: 100, formatter: 100 });
  const explained = await runHydra(['explain', 'formatter', 'diff_scope'], folder);
  const step = [
    '  churn = added_token_lines + removed_token_lines - moved_lines + other_lines',
    '        = 1 + 1 - 0 + 0',
    '        = 2',
  ];
  expect(explained.stdout).toContain(`${step.join('\n')}\n`);
  const copy = join(temporaryFolder(), 'run');
  cpSync(newestRun(folder), copy, { recursive: true });
  rmSync(folder, { recursive: true });
  const replayed = await runHydra(['replay', copy], join(copy, '..'));
  expect([replayed.exitCode, replayed.stdout]).toEqual([0, expect.stringContaining('every byte')]);
});

test('another configuration of the same run counts its white space', async () => {
  const folder = candidates('whitespace');
  expect(await score(folder)).toEqual({ careful: 100, formatter: 33.3 });
  writeFiles(folder, { 'other.toml': CONFIG('syntax') });
  const replayed = await runHydra(['replay', '--config', 'other.toml', '--json'], folder);
  const { rankings } = JSON.parse(replayed.stdout) as Scorecard;
  expect(rankings.map(({ agent, breakdown }) => [agent, breakdown.diff_scope])).toEqual([
    ['careful', 100],
    ['formatter', 100],
  ]);
});
