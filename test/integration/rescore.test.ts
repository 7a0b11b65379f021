// `hydra score --task`, `hydra score --again` and `hydra combine` with real git.
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Run, Scorecard } from '../../src/contract/index.ts';
import { createRepository, git, temporaryFolder } from '../temporary-repository.ts';
import { ensureProgram, runHydra } from './run-hydra.ts';

beforeAll(ensureProgram);

const CONFIG = '[scoring.commands]\ntest = "sh test.sh"\n';
/** Each line of the file is a test. */
const TEST = `echo "TAP version 13"; echo 1..2; n=1
for word in first second; do
  if grep -q "$word" code.txt; then echo "ok $n - $word"; else echo "not ok $n - $word"; bad=1; fi; n=$((n + 1))
done
exit \${bad:-0}
`;
const LINES = ['1', '2', '3', '4', '5', '6', '7', '8', '9', ''];
const withLine = (number: number, text: string) => LINES.map((line, index) => (index === number - 1 ? text : line)).join('\n');
const BASE = { 'hydra.toml': CONFIG, 'test.sh': TEST, 'code.txt': LINES.join('\n') };
const BRANCHES = {
  top: { 'code.txt': withLine(1, 'first') },
  end: { 'code.txt': withLine(9, 'second') },
  same: { 'code.txt': withLine(1, 'second') },
};

/** Scored with `top`, `end` and `same`. */
async function scored(...more: string[]): Promise<string> {
  const folder = createRepository(BASE, BRANCHES);
  const { stderr, stdout } = await runHydra(['score', '--base', 'main', 'top', 'end', 'same', ...more], folder);
  if (stdout === '') throw new Error(stderr);
  return folder;
}

const runsOf = (folder: string) => readdirSync(join(folder, '.hydra/runs')).sort();
const runOf = (folder: string, id: string) =>
  JSON.parse(readFileSync(join(folder, '.hydra/runs', id, 'run.json'), 'utf8')) as Run;

test('stores and shows the task, from text or from a file, and uses it in the merge message', async () => {
  const folder = await scored('--task', 'Write both words');
  expect((await runHydra(['show'], folder)).stdout).toMatch(/^Task: Write both words\n/);
  expect((await runHydra(['show', '--markdown'], folder)).stdout).toContain('\nTask: Write both words\n');
  expect(
    (await runHydra(['merge', 'top', '--to-branch', 'merged', '--force', '--reason', 'test', '--yes'], folder)).exitCode,
  ).toBe(0);
  expect(git(folder, 'log', '-1', '--format=%s', 'merged').trim()).toBe('Write both words');
  writeFileSync(join(folder, 'TASK.md'), '# Words\n\nWrite the first word.\n');
  await runHydra(['score', '--base', 'main', 'top', '--task', 'TASK.md'], folder);
  expect(runOf(folder, runsOf(folder).at(-1) ?? '').task).toBe('# Words\n\nWrite the first word.');
  const empty = await runHydra(['score', '--base', 'main', 'top', '--task', ' '], folder);
  expect([empty.exitCode, empty.stderr]).toEqual([2, expect.stringContaining('Describe the task')]);
});

test('--again scores the stored candidates with other checks, without their branches, and leaves the old run unchanged', async () => {
  const folder = await scored('--task', 'Write both words');
  const [old = ''] = runsOf(folder);
  const copy = temporaryFolder();
  cpSync(join(folder, '.hydra/runs', old), copy, { recursive: true });
  git(folder, 'branch', '-D', 'top', 'end', 'same');
  writeFileSync(join(folder, 'other.toml'), '[scoring.commands]\ntest = "sh test.sh"\nbuild = "grep -q first code.txt"\n');
  const { stdout, stderr } = await runHydra(['score', '--again', old, '--config', 'other.toml', '--json'], folder);
  const card = JSON.parse(stdout || stderr) as Scorecard;
  expect(card.rankings.map(({ agent, breakdown }) => [agent, breakdown.build]).sort()).toEqual([
    ['end', 0],
    ['same', 0],
    ['top', 100],
  ]);
  const again = runOf(folder, card.run_id);
  expect([again.again_of, again.task, again.candidates.length]).toEqual([old, 'Write both words', 3]);
  expect((await runHydra(['verify', old], folder)).exitCode).toBe(0);
  expect(readFileSync(join(copy, 'manifest.json'), 'utf8')).toBe(
    readFileSync(join(folder, '.hydra/runs', old, 'manifest.json'), 'utf8'),
  );
  const same = await runHydra(['score', '--again', old, '--json'], folder);
  const first = JSON.parse(readFileSync(join(copy, 'scorecard.json'), 'utf8')) as Scorecard;
  expect(JSON.parse(same.stdout).rankings).toEqual(first.rankings);
  const refused = await runHydra(['score', '--again', old, 'top'], folder);
  expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('so `top` cannot be given')]);
});

test('combine scores the changes of two candidates together', async () => {
  const folder = await scored();
  const { stdout, stderr, exitCode } = await runHydra(['combine', 'top', 'end', '--json'], folder);
  expect([exitCode, stdout === '' ? stderr : '']).toEqual([0, '']);
  const card = JSON.parse(stdout) as Scorecard;
  expect([card.winner, card.rankings.length, card.rankings[0]?.breakdown.tests]).toEqual(['top-and-end', 4, 100]);
  const { candidates } = runOf(folder, card.run_id);
  const combined = candidates.find(({ name }) => name === 'top-and-end');
  const patch = readFileSync(join(folder, '.hydra/runs', card.run_id, 'candidates/top-and-end/diff.patch'), 'utf8');
  expect(combined?.source.kind).toBe('ref');
  expect(patch.split('\n').filter((line) => /^[+-]\w/.test(line))).toEqual(['-1', '+first', '-9', '+second']);
});

test('combine makes nothing where two candidates change the same lines, or one contains the other', async () => {
  const folder = await scored();
  const conflict = await runHydra(['combine', 'top', 'same'], folder);
  expect(conflict.exitCode).toBe(2);
  expect(conflict.stderr).toContain('hydra: `top` and `same` change the same lines of code.txt, so nothing was combined.\n');
  expect(runsOf(folder)).toHaveLength(1);
  const usage = await runHydra(['combine', 'top'], folder);
  expect([usage.exitCode, usage.stderr]).toEqual([2, expect.stringContaining('Name two candidates')]);
  const unknown = await runHydra(['combine', 'top', 'nobody'], folder);
  expect([unknown.exitCode, unknown.stderr]).toEqual([2, expect.stringContaining('nobody')]);
});
