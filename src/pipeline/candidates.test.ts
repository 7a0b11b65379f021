import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { createRepository, git, temporaryFolder } from '../../test/temporary-repository.ts';
import { findRepository, type Repository, resolveCommit } from '../git/index.ts';
import { nameSources } from './candidates.ts';

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

describe('the commit that a folder or patch starts from', () => {
  const originOf = async (arg: string) => (await nameSources(repository, [arg], folder))[0];

  test('is named after an @', async () => {
    const main = await resolveCommit(repository, 'main');
    expect(await originOf('out@main')).toMatchObject({ name: 'out', source: { value: join(folder, 'out') }, origin: main });
    expect(await originOf('x=./fix.patch@main~0')).toMatchObject({ name: 'x', source: { kind: 'patch' }, origin: main });
    expect(await originOf('out@main@{0}')).toMatchObject({ name: 'out', origin: main });
    expect(await originOf('out')).toMatchObject({ origin: null });
  });

  test('is not read from the name of an existing file', async () => {
    mkdirSync(join(folder, 'out@main'));
    expect(await originOf('out@main')).toMatchObject({ source: { value: join(folder, 'out@main') }, origin: null });
    expect(await originOf('out@main@feat/a')).toMatchObject({ origin: await resolveCommit(repository, 'feat/a') });
  });

  test('must exist', async () => {
    await expect(originOf('out@nowhere')).rejects.toMatchObject({ code: 'unknown_origin' });
    await expect(originOf('nowhere@main')).rejects.toMatchObject({ code: 'unknown_ref' });
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
