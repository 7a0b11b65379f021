// `hydra accept` with real runs: contested tests are decided without running checks again.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Scorecard, TestDecision } from '../../src/contract/index.ts';
import { CONTESTED_BRANCHES, CONTESTED_PROJECT } from '../contested-project.ts';
import { createRepository, git } from '../temporary-repository.ts';
import { ensureProgram, runHydra } from './run-hydra.ts';

beforeAll(ensureProgram, 120_000);

async function scored(): Promise<{ folder: string; card: Scorecard }> {
  const folder = createRepository(CONTESTED_PROJECT, CONTESTED_BRANCHES);
  const { stdout, stderr } = await runHydra(['score', '--json', '--base', 'main', ...Object.keys(CONTESTED_BRANCHES)], folder);
  if (stdout === '') throw new Error(stderr);
  return { folder, card: JSON.parse(stdout) as Scorecard };
}

function decisionsOf(folder: string, run: string): TestDecision[] {
  const place = join(folder, '.hydra/runs', run, 'decisions');
  return readdirSync(place)
    .sort()
    .map((name) => JSON.parse(readFileSync(join(place, name), 'utf8')) as TestDecision);
}

describe('a candidate that changes what a test expects', () => {
  test('needs a decision, and the run is scored again with it', async () => {
    const { folder, card } = await scored();
    const { run_id: run } = card;
    expect(card.verdict).toMatchObject({ class: 'contested', leaders: [] });
    expect(card.verdict.next).toContain(`hydra accept ${run} changes`);
    expect(card.rankings.map(({ agent, mergeable, needs_review: waits }) => [agent, mergeable, waits])).toEqual([
      ['keeps', true, false],
      ['changes', false, true],
      ['writes', false, false],
    ]);
    const refused = await runHydra(['merge', '--yes'], folder);
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('needs a decision')]);

    const accepted = await runHydra(['accept', run, 'changes'], folder);
    expect(accepted.exitCode).toBe(0);
    expect(accepted.stdout).toMatch(/^Level: changes and keeps /);
    expect(accepted.stdout).toContain(`Accepted 1 changed test of changes in run ${run}:\n  greets\n`);
    expect(decisionsOf(folder, run)).toMatchObject([{ kind: 'accept', candidate: 'changes', tests: ['greets'], number: 1 }]);
    expect((await runHydra(['verify'], folder)).stdout).toContain('every file is as it was');
    const replayed = await runHydra(['replay'], folder);
    expect([replayed.exitCode, replayed.stdout]).toEqual([0, expect.stringContaining('every byte')]);

    const level = await runHydra(['merge', '--yes'], folder);
    expect([level.exitCode, level.stderr]).toEqual([2, expect.stringContaining('changes and keeps are level')]);
    expect(level.stderr).toContain(`hydra merge ${run} changes`);
    expect((await runHydra(['merge', run, 'changes', '--yes'], folder)).exitCode).toBe(0);
    expect(git(folder, 'show', 'main:greet.c')).toBe('good day\nfixed\n');
    expect((await runHydra(['verify', run], folder)).exitCode).toBe(0);
  }, 120_000);

  test('can be rejected, and accepted again; the last decision counts', async () => {
    const { folder, card } = await scored();
    const rejected = await runHydra(['accept', 'changes', '--reject', '--json'], folder);
    expect(JSON.parse(rejected.stdout) as Scorecard).toMatchObject({ winner: 'keeps', verdict: { class: 'decided_by_tests' } });
    const again = await runHydra(['accept', 'changes', '--reject'], folder);
    expect(again.exitCode).toBe(0);
    expect(decisionsOf(folder, card.run_id)).toHaveLength(1);
    const accepted = await runHydra(['accept', 'changes', 'greets', '--json'], folder);
    expect((JSON.parse(accepted.stdout) as Scorecard).verdict).toMatchObject({ class: 'level', leaders: ['changes', 'keeps'] });
    expect((await runHydra(['verify'], folder)).exitCode).toBe(0);
  }, 120_000);

  test('errors have a next step', async () => {
    const { folder, card } = await scored();
    const asked = async (...words: string[]) => (await runHydra(['accept', ...words], folder)).stderr;
    expect(await asked('nobody')).toContain('There is no candidate `nobody` in this run.');
    expect(await asked('changes', 'other')).toContain('The contested tests are: `greets`.');
    expect(await asked('keeps')).toContain('has no contested tests');
    expect(await asked(card.run_id)).toContain('Name the candidate');
    expect(await asked('20010101', 'changes')).toContain('There is no candidate `20010101`');
  }, 120_000);
});

test('a base whose tests cannot be run is unproven', async () => {
  const config = CONTESTED_PROJECT['hydra.toml'].replace('sh tests/run.sh', 'no-such-tool-of-anybody');
  const folder = createRepository({ ...CONTESTED_PROJECT, 'hydra.toml': config }, CONTESTED_BRANCHES);
  const { stdout, exitCode } = await runHydra(['score', '--base', 'main', 'keeps', 'changes'], folder);
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/^Unproven: no winner\. The test command could not be measured on the\s+base:/);
  expect(stdout).not.toContain('stays the winner');
  const { stderr } = await runHydra(['merge', '--yes'], folder);
  expect(stderr).toContain('proves nothing');
}, 120_000);
