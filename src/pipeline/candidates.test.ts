import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { commit, createRepository, git, temporaryFolder } from '../../test/temporary-repository.ts';
import { findRepository, type Repository, type ResolvedCommit, resolveCommit } from '../git/index.ts';
import { commonStart, type NamedSource, nameSources } from './candidates.ts';

let folder = '';
let repository: Repository;

beforeAll(async () => {
  folder = createRepository(
    { 'a.txt': 'a\n', 'part/b.txt': 'b\n' },
    { 'feat/a': { 'a.txt': 'b\n' }, build: { 'a.txt': 'c\n' }, 'v1.2': {} },
  );
  mkdirSync(join(folder, 'build'));
  mkdirSync(join(folder, 'out'));
  writeFileSync(join(folder, 'fix.patch'), '');
  repository = await findRepository(folder);
});

async function named(...args: string[]): Promise<string[]> {
  const sources = await nameSources(repository, args, folder);
  return sources.map(({ name, source, commit: found }) => {
    const value = source.value.replace(folder, 'REPOSITORY');
    return `${name}: ${source.kind} ${value}${found === null ? '' : ' (commit)'}`;
  });
}

test('uses the given name, or derives one from the branch, folder or file', async () => {
  expect(await named('mine=feat/a')).toEqual(['mine: ref feat/a (commit)']);
  expect(await named('feat/a', 'v1.2', 'out', 'fix.patch', 'HEAD~0')).toEqual([
    'feat-a: ref feat/a (commit)',
    'v1.2: ref v1.2 (commit)',
    'out: folder REPOSITORY/out',
    'fix: patch REPOSITORY/fix.patch',
    'HEAD-0: ref HEAD~0 (commit)',
  ]);
});

test('a name that git resolves is a commit, unless it is written as a path', async () => {
  expect(await named('build')).toEqual(['build: ref build (commit)']);
  expect(await named('./build')).toEqual(['build: folder REPOSITORY/build']);
  expect(await named(`x=${join(folder, 'build')}`)).toEqual(['x: folder REPOSITORY/build']);
  expect(await named('x=./fix.patch')).toEqual(['x: patch REPOSITORY/fix.patch']);
  expect(await named('here=.')).toEqual(['here: folder REPOSITORY']);
});

test('paths are relative to the current folder', async () => {
  const [source] = await nameSources(repository, ['../out'], join(folder, 'build'));
  expect(source).toMatchObject({ name: 'out', source: { kind: 'folder', value: join(folder, 'out') } });
});

describe('rejected candidates', () => {
  test.each([
    [[], 'no_candidates'],
    [['nowhere'], 'unknown_ref'],
    [['x=nowhere'], 'unknown_ref'],
    [['--help'], 'unknown_ref'],
    [['./nowhere'], 'unknown_ref'],
    // A name becomes a folder of the run.
    [['..=feat/a'], 'candidate_name'],
    [['.hidden=feat/a'], 'candidate_name'],
    [['-x=feat/a'], 'candidate_name'],
    [['a b=feat/a'], 'candidate_name'],
    [['a\n=feat/a'], 'candidate_name'],
    [['a~1-1=feat/a'], 'candidate_name'],
    [[`${'x'.repeat(65)}=feat/a`], 'candidate_name_length'],
    [[`${'x'.repeat(120)}=feat/a`], 'candidate_name_length'],
    [['baseline=feat/a'], 'candidate_name'],
    [['base=feat/a'], 'candidate_name'],
    [['./part'], 'candidate_subfolder'],
    [['x=feat/a', 'x=build'], 'candidate_twice'],
    [['x=feat/a', 'X=build'], 'candidate_twice'],
    [['feat/a', './feat-a'], 'unknown_ref'],
  ])('rejects %j: %s', async (args, code) => {
    await expect(nameSources(repository, args, folder)).rejects.toMatchObject({ code });
  });
});

describe('merge bases', () => {
  const base = async (ref: string) => (await resolveCommit(repository, ref)) as ResolvedCommit;
  const startOf = async (ref: string, ...args: string[]) =>
    (await commonStart(repository, await base(ref), await nameSources(repository, args, folder))).commit;

  test('a branch starts at its merge base, even if the base has moved on', async () => {
    const before = (await base('main')).commit;
    git(folder, 'checkout', '--quiet', '-b', 'later', 'main');
    commit(folder, { 'later.txt': 'x\n' }, 'later');
    git(folder, 'checkout', '--quiet', 'main');
    expect(await startOf('later', 'feat/a', 'build')).toBe(before);
    expect(await startOf('later', 'out')).toBe((await base('later')).commit);
    await expect(startOf('later', 'feat/a', 'out')).rejects.toMatchObject({
      code: 'different_bases',
      message: `The candidates do not start from the same commit: feat-a from ${before.slice(0, 10)}; out from ${(await base('later')).commit.slice(0, 10)}.`,
    });
  });

  test('a branch without common history is compared with the base', async () => {
    const other = createRepository({ 'b.txt': 'b\n' });
    git(folder, 'fetch', '--quiet', other, 'main:unrelated');
    expect(await startOf('main', 'unrelated')).toBe((await base('main')).commit);
  });

  test('without branches the start is the base', async () => {
    const none: NamedSource[] = [];
    expect(await commonStart(repository, await base('main'), none)).toEqual(await base('main'));
  });
});

test('a linked worktree has its own HEAD', async () => {
  const linked = join(temporaryFolder(), 'linked');
  git(folder, 'worktree', 'add', '--quiet', linked, 'feat/a');
  const there = await findRepository(linked);
  for (const ref of ['HEAD', '@', 'HEAD~0', '@~0', 'HEAD@{0}']) {
    expect((await resolveCommit(there, ref))?.commit).toBe((await resolveCommit(repository, 'feat/a'))?.commit);
  }
});
