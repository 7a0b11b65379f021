import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseStored, type Scorecard } from '../../src/contract/index.ts';
import { parsePatch } from '../../src/patch/index.ts';
import { showFiles } from '../../web/diff/lines/diff-lines.ts';
import { isTestPath } from '../../web/diff/lines/test-paths.ts';
import { commit, createRepository, git, temporaryFolder, writeFiles } from '../temporary-repository.ts';
import { ensureProgram, runHydra, WITHOUT_SANDBOX } from './run-hydra.ts';

beforeAll(ensureProgram);

const CONFIG = '[scoring.commands]\nbuild = "sh build.sh"\n';

function diffOf(folder: string, candidate: string): string[] {
  const runs = join(folder, '.hydra/runs');
  const newest = readdirSync(runs).sort().at(-1) ?? '';
  const { files } = JSON.parse(readFileSync(join(runs, newest, 'candidates', candidate, 'diff.json'), 'utf8'));
  return files.map(({ path, status }: { path: string; status: string }) => `${status} ${path}`);
}

async function buildScores(folder: string, ...args: string[]): Promise<Record<string, number | null>> {
  const { stdout, stderr } = await runHydra(['score', '--json', '--base', 'main', ...args], folder);
  if (stdout === '') throw new Error(stderr);
  const { rankings } = JSON.parse(stdout) as Scorecard;
  return Object.fromEntries(rankings.map(({ agent, breakdown }) => [agent, breakdown.build]));
}

describe('a sparse checkout', () => {
  const BASE = {
    'hydra.toml': CONFIG,
    'build.sh': 'test -f far/b.txt && test -f near/a.txt\n',
    'near/a.txt': 'a\n',
    'far/b.txt': 'b\n',
  };

  test('is scored as a whole; files outside it are not deleted', async () => {
    const folder = createRepository(BASE, { a: { 'near/a.txt': 'a2\n', 'far/b.txt': 'b2\n' } });
    git(folder, 'sparse-checkout', 'set', 'near');
    expect(readdirSync(folder)).not.toContain('far');
    writeFiles(folder, { 'near/a.txt': 'mine\n' });
    expect(await buildScores(folder, 'a', 'mine=.')).toEqual({ a: 100, mine: 100 });
    expect(diffOf(folder, 'mine')).toEqual(['modified near/a.txt']);
  });

  test('of another repository is scored if its objects are known here, and refused otherwise', async () => {
    const folder = createRepository(BASE);
    const home = temporaryFolder();
    git(home, 'clone', '--quiet', folder, 'other');
    const other = join(home, 'other');
    git(other, 'sparse-checkout', 'set', 'near');
    writeFiles(other, { 'near/a.txt': 'mine\n' });
    expect(await buildScores(folder, `mine=${other}`)).toEqual({ mine: 100 });
    expect(diffOf(folder, 'mine')).toEqual(['modified near/a.txt']);
    git(other, 'sparse-checkout', 'disable');
    commit(other, { 'far/b.txt': 'known only there\n' }, 'far');
    git(other, 'sparse-checkout', 'set', 'near');
    const { stderr, exitCode } = await runHydra(['score', `mine=${other}`], folder);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('is a sparse checkout, and the files it omits are not in this repository');
  });
});

test('a SHA-256 repository is scored, replayed and merged', async () => {
  const folder = temporaryFolder();
  git(folder, 'init', '--quiet', '--object-format=sha256', '--initial-branch=main');
  git(folder, 'config', 'user.name', 'Ada');
  git(folder, 'config', 'user.email', 'ada@example.org');
  commit(folder, { 'hydra.toml': CONFIG, 'build.sh': 'exit 0\n' }, 'base');
  git(folder, 'checkout', '--quiet', '-b', 'a');
  commit(folder, { 'a.txt': 'a\n' }, 'a');
  git(folder, 'checkout', '--quiet', 'main');
  expect(await buildScores(folder, 'a')).toEqual({ a: 100 });
  expect((await runHydra(['replay'], folder)).exitCode).toBe(0);
  expect((await runHydra(['merge', '--yes'], folder)).exitCode).toBe(0);
  expect(git(folder, 'rev-parse', 'main^{tree}')).toBe(git(folder, 'rev-parse', 'a^{tree}'));
});

