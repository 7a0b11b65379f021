// `hydra tune` and `hydra ui --blind` in a repository with scripted runs and merges.
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RUNS } from '../../scripts/decided-runs.mjs';
import {
  API_ROUTES,
  apiErrorSchema,
  blindRunSchema,
  type Decision,
  isMergeDecision,
  isPickDecision,
  type MergeDecision,
  mergeResponseSchema,
  pickResponseSchema,
  type RunDetail,
  type RunEntry,
  runDetailSchema,
  runEntrySchema,
  type Tuning,
} from '../../src/contract/index.ts';
import { type RunningServer, startServer } from '../../src/server/index.ts';
import { createRepository, git, temporaryFolder } from '../temporary-repository.ts';
import { openSession } from './open-session.ts';
import { ensureProgram, PROJECT, runHydra, runProgram } from './run-hydra.ts';

let original: string;

beforeAll(async () => {
  await ensureProgram();
  original = join(temporaryFolder(), 'repository');
  const { exitCode, stderr } = await runProgram(process.execPath, ['scripts/decided-runs.mjs', original], PROJECT);
  if (exitCode !== 0) throw new Error(stderr);
}, 240_000);

/** For a test that changes something. */
function copyRepository(): string {
  const folder = join(temporaryFolder(), 'repository');
  cpSync(original, folder, { recursive: true, preserveTimestamps: true });
  return folder;
}

async function tune(folder: string): Promise<{ tuning: Tuning & { applied: boolean }; exitCode: number }> {
  const { stdout, exitCode } = await runHydra(['tune', '--json'], folder);
  return { tuning: JSON.parse(stdout), exitCode };
}

function decisions(folder: string): Decision[] {
  return readdirSync(join(folder, '.hydra/runs')).flatMap((run) => decisionsOf(folder, run));
}

function decisionsOf(folder: string, run: string): Decision[] {
  const place = join(folder, '.hydra/runs', run, 'decisions');
  const names = readdirSync(join(folder, '.hydra/runs', run)).includes('decisions') ? readdirSync(place).sort() : [];
  return names.map((name) => JSON.parse(readFileSync(join(place, name), 'utf8')) as Decision);
}

describe('the scripted repository', () => {
  test('has more than 40 runs and 40 merges', () => {
    expect(readdirSync(join(original, '.hydra/runs'))).toHaveLength(RUNS);
    expect(decisions(original).filter(isMergeDecision)).toHaveLength(40);
  });

  test('decisions have the shown order and scores', () => {
    const seen = decisions(original)
      .filter(isMergeDecision)
      .find(({ shown }) => shown.blind === false);
    const scorecard = JSON.parse(readFileSync(join(original, '.hydra/runs', seen?.run_id ?? '', 'scorecard.json'), 'utf8'));
    const names = scorecard.rankings.map(({ agent }: { agent: string }) => agent);
    expect(seen?.shown.order).toEqual(names);
    expect(seen?.shown.scores?.map(({ candidate, total }) => [candidate, total])).toEqual(
      scorecard.rankings.map(({ agent, total }: { agent: string; total: number }) => [agent, total]),
    );
    expect(seen?.shown.scores?.[0]?.dimensions).toMatchObject({ tests: 100 });
  });

  test('a merge after a blind pick of the same candidate is a blind choice', async () => {
    const pick = decisions(original).find(isPickDecision);
    const [first, second] = decisionsOf(original, pick?.run_id ?? '');
    expect([first, second]).toMatchObject([
      { kind: 'pick', candidate: pick?.candidate },
      { kind: 'merge', candidate: pick?.candidate },
    ]);
    expect((second as MergeDecision).shown).toMatchObject({ order: pick?.shown.order, scores: [], blind: true });
    expect((await runHydra(['verify', pick?.run_id ?? ''], original)).exitCode).toBe(0);
  });
});

