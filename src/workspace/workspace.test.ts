import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createRepository, git, temporaryFolder, writeFiles } from '../../test/temporary-repository.ts';
import { createObjectStore, findRepository, type ResolvedCommit, resolveCommit } from '../git/index.ts';
import {
  applyFileTimes,
  createWorkspace,
  OTHER_IDENTITY,
  removeWorkspace,
  renewReports,
  restoreWorkspace,
  switchWorkspace,
  type Workspace,
} from './workspace.ts';

const FILES = { 'src/a.txt': 'a\n', 'src/b.txt': 'b\n', 'run.sh': '#!/bin/sh\n', '.gitignore': 'out\n' };

async function workspaceOf(root: string, index = 3, identity: Workspace['identity'] = null): Promise<Workspace> {
  const repository = await findRepository(root);
  const area = temporaryFolder();
  const store = await createObjectStore(repository, join(area, 'objects'));
  const { commit } = (await resolveCommit(repository, 'main')) as ResolvedCommit;
  const request = { repository, store, commit, area, index, env: { PATH: '/bin', HOME: '/home/a' } };
  const more = { identity, copied: { copy: [], link: [] }, sandbox: null };
  return createWorkspace({ ...request, ...more, base: commit });
}

test('has its own checkout, environment and folders', async () => {
  const root = createRepository(FILES);
  git(root, 'tag', 'v1');
  const workspace = await workspaceOf(root);
  const { folder, env, reports, outputs } = workspace;
  expect(readFileSync(join(folder, 'src/a.txt'), 'utf8')).toBe('a\n');
  expect([git(folder, 'remote'), git(folder, 'tag'), git(folder, 'status', '--porcelain')]).toEqual(['', 'v1\n', '']);
  const home = dirname(folder);
  expect(env).toEqual({
    PATH: `${join(folder, '.venv/bin')}:/bin`,
    HOME: '/home/a',
    TMPDIR: join(home, 'tmp'),
    HYDRA_PORT_BASE: '20300',
  });
  // A command that removes the folder above its checkout does not remove its output.
  expect([dirname(reports), outputs.startsWith(home)]).toEqual([home, false]);
  await removeWorkspace(workspace);
  expect([home, outputs].map((path) => existsSync(path))).toEqual([false, false]);
});

test('with another identity, its folder, user, host and file times differ', async () => {
  const root = createRepository(FILES);
  const [usual, other] = [await workspaceOf(root), await workspaceOf(root, 3, OTHER_IDENTITY)];
  const depth = (workspace: Workspace) => workspace.folder.split('/').length;
  expect(depth(other)).toBe(depth(usual) + 1);
  expect(other.env).toMatchObject({ USER: 'someone', LOGNAME: 'someone', HOSTNAME: 'elsewhere' });
  const timeOf = ({ folder }: Workspace) => statSync(join(folder, 'src/a.txt')).mtimeMs / 1000;
  const before = timeOf(usual);
  await Promise.all([usual, other].map(applyFileTimes));
  expect([timeOf(usual), timeOf(other)]).toEqual([before, OTHER_IDENTITY.fileTime]);
  await restoreWorkspace(other);
  expect(git(other.folder, 'status', '--porcelain')).toBe('');
});

test('each check gets an empty folder for reports with another name', async () => {
  const workspace = await workspaceOf(createRepository(FILES));
  const first = workspace.reports;
  writeFiles(first, { 'node-1.jsonl': 'planted' });
  renewReports(workspace);
  expect([existsSync(first), workspace.reports === first, readdirSync(workspace.reports)]).toEqual([false, false, []]);
});

