import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commit, createRepository, git, temporaryFolder } from '../../test/temporary-repository.ts';
import {
  type CheckedOut,
  type CheckoutSource,
  checkOut,
  createObjectStore,
  findRepository,
  type ResolvedCommit,
  resolveCommit,
  restoreTrackedFiles,
  snapshotFolder,
  switchCommit,
} from './index.ts';

const FILES = { 'a.txt': 'first text\n', 'src/b.txt': 'b\n' };

/** A repository with an older and a later commit than its base, two branches and a tag on each. */
function createHistory(): string {
  const root = createRepository(FILES);
  git(root, 'tag', '-a', 'v1', '-m', 'old');
  commit(root, { 'a.txt': 'text of the base\n' }, 'the base');
  git(root, 'branch', 'base');
  for (const name of ['own', 'rival']) {
    git(root, 'checkout', '--quiet', '-b', name, 'base');
    commit(root, { [`src/${name}.txt`]: `text of the ${name} branch\n` }, `message of ${name}`);
    git(root, 'tag', `tag-of-${name}`);
  }
  git(root, 'checkout', '--quiet', 'main');
  commit(root, { 'a.txt': 'text of a later fix\n' }, 'a later fix');
  git(root, 'tag', 'v2');
  return root;
}

async function open(root: string, name: string) {
  const repository = await findRepository(root);
  const home = temporaryFolder();
  const store = await createObjectStore(repository, join(home, 'objects'));
  const named = async (ref: string) => (await resolveCommit(repository, ref)) as ResolvedCommit;
  const [base, own] = [await named('base'), await named(name)];
  const checkedOut: CheckedOut & CheckoutSource = {
    ...{ repository, store, base: base.commit },
    ...{ folder: join(home, 'w/tree'), index: join(home, 'index') },
  };
  const objects = await checkOut({ ...checkedOut, commit: own.commit });
  return { ...checkedOut, checkedOut, base, own, named, objects };
}

/** Everything that git finds in a repository, by any way. */
function allTexts(folder: string): string {
  const ids = git(folder, 'cat-file', '--batch-all-objects', '--batch-check=%(objectname)').trim().split('\n');
  const texts = ids.map((id) => git(folder, 'cat-file', '-p', id));
  return [...texts, git(folder, 'log', '--all', '--format=%s%d'), git(folder, 'for-each-ref')].join('\n');
}

describe('the objects of a checkout', () => {
  test("are the history of the base and the checkout's own tree", async () => {
    const { folder, objects } = await open(createHistory(), 'own');
    const text = allTexts(folder);
    for (const known of ['first text', 'text of the base', 'text of the own branch', 'refs/tags/v1'])
      expect(text).toContain(known);
    for (const unknown of ['rival', 'later fix', 'v2', 'tag-of-own']) expect(text).not.toContain(unknown);
    expect([git(folder, 'status', '--porcelain'), git(folder, 'describe', '--tags', '--abbrev=0')]).toEqual(['', 'v1\n']);
    expect(git(folder, 'rev-list', '--count', 'HEAD')).toBe('3\n');
    execFileSync('git', ['fsck', '--full', '--strict'], { cwd: folder, stdio: 'pipe' });
    expect(readFileSync(join(folder, '.git/objects/info/alternates'), 'utf8')).toBe(`${objects[0]}\n`);
    expect(existsSync(join(objects[0] ?? '', 'info/alternates'))).toBe(false);
  });

  test('change with the commit: those of another tree do not stay', async () => {
    const { checkedOut, folder, own, named } = await open(createHistory(), 'own');
    await switchCommit(checkedOut, await named('rival'));
    expect(allTexts(folder)).toContain('text of the rival branch');
    expect(git(folder, 'status', '--porcelain')).toBe('');
    await switchCommit(checkedOut, own);
    expect(allTexts(folder)).not.toContain('rival');
    expect(git(folder, 'status', '--porcelain')).toBe('');
  });

  test('include none that a snapshot of another folder has stored', async () => {
    const { store, base, folder } = await open(createHistory(), 'base');
    const other = temporaryFolder();
    writeFileSync(join(other, 'secret.txt'), 'an acceptance test\n');
    await snapshotFolder(store, base, other);
    expect(allTexts(folder)).not.toContain('acceptance');
    expect(readdirSync(join(folder, '.git/objects'))).toEqual(['info']);
  });

  test('of a shallow clone end where its history ends', async () => {
    const source = createHistory();
    const root = join(temporaryFolder(), 'shallow');
    git(source, 'clone', '--quiet', '--depth=1', '--no-single-branch', `file://${source}`, root);
    git(root, 'branch', 'base', 'origin/base');
    const { folder } = await open(root, 'origin/own');
    expect(git(folder, 'rev-list', '--count', 'HEAD')).toBe('1\n');
    expect(allTexts(folder)).not.toContain('rival');
  });

  test('of a partial clone are those that it has', async () => {
    const source = createHistory();
    git(source, 'config', 'uploadpack.allowFilter', 'true');
    const root = join(temporaryFolder(), 'partial');
    git(source, 'clone', '--quiet', '--filter=blob:none', '--branch=own', `file://${source}`, root);
    git(root, 'branch', 'base', 'origin/base');
    git(root, 'checkout', '--quiet', 'base');
    const { folder } = await open(root, 'own');
    expect(git(folder, 'status', '--porcelain')).toBe('');
    expect(git(folder, 'rev-list', '--count', 'HEAD')).toBe('3\n');
  });
});

describe('restores the repository of a checkout', () => {
  test('with its settings, hooks, branches, index and objects', async () => {
    const { checkedOut, folder, base } = await open(createHistory(), 'own');
    const before = readdirSync(join(folder, '.git'), { recursive: true }).sort();
    git(folder, 'config', 'core.hooksPath', '/tmp');
    git(folder, 'checkout', '--quiet', '-b', 'other', base.commit);
    writeFileSync(join(folder, '.git/info-left'), '');
    commit(folder, { 'a.txt': 'changed\n' }, 'changed');
    await restoreTrackedFiles(checkedOut);
    expect(readdirSync(join(folder, '.git'), { recursive: true }).sort()).toEqual(before);
    expect([git(folder, 'status', '--porcelain'), git(folder, 'branch', '--show-current')]).toEqual(['', 'main\n']);
    expect(readFileSync(join(folder, '.git/config'), 'utf8')).not.toContain('hooksPath');
  });

  test('in the place of a link, without following it', async () => {
    const { checkedOut, folder } = await open(createHistory(), 'own');
    const mine = createRepository({ 'mine.txt': 'mine\n' });
    rmSync(join(folder, '.git'), { recursive: true });
    symlinkSync(join(mine, '.git'), join(folder, '.git'));
    await restoreTrackedFiles(checkedOut);
    expect([git(folder, 'status', '--porcelain'), git(mine, 'log', '--format=%s')]).toEqual(['', 'base\n']);
  });
});