describe('hydra tune', () => {
  test('proposes the weights that the merges show, and changes nothing', async () => {
    const before = readFileSync(join(original, 'hydra.toml'), 'utf8');
    const { tuning, exitCode } = await tune(original);
    expect(exitCode).toBe(0);
    expect(tuning.choices).toMatchObject({ total: 37, blind: 8 });
    expect(tuning.left_out.map(({ reason }) => reason).sort()).toEqual(['forced', 'level', 'one_mergeable']);
    expect(tuning.learnable).toEqual(['lint', 'diff_scope', 'cost']);
    const { current, learned } = tuning.weights;
    expect(learned).toMatchObject({ build: 30, tests: 30, acceptance: 20, cross_tests: 20, speed: 0 });
    expect(learned?.lint).toBeGreaterThan(current.lint);
    expect(learned?.cost).toBeGreaterThan(current.cost);
    expect(learned?.diff_scope).toBeLessThan(current.diff_scope);
    expect((learned?.lint ?? 0) + (learned?.diff_scope ?? 0) + (learned?.cost ?? 0)).toBeCloseTo(40, 9);
    expect([tuning.missing, tuning.applied]).toEqual([[], false]);
    expect(tuning.predictions).toHaveLength(37);
    expect(tuning.past_runs.compared).toBe(RUNS);
    expect(tuning.past_runs.changes.length).toBeGreaterThan(0);
    expect(readFileSync(join(original, 'hydra.toml'), 'utf8')).toBe(before);
  });

  test('prints the same bytes twice, within 80 columns', async () => {
    const first = await runHydra(['tune'], original);
    expect(first.stdout).toMatch(
      /^37 choices: \d+ not the first candidate shown, 8 blind\.\nLeft out: 1 forced merge, 1 level run, /,
    );
    expect(first.stdout).toMatch(/\ndiff_scope +15\.0 +\d+\.\d +-\d\.\d\n/);
    expect(first.stdout).toContain('\nProposal: `hydra tune --apply` writes');
    expect(first.stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(await runHydra(['tune'], original)).toEqual(first);
  });

  test('--apply edits hydra.toml and keeps its comments; then nothing more is proposed', async () => {
    const folder = copyRepository();
    const before = readFileSync(join(folder, 'hydra.toml'), 'utf8');
    const { exitCode, stdout } = await runHydra(['tune', '--apply'], join(folder, '.git'));
    expect([exitCode, stdout]).toEqual([2, '']);
    expect((await runHydra(['tune', '--apply'], folder)).stdout).toContain('Wrote the learned weights to hydra.toml.');
    const after = readFileSync(join(folder, 'hydra.toml'), 'utf8');
    const weights =
      /^# The weights of this repository\.\n\[scoring\.weights\]\nspeed = 0\ncost = (\S+) # so far a guess\nlint = (\S+)\ndiff_scope = (\S+)\n/;
    expect(after).toMatch(weights);
    expect(after.replace(weights, '')).toBe(before.replace(/^(?:.*\n){4}/, ''));
    const again = await tune(folder);
    expect([again.exitCode, again.tuning.missing.length]).toEqual([1, 1]);
    expect(again.tuning.missing[0]).toMatch(/^A better prediction of held-out choices: /);
    expect((await runHydra(['tune', '--apply'], folder)).exitCode).toBe(1);
    expect(readFileSync(join(folder, 'hydra.toml'), 'utf8')).toBe(after);
  });

  test('leaves out a run whose decision was changed', async () => {
    const folder = copyRepository();
    const { run_id } = decisions(folder)
      .filter(isMergeDecision)
      .find(({ shown }) => shown.blind === false) ?? { run_id: '' };
    const [name = ''] = readdirSync(join(folder, '.hydra/runs', run_id, 'decisions'));
    const file = join(folder, '.hydra/runs', run_id, 'decisions', name);
    writeFileSync(file, readFileSync(file, 'utf8').replace('"squash"', '"rebase"'));
    const { tuning } = await tune(folder);
    expect(tuning.choices.total).toBe(36);
    expect(tuning.left_out).toContainEqual({ run_id, reason: 'unreadable' });
  });

  test('says what is missing in a repository without merges', async () => {
    const folder = createRepository({ 'a.txt': 'a\n' });
    const { exitCode, stdout } = await runHydra(['tune', '--apply'], folder);
    expect(exitCode).toBe(1);
    expect(stdout).toBe(`0 choices: 0 not the first candidate shown, 0 blind.

No proposal. What is missing:
  0 of 20 choices: a choice is a merge from a run with two or more mergeable
    candidates.
  0 of 5 choices that were not the first candidate shown: without them,
    agreement and habit look the same.
`);
    expect(git(folder, 'status', '--porcelain')).toBe('');
  });
});

describe('hydra ui --blind', () => {
  let folder: string;
  let server: RunningServer;
  let origin: string;
  let token: string;
  /** Not decided: three of branches, and one race. */
  let hidden: RunEntry[];

  beforeAll(async () => {
    folder = copyRepository();
    server = await startServer({ cwd: folder, port: 0, blind: true, announce: () => {} });
    ({ origin, token } = await openSession(server));
    const entries = runEntrySchema.array().parse(await (await call('/api/runs')).json());
    hidden = entries.filter(({ blind }) => blind);
  });
  afterAll(() => server.close());

  const call = (path: string, body?: unknown) =>
    fetch(`${origin}${path}`, {
      headers: { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });

  const NAMES = /branch-\d|\bann\b|\bbob\b|\bcid\b/;

  test('lists undecided runs with letters and without scores, and decided runs as they are', async () => {
    expect(hidden.map(({ task }) => task)).toEqual(['task 44', 'task 33', 'task 22', 'task 11']);
    for (const { candidates, winner, verdict, firmness } of hidden) {
      expect(candidates.map(({ name }) => name)).toEqual(['A', 'B', 'C'].slice(0, candidates.length));
      expect([...new Set(candidates.map(({ total }) => total)), winner, verdict, firmness]).toEqual([null, null, null, null]);
    }
    expect(JSON.stringify(hidden)).not.toMatch(NAMES);
    expect(JSON.stringify(await (await call('/api/runs')).json())).toMatch(NAMES);
  });

  const BODIES: Record<string, object> = {
    mergeCandidate: { onto: null, strategy: 'squash', dry_run: true, force_reason: null },
    acceptTests: { tests: null, decision: 'accept' },
    stopRun: {},
  };
  const routes = API_ROUTES.filter(({ id, path }) => path.includes('{run}') && id !== 'pickCandidate');

  test.each(routes.map(({ id, method, path }) => [id, method, path] as const))(
    '%s of a hidden run says no names and scores',
    async (id, method, path) => {
      for (const { id: run } of hidden) {
        for (const candidate of ['A', 'bob', 'branch-4']) {
          const names = path.replace(/\{(candidate|first|second|subject)\}/g, candidate).replace('{run}', run);
          const address = `/api${names.replace('{check}', 'test').replace('{stream}', 'stdout')}`;
          const response = await call(address, method === 'post' ? { candidate, ...BODIES[id] } : undefined);
          const isAllowed = id === 'getBlindRun' || (path.includes('/patch/') && candidate === 'A');
          expect([address, response.status]).toEqual([address, isAllowed ? 200 : 409]);
          expect(await response.text()).not.toMatch(/branch-\d|\bann\b|\bbob\b|\bcid\b|total|breakdown/);
        }
      }
    },
  );

  test.each(['statistics', 'attempts'])('/api/%s is empty: few runs tell who made which candidate', async (path) => {
    expect(await (await call(`/api/${path}`)).json()).toEqual([]);
  });

  test('picking reveals the run, and the merge is a blind choice', async () => {
    const [{ id: run } = { id: '' }] = hidden;
    const blind = blindRunSchema.parse(await (await call(`/api/runs/${run}/blind`)).json());
    expect(blind).toMatchObject({ id: run, state: 'finished', task: 'task 44', base: 'main' });
    expect(blind.candidates.map(({ name, mergeable, files }) => [name, mergeable, files])).toEqual([
      ['A', true, 1],
      ['B', true, 1],
      ['C', true, 1],
    ]);
    expect(await (await call(`/api/runs/${run}/patch/B`)).text()).toContain('-broken\n+works\n');
    expect(await codeOf(call(`/api/runs/${run}/pick`, { candidate: 'D' }))).toBe('pick_impossible');
    const picked = pickResponseSchema.parse(await (await call(`/api/runs/${run}/pick`, { candidate: 'B' })).json());
    expect(picked).toEqual({ run_id: run, candidate: expect.stringMatching(/^(ann|bob|cid)$/) });
    expect(await codeOf(call(`/api/runs/${run}/pick`, { candidate: 'A' }))).toBe('run_decided');
    const [pick] = decisionsOf(folder, run).filter(isPickDecision);
    expect([pick?.candidate, pick?.shown.order[1], pick?.by?.name]).toEqual([picked.candidate, picked.candidate, 'Ada']);
    expect((await detailOf(run)).scorecard?.rankings).toHaveLength(3);
    const request = { ...BODIES.mergeCandidate, candidate: picked.candidate, dry_run: false };
    const { merged } = mergeResponseSchema.parse(await (await call(`/api/runs/${run}/merge`, request)).json());
    expect(merged).toMatch(/^[0-9a-f]{40}$/);
    expect(decisionsOf(folder, run).find(isMergeDecision)?.shown).toMatchObject({ blind: true, order: pick?.shown.order });
  });

  test('merging another candidate than the one picked is no blind choice', async () => {
    const [, { id: run } = { id: '' }] = hidden;
    const { candidate } = pickResponseSchema.parse(await (await call(`/api/runs/${run}/pick`, { candidate: 'A' })).json());
    const { scorecard } = await detailOf(run);
    const other = scorecard?.rankings.find(({ agent }) => agent !== candidate)?.agent ?? '';
    await runHydra(['merge', run, other, '--to-branch', 'other', '--yes'], folder);
    expect(decisionsOf(folder, run).find(isMergeDecision)).toMatchObject({ candidate: other, shown: { blind: false } });
  });

  async function codeOf(response: Promise<Response>): Promise<string> {
    return apiErrorSchema.parse(await (await response).json()).error.code;
  }

  async function detailOf(run: string): Promise<RunDetail> {
    return runDetailSchema.parse(await (await call(`/api/runs/${run}`)).json());
  }

  test('without --blind there is nothing to pick', async () => {
    const plain = await startServer({ cwd: original, port: 0, announce: () => {} });
    const session = await openSession(plain);
    const headers = { authorization: `Bearer ${session.token}` };
    expect(await codeOf(fetch(`${session.origin}/api/runs/${hidden[2]?.id}/blind`, { headers }))).toBe('run_decided');
    await plain.close();
  });
});