describe('every check starts from a restored checkout', () => {
  const CHANGES: [string, (folder: string) => void][] = [
    ['a file was changed', (folder) => writeFileSync(join(folder, 'src/a.txt'), 'weaker\n')],
    ['with the same size', (folder) => writeFileSync(join(folder, 'src/a.txt'), 'x\n')],
    ['a file was removed', (folder) => rmSync(join(folder, 'src/a.txt'))],
    ['a file became a folder', (folder) => swap(join(folder, 'src/a.txt'), (path) => mkdirSync(path))],
    ['a file became a link', (folder) => swap(join(folder, 'src/a.txt'), (path) => symlinkSync('/etc/hostname', path))],
    ['a folder became a link', (folder) => swap(join(folder, 'src'), (path) => symlinkSync('/tmp', path))],
    ['it was committed', (folder) => commitChange(folder)],
    ['git was told not to look', (folder) => hideChange(folder)],
    ['git was told to look elsewhere', (folder) => redirect(folder)],
    [
      '.git is gone',
      (folder) => [writeFileSync(join(folder, 'src/a.txt'), 'x\n'), rmSync(join(folder, '.git'), { recursive: true })],
    ],
  ];

  test.each(CHANGES)('%s', async (_title, change) => {
    const workspace = await workspaceOf(createRepository(FILES));
    const { folder } = workspace;
    writeFiles(folder, { 'out/built.js': 'kept', 'new.txt': 'kept' });
    const before = statSync(join(folder, 'src/b.txt')).mtimeMs;
    change(folder);
    await restoreWorkspace(workspace);
    const text = (path: string) => readFileSync(join(folder, path), 'utf8');
    expect([text('src/a.txt'), text('src/b.txt'), text('out/built.js'), text('new.txt')]).toEqual(['a\n', 'b\n', 'kept', 'kept']);
    // Unchanged files keep their times, so that builds stay valid.
    if (!_title.includes('folder became')) expect(statSync(join(folder, 'src/b.txt')).mtimeMs).toBe(before);
  });

  test('after a mode change', async () => {
    const root = createRepository(FILES);
    const workspace = await workspaceOf(root);
    chmodSync(join(workspace.folder, 'run.sh'), 0o755);
    await restoreWorkspace(workspace);
    expect(statSync(join(workspace.folder, 'run.sh')).mode & 0o111).toBe(0);
  });

  test('does not recreate a removed checkout', async () => {
    const workspace = await workspaceOf(createRepository(FILES));
    rmSync(workspace.folder, { recursive: true });
    await restoreWorkspace(workspace);
    expect(existsSync(workspace.folder)).toBe(false);
  });
});

function swap(path: string, make: (path: string) => void): void {
  rmSync(path, { recursive: true });
  make(path);
}

function commitChange(folder: string): void {
  writeFileSync(join(folder, 'src/a.txt'), 'committed\n');
  git(folder, 'commit', '--quiet', '--all', '-m', 'sly');
}

function hideChange(folder: string): void {
  git(folder, 'update-index', '--assume-unchanged', 'src/a.txt');
  writeFileSync(join(folder, 'src/a.txt'), 'hidden\n');
}

function redirect(folder: string): void {
  const elsewhere = temporaryFolder();
  writeFileSync(join(folder, 'src/a.txt'), 'here\n');
  git(folder, 'config', 'core.worktree', elsewhere);
}

describe('a checkout that a command replaced by a link', () => {
  test.each([
    ['itself', (folder: string) => folder],
    ['the folder above it', (folder: string) => dirname(folder)],
  ])('is not followed: %s', async (_title, place) => {
    const workspace = await workspaceOf(createRepository(FILES));
    const mine = temporaryFolder();
    writeFiles(mine, { 'tree/src/a.txt': 'mine\n', 'src/a.txt': 'mine\n' });
    const link = place(workspace.folder);
    rmSync(link, { recursive: true });
    symlinkSync(mine, link);
    await restoreWorkspace(workspace);
    expect(existsSync(workspace.folder)).toBe(false);
    symlinkSync(mine, link);
    await switchWorkspace(workspace, (await resolveCommit(workspace.repository, 'main')) as ResolvedCommit);
    expect(readFileSync(join(workspace.folder, 'src/a.txt'), 'utf8')).toBe('a\n');
    expect(['tree/src/a.txt', 'src/a.txt'].map((path) => readFileSync(join(mine, path), 'utf8'))).toEqual(['mine\n', 'mine\n']);
  });
});
