// `hydra plan`, `hydra capture` and `hydra collect` as processes, with real git and a real test runner.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Part, Plan } from '../../src/contract/index.ts';
import { git, temporaryFolder } from '../temporary-repository.ts';
import { manyCandidates, withoutRunId } from './many-candidates.ts';
import { ensureProgram, runHydra } from './run-hydra.ts';

beforeAll(ensureProgram);

const read = <Content>(...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8')) as Content;

describe('a run in shards', () => {
  const { folder, names } = manyCandidates(4);
  const place = temporaryFolder();
  const plan = join(place, 'plan');
  const part = (index: number) => join(place, `part-${index}`);
  const collect = (...parts: string[]) => runHydra(['collect', plan, ...parts, '--json'], folder);
  let local = '';

  beforeAll(async () => {
    // First, so that the plan has the same seed.
    local = (await runHydra(['score', '--base', 'main', ...names, '--json'], folder)).stdout;
    const made = await runHydra(['plan', '--base', 'main', ...names, '--out', plan], folder);
    expect([made.exitCode, made.stderr]).toEqual([0, '']);
    // The shards need neither the repository nor its branches.
    const elsewhere = temporaryFolder();
    for (const index of [1, 2]) {
      const { exitCode, stderr } = await runHydra(['capture', plan, '--shard', `${index}/2`, '--out', part(index)], elsewhere);
      expect({ exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({ exitCode: 0, stderr: '' });
    }
  }, 240_000);

  test('divides the candidates and measures the base in every shard', () => {
    const parts = [1, 2].map((index) => read<Part>(part(index), 'part.json'));
    expect(parts.flatMap(({ candidates }) => candidates).sort()).toEqual(names);
    for (const { captures } of parts) expect(captures.map(({ path }) => path)).toContain('baseline/test');
    expect(parts[0]?.fingerprint).toEqual(parts[1]?.fingerprint);
    // A plan leaves no run behind.
    expect(readdirSync(join(folder, '.hydra/runs')).length).toBe(1);
  });

  test('a missing, doubled, damaged or foreign part is named', async () => {
    const missing = await collect(part(2));
    expect([missing.exitCode, missing.stderr]).toEqual([2, expect.stringContaining('Of 2 shards these are missing: 1.')]);
    const copy = join(place, 'copy');
    cpSync(part(1), copy, { recursive: true });
    const twice = await collect(part(1), part(2), copy);
    expect([twice.exitCode, twice.stderr]).toEqual([2, expect.stringContaining('Shard 1/2 was given twice')]);
    const { captures } = read<Part>(copy, 'part.json');
    writeFileSync(join(copy, 'captures', captures[0]?.key ?? '', 'stdout.log'), 'forged\n');
    const damaged = await collect(copy, part(2));
    expect([damaged.exitCode, damaged.stderr]).toEqual([2, expect.stringMatching(/stdout\.log was changed/)]);
    rmSync(copy, { recursive: true });
    cpSync(part(1), copy, { recursive: true });
    const described = read<Part>(copy, 'part.json');
    writeFileSync(join(copy, 'part.json'), JSON.stringify({ ...described, plan_id: '0'.repeat(16) }));
    expect((await collect(copy, part(2))).stderr).toContain('was captured for another plan');
    writeFileSync(join(copy, 'part.json'), JSON.stringify({ ...described, engine_version: '9.9.9' }));
    expect((await collect(copy, part(2))).stderr).toContain('was written by Hydra 9.9.9');
    const other = { ...described.fingerprint, cores: 999 };
    writeFileSync(join(copy, 'part.json'), JSON.stringify({ ...described, fingerprint: other }));
    expect((await collect(copy, part(2))).stderr).toMatch(/another kind of machine .*: cores 999 and \d+/);
  });

  test('a changed plan and a used folder are refused', async () => {
    const changed = join(place, 'changed');
    cpSync(plan, changed, { recursive: true });
    const described = read<Plan>(changed, 'plan.json');
    const run = { ...described.run, task: 'another' };
    writeFileSync(join(changed, 'plan.json'), JSON.stringify({ ...described, run }));
    const used = await runHydra(['capture', plan, '--shard', '1/2', '--out', part(1)], place);
    expect([used.exitCode, used.stderr]).toEqual([2, expect.stringContaining('is not empty')]);
    const refused = await runHydra(['capture', changed, '--shard', '1/2', '--out', join(place, 'new')], place);
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('plan.json was changed')]);
  });

  test('collected parts give the scorecard of a local run, byte for byte, and a run like any other', async () => {
    const { exitCode, stdout, stderr } = await collect(part(2), part(1));
    expect({ exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(withoutRunId(stdout)).toBe(withoutRunId(local));
    expect((await runHydra(['verify'], folder)).exitCode).toBe(0);
    expect((await runHydra(['replay', '--json'], folder)).stdout).toBe(stdout);
    const again = await collect(part(1), part(2));
    expect([again.exitCode, again.stderr]).toEqual([2, expect.stringContaining('was collected before')]);
  });
});

test('tests of the base that differ between shards are flaky, and named', async () => {
  const { folder } = manyCandidates(0);
  const place = temporaryFolder();
  const plan = join(place, 'plan');
  // Fails only while the file is there, outside the checkout.
  const flag = join(place, 'flag');
  const flaky =
    "import { existsSync, readFileSync } from 'node:fs';\nimport { test } from 'node:test';\nreadFileSync('words/local.txt');\n" +
    `test('depends on the machine', () => { if (existsSync(${JSON.stringify(flag)})) throw new Error('here'); });\n`;
  commit(folder, 'main', {
    'test/flaky.test.js': flaky,
    'hydra.toml':
      '[sandbox]\nmode = "off"\n[workspace]\ncopy = ["words/local.txt"]\n[scoring.commands]\ntest = "npm test"\n[scoring.integrity]\nenabled = false\n',
  });
  // Outside version control: it travels with the plan.
  mkdirSync(join(folder, 'words'));
  writeFileSync(join(folder, 'words/local.txt'), 'hello\n');
  commit(folder, 'one', { 'add.js': 'export const add = (a, b) => a + b;\nexport const twice = (a) => a * 2;\n' });
  commit(folder, 'two', { 'add.js': 'export const add = (a, b) => b + a;\nexport const twice = (a) => a * 2;\n' });
  await runHydra(['plan', '--base', 'main', 'one', 'two', '--out', plan], folder);
  await runHydra(['capture', plan, '--shard', '1/2', '--out', join(place, 'p1')], place);
  writeFileSync(flag, '');
  await runHydra(['capture', plan, '--shard', '2/2', '--out', join(place, 'p2')], place);
  rmSync(flag);
  const { exitCode, stdout, stderr } = await runHydra(['collect', plan, join(place, 'p1'), join(place, 'p2')], folder);
  expect(stderr).toContain('Shard 2/2 gives other results than the first for 1 test of the base');
  expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^(?:Level|Winner)/m)]);
  expect(stdout).not.toContain('cannot be merged');
});

function commit(folder: string, branch: string, files: Record<string, string>): void {
  if (branch !== 'main') git(folder, 'checkout', '-q', '-b', branch, 'main');
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  git(folder, 'add', ...Object.keys(files));
  git(folder, '-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '-qm', branch);
  git(folder, 'checkout', '-q', 'main');
}