test('a partial clone is scored if the trees are present, and refused with the command that fetches them', async () => {
  const origin = createRepository({ 'hydra.toml': CONFIG, 'build.sh': 'exit 0\n' }, { a: { 'a.txt': 'a\n' } });
  git(origin, 'config', 'uploadpack.allowFilter', 'true');
  const home = temporaryFolder();
  git(home, 'clone', '--quiet', '--filter=blob:none', `file://${origin}`, 'partial');
  const folder = join(home, 'partial');
  const args = ['score', '--json', '--base', 'origin/main', 'a=origin/a'];
  const refused = await runHydra(args, folder);
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toContain('lacks objects of the trees to compare (1 missing)');
  expect(refused.stderr).toContain('git fetch --refetch --no-filter');
  expect((await runHydra(['list'], folder)).exitCode).toBe(0);
  git(folder, 'fetch', '--quiet', '--refetch', '--no-filter');
  // Nothing may be fetched while scoring.
  rmSync(origin, { recursive: true });
  expect((await runHydra(args, folder)).exitCode).toBe(0);
});

// A sandbox mounts the folder by its name.
test.each(['', WITHOUT_SANDBOX])(
  'works in a folder with special characters of the shell or git, except a newline: %j',
  async (more) => {
    const folder = join(temporaryFolder(), `#it's "odd" $HOME \\ %f`);
    renameSync(createRepository({ 'hydra.toml': `${CONFIG}${more}`, 'build.sh': 'exit 0\n' }, { a: { 'a.txt': 'a\n' } }), folder);
    writeFiles(folder, { 'mine.txt': 'mine\n' });
    expect(await buildScores(folder, 'a', 'mine=.')).toEqual({ a: 100, mine: 100 });
    expect((await runHydra(['verify'], folder)).exitCode).toBe(0);
    const twoLines = join(temporaryFolder(), 'two\nlines');
    renameSync(folder, twoLines);
    const { stderr, exitCode } = await runHydra(['score', 'a'], twoLines);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('contains a line break, which git cannot handle');
  },
);

test('a name that is not UTF-8 is written the same way in the diff, the patch, the findings and the facts, and is pinned', async () => {
  const config = '[scoring.commands]\nbuild = "true"\ntest = "sh t*/*.test.sh"\n[scoring.tests]\nreruns = 0\n';
  const folder = createRepository({ 'hydra.toml': config, '.gitattributes': '*.gen.js linguist-generated\n', 'tests/a': '' });
  const write = (name: string, text: string) => writeFileSync(Buffer.from(`${folder}/${name}`, 'latin1'), text);
  write('tests/gr\xf6\xdfe.test.sh', 'echo 1..1; echo "not ok 1 - holds"; exit 1\n');
  commit(folder, {}, 'a test');
  git(folder, 'checkout', '--quiet', '-b', 'gamed');
  write('tests/gr\xf6\xdfe.test.sh', 'echo 1..1; echo "ok 1 - holds"; exit 0\n');
  write('f\xfcr.gen.js', 'made\n');
  commit(folder, { 'größe "q".js': 'x\n' }, 'gamed');
  git(folder, 'checkout', '--quiet', 'main');
  await runHydra(['score', 'gamed', '--base', 'main'], folder);

  const run = join(folder, '.hydra/runs', readdirSync(join(folder, '.hydra/runs'))[0] ?? '');
  const facts = parseStored('facts', readFileSync(join(run, 'facts.json'), 'utf8'), 'facts.json');
  const [candidate] = facts.candidates;
  const paths = ['f\\xfcr.gen.js', 'größe "q".js', 'tests/gr\\xf6\\xdfe.test.sh'];
  expect(diffOf(folder, 'gamed')).toEqual([`added ${paths[0]}`, `added ${paths[1]}`, `modified ${paths[2]}`]);
  expect(candidate?.diff.files.map(({ path, class: kind }) => `${kind} ${path}`)).toEqual([
    `generated ${paths[0]}`,
    `source ${paths[1]}`,
    `source ${paths[2]}`,
  ]);
  // As the server sends it to the page.
  const patch = readFileSync(join(run, 'candidates/gamed/diff.patch'), 'utf8');
  expect(parsePatch(patch).files.map(({ path }) => path)).toEqual(paths);
  const shown = showFiles(parsePatch(patch).files, {
    testPaths: candidate?.diff.files.map(({ path }) => path).filter(isTestPath) ?? [],
    findings: [],
    classes: new Map(candidate?.diff.files.map(({ path, class: kind }) => [path, kind])),
  });
  expect(shown.map(({ isTest, foldedBecause }) => [isTest, foldedBecause])).toEqual([
    [false, 'generated file'],
    [false, null],
    [true, null],
  ]);
  expect(existsSync(join(run, 'candidates/gamed/pinned-test/capture.json'))).toBe(true);
  expect(candidate?.integrity.flatMap(({ place }) => place?.path ?? [])).toEqual([paths[2]]);
});
