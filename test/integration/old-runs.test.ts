// Every command that reads runs can read a run folder of an earlier version.
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { SCORING_VERSION, type Scorecard } from '../../src/contract/index.ts';
import { replayRun } from '../../src/pipeline/index.ts';
import { describeDetail, describeEntry, readResult, verifyRun } from '../../src/runs/index.ts';
import { temporaryFolder } from '../temporary-repository.ts';
import { ensureProgram, runHydra } from './run-hydra.ts';

const STORED = fileURLToPath(new URL('../fixtures/runs/version-1', import.meta.url));
const id = (JSON.parse(readFileSync(join(STORED, 'run.json'), 'utf8')) as { run_id: string }).run_id;

function copied(): { id: string; path: string } {
  const path = join(temporaryFolder(), 'run');
  cpSync(STORED, path, { recursive: true });
  return { id, path };
}

beforeAll(ensureProgram, 120_000);

describe('version 1', () => {
  const run = { id, path: STORED };

  test('is read unchanged, with a verdict', () => {
    const { scorecard, facts } = readResult(run);
    expect([scorecard.schema_version, scorecard.scoring_version, facts.schema_version]).toEqual([1, 1, 1]);
    expect(scorecard.verdict).toMatchObject({ class: 'decided_by_tests', leaders: ['fix'], next: null });
    expect(scorecard.rankings.map(({ agent, rank, needs_review: needsReview }) => [agent, rank, needsReview])).toEqual([
      ['fix', 1, false],
      ['relabel', 2, false],
    ]);
  });

  test('passes verification, including its decision', () => {
    expect(verifyRun(run)).toEqual([]);
    expect(describeDetail(run).decisions.map(({ kind, candidate }) => [kind, candidate])).toEqual([[undefined, 'fix']]);
    expect(describeEntry(run)).toMatchObject({ state: 'finished', winner: 'fix', verdict: { leaders: ['fix'] } });
  });

  test('is not reported as corrupt because it is scored differently now', () => {
    const { otherVersion, differing, scorecard } = replayRun(run, null);
    expect([otherVersion, differing]).toEqual([1, []]);
    expect(scorecard.verdict).toMatchObject({ leaders: ['fix'] });
    expect(scorecard.rankings.map(({ agent, needs_review: waits }) => [agent, waits])).toContainEqual(['relabel', true]);
  });

  test('show, explain, report, verify and replay', async () => {
    const { path } = copied();
    const folder = temporaryFolder();
    const [shown, explained, reported, verified, replayed] = await Promise.all([
      runHydra(['show', path], folder),
      runHydra(['explain', path, 'relabel', 'tests'], folder),
      runHydra(['report', path, '--html', join(folder, 'r.html'), '--junit', join(folder, 'r.xml'), '--markdown'], folder),
      runHydra(['verify', path], folder),
      runHydra(['replay', path], folder),
    ]);
    expect([shown.exitCode, explained.exitCode, reported.exitCode, verified.exitCode]).toEqual([0, 0, 0, 0]);
    expect(shown.stdout).toMatch(/^Winner: fix, decided by tests: scored by scoring version 1/m);
    expect(reported.stdout).toContain('merge `fix`');
    expect(replayed.exitCode).toBe(0);
    expect(replayed.stdout).toMatch(/^Winner: fix/);
    expect(replayed.stdout).toContain(
      `Run ${id} was scored by scoring version 1, this is version ${SCORING_VERSION}; the order may differ.`,
    );
  }, 60_000);

  test('a decision scores it with the current version', async () => {
    const { path } = copied();
    const folder = temporaryFolder();
    const accepted = await runHydra(['accept', path, 'relabel', '--json'], folder);
    expect([accepted.stderr, accepted.exitCode]).toEqual(['', 0]);
    expect((JSON.parse(accepted.stdout) as Scorecard).verdict).toMatchObject({ class: 'level', leaders: ['fix', 'relabel'] });
    expect((await runHydra(['verify', path], folder)).exitCode).toBe(0);
    expect((await runHydra(['replay', path], folder)).stdout).toContain(
      'every byte of facts.json and scorecard.json is the same',
    );
  }, 60_000);
});
