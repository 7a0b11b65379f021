// No git call of Hydra runs a program that the settings, attributes or hooks of a repository name: not those of a candidate's
// folder, a checkout, a nested repository or a clone. Each program would leave a file.
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createRepository, git, temporaryFolder, writeFiles } from '../../test/temporary-repository.ts';
import * as api from './index.ts';
import type { Repository, ResolvedCommit } from './repository.ts';

let marks: string;
let home: string;
let repository: Repository;
let base: ResolvedCommit;
let other: ResolvedCommit;
let store: api.ObjectStore;

/** Settings that make git run a program, with a name for what ran. */
function hostileSettings(place: string): string {
  const run = (name: string) => `sh -c 'touch ${marks}/${place}-${name}; cat' --`;
  const leave = (name: string) => `!touch ${marks}/${place}-${name}`;
  const filter = (driver: string) =>
    `[filter "${driver}"]\n\tclean = ${quoted(run(`${driver}-clean`))}\n\tsmudge = ${quoted(run(`${driver}-smudge`))}\n` +
    `\tprocess = ${quoted(`touch ${marks}/${place}-${driver}-process`)}\n\trequired = true\n`;
  return `
[core]
	fsmonitor = ${quoted(`touch ${marks}/${place}-fsmonitor`)}
	hooksPath = ${hooks(place)}
	editor = ${quoted(run('editor'))}
	pager = ${quoted(run('pager'))}
	sshCommand = ${quoted(run('ssh'))}
	attributesFile = ${attributes()}
	gitProxy = ${quoted(run('proxy'))}
	askPass = ${quoted(run('askpass'))}
${filter('evil')}${filter('lfs')}${filter('e=v')}[diff]
	external = ${quoted(run('external'))}
[diff "evil"]
	command = ${quoted(run('diff-command'))}
	textconv = ${quoted(run('textconv'))}
[merge "evil"]
	driver = ${quoted(run('merge-driver'))}
[alias]
	status = ${quoted(leave('alias'))}
	ls-files = ${quoted(leave('alias'))}
[gpg]
	program = ${quoted(run('gpg'))}
[commit]
	gpgSign = true
[credential]
	helper = ${quoted(leave('credential'))}
[pager]
	status = ${quoted(run('pager-status'))}
[uploadpack]
	packObjectsHook = ${quoted(run('pack-objects'))}
[submodule "nested"]
	update = ${quoted(leave('submodule'))}
[submodule]
	recurse = true
`;
}

function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

const ATTRIBUTES = '*.txt filter=evil diff=evil merge=evil\n*.c filter=lfs\n*.md filter=e=v\n';

function attributes(): string {
  const file = join(home, 'attributes');
  writeFileSync(file, ATTRIBUTES);
  return file;
}

function hooks(place: string): string {
  const folder = join(home, `hooks-${place}`);
  mkdirSync(folder, { recursive: true });
  for (const name of ['post-checkout', 'post-index-change', 'reference-transaction', 'pre-commit', 'post-commit', 'commit-msg']) {
    writeFileSync(join(folder, name), `#!/bin/sh\ntouch ${marks}/${place}-hook-${name}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

/** In the settings, through an included file, and as attributes that no tree has. */
function poison(gitDir: string, place: string): void {
  const included = join(home, `included-${place}`);
  writeFileSync(included, hostileSettings(place));
  const config = join(gitDir, 'config');
  git(gitDir, 'config', '--file', config, 'include.path', included);
  mkdirSync(join(gitDir, 'info'), { recursive: true });
  writeFileSync(join(gitDir, 'info/attributes'), ATTRIBUTES);
}

/** Changed content of the same size and other times: git has to compare the content. */
function touchFiles(folder: string): void {
  writeFiles(folder, { 'a.txt': 'A\n', 'b.c': 'B\n', 'd.md': 'D\n', '.gitattributes': ATTRIBUTES });
  for (const name of ['a.txt', 'b.c', 'd.md']) utimesSync(join(folder, name), 1, 1);
}

const ran = () => readdirSync(marks);

async function commitOf(ref: string): Promise<ResolvedCommit> {
  return (await api.resolveCommit(repository, ref)) as ResolvedCommit;
}

/** A base with a submodule, whose content the user has. */
beforeAll(async () => {
  home = temporaryFolder();
  marks = join(home, 'marks');
  mkdirSync(marks);
  const FILES = { 'a.txt': 'a\n', 'b.c': 'b\n', 'd.md': 'd\n' };
  const library = createRepository(FILES);
  const root = createRepository(FILES, { other: { 'a.txt': 'a\nother\n', 'c.txt': 'c\n' } });
  git(root, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', '--name', 'nested', library, 'nested');
  git(root, 'commit', '--quiet', '-m', 'submodule');
  git(root, 'branch', 'moved');
  repository = await api.findRepository(root);
  poison(join(root, '.git'), 'user');
  poison(join(root, '.git/modules/nested'), 'user-submodule');
  touchFiles(join(root, 'nested'));
  store = await api.createObjectStore(repository, join(home, 'objects'));
  [base, other] = await Promise.all([commitOf('main'), commitOf('other')]);
});

beforeEach(() => {
  for (const name of ran()) rmSync(join(marks, name));
});

let places = 0;
async function checkOut(): Promise<api.CheckedOut & api.CheckoutSource> {
  places += 1;
  const folder = join(home, `w${places}/tree`);
  const index = join(home, `index-${places}`);
  mkdirSync(folder, { recursive: true });
  await api.checkOut({ repository, store, base: base.commit, commit: base.commit, folder, index });
  return { repository, store, base: base.commit, folder, index };
}

/** A checkout in which a command has rewritten every setting. */
async function rewrittenCheckout(): Promise<api.CheckedOut & api.CheckoutSource> {
  const checkedOut = await checkOut();
  const { folder } = checkedOut;
  for (const part of ['.', 'nested']) {
    poison(join(folder, part, '.git'), 'checkout');
    touchFiles(join(folder, part));
  }
  return checkedOut;
}

describe('runs no program named by hostile settings', () => {
  test('to prepare a checkout', async () => {
    const { folder } = await checkOut();
    expect(existsSync(join(folder, 'nested/a.txt'))).toBe(true);
    expect(ran()).toEqual([]);
  });

  test('to restore, list and switch a checkout that a command has rewritten', async () => {
    const checkedOut = await rewrittenCheckout();
    await api.restoreTrackedFiles(checkedOut);
    writeFiles(checkedOut.folder, { 'made/by.txt': '', 'a.txt': 'z\n' });
    expect(await api.listUntracked(checkedOut)).toEqual(['.gitattributes', 'made']);
    expect(ran()).toEqual([]);
    await api.switchCommit(checkedOut, other);
    expect(ran()).toEqual([]);
  });

  test('to count the changes of a checkout that a command has rewritten', async () => {
    const checkedOut = await rewrittenCheckout();
    writeFiles(checkedOut.folder, { 'new.txt': 'new\n' });
    const counted = await api.countChanges(checkedOut, [], new AbortController().signal);
    // The submodule is not read, and Git LFS compares pointers.
    expect(counted).toMatchObject({ changed_files: 5, removed_lines: 3 });
    expect(ran()).toEqual([]);
  });

  test('to take a snapshot of a folder with its own repository and a nested one', async () => {
    const { folder } = await rewrittenCheckout();
    writeFiles(folder, { 'new.txt': 'new\n' });
    const embedded = createRepository({ 'a.txt': 'a\n', 'b.c': 'b\n', 'd.md': 'd\n' });
    cpSync(embedded, join(folder, 'embedded'), { recursive: true });
    poison(join(folder, 'embedded/.git'), 'embedded');
    touchFiles(join(folder, 'embedded'));
    expect(await api.isPartOfTree(folder)).toBe(false);
    expect(await api.knownHeads(repository, folder)).toEqual([base]);
    const snapshot = await api.snapshotFolder(store, base, folder);
    expect(git(store.folder, 'diff-tree', '-r', '--name-only', base.tree, snapshot.tree)).toContain('new.txt');
    await api.snapshotWhatCanBe(store, base, folder, ['new.txt']);
    expect(await api.listLeftBranches(folder, base)).toEqual([]);
    await api.snapshotCommitOf(store, base, folder, other.commit);
    await api.listAddedRepositories(store, base, snapshot);
    expect(ran()).toEqual([]);
  });

  test('to compare, merge and read trees', async () => {
    const hostile = await api.commitWithFiles(store, base, [
      { path: '.gitattributes', content: Buffer.from(ATTRIBUTES), isExecutable: false },
      { path: 'a.txt', content: Buffer.from('first\na\n'), isExecutable: false },
    ]);
    const [{ diff, patch } = { diff: null, patch: '' }] = await api.compareTrees(store, base.tree, [hostile.tree]);
    await api.patchBetween(store, hostile.tree, other.tree);
    await api.mergeTrees(store, { base: base.tree, ours: hostile.tree, theirs: other.tree });
    await api.readTreeFiles(store, hostile.tree, ['a.txt']);
    await api.readTreeFile(store, hostile.tree, 'a.txt');
    await api.listTopFiles(store, [hostile.tree]);
    await api.listFiles(store, hostile.tree);
    await api.pickFile(store, { base, made: hostile, other, path: 'c.txt' });
    await api.pickHunk(store, { base, made: hostile, other, path: 'a.txt', hunk: 1 });
    await api.leaveOutLargeFiles(store, base, hostile, { fileBytes: 1, totalBytes: 1 });
    await api.replaceInChanges(store, base, hostile, [{ name: 'x', forms: ['first'] }], '***');
    if (diff === null) throw new Error('there is no comparison');
    const all = { isPinned: () => true, mayHoldPinned: () => true, pinContent: () => null };
    await api.pinTree(store, base, hostile, diff, all);
    const rules = { isTaken: () => true, mayHoldTests: () => true, withTestsOf: () => null };
    await api.layTestsOver(store, other, { base, author: hostile, diff, rules });
    const file = join(home, 'a.patch');
    writeFileSync(file, patch);
    expect((await api.snapshotPatch(store, base, file)).tree).toBe(hostile.tree);
    await api.commitTree(store, {
      ...{ tree: hostile.tree, parents: [base.commit], text: { raw: 'x' } },
      ...{ author: { name: 'a', email: 'b' }, committer: { name: 'a', email: 'b' } },
    });
    await api.listCommits(store, base.commit, other.commit);
    await api.findMissingChanges(store, base, hostile.tree, { isPlainCopy: true });
    expect(ran()).toEqual([]);
  });

  test("to look at the user's repository", async () => {
    touchFiles(repository.root);
    const before = await api.readRepositoryState(repository);
    const changes = async () => api.compareStates(before, await api.readRepositoryState(repository));
    api.foldersOf(repository);
    await api.findRepository(repository.root);
    await api.refuseMissingObjects(repository, [base]);
    await api.findMergeBases(repository, base, [[other], [other, base]]);
    await api.countCommits(repository, base.commit, other.commit);
    await api.currentBranch(repository);
    await api.resolveBranch(repository, 'main');
    await api.isBranchName('main');
    await api.worktreeOf(repository, 'main');
    expect(await changes()).toEqual([]);
    writeFiles(repository.root, { 'untracked.md': '' });
    expect(await changes()).toEqual([{ kind: 'file', name: 'untracked.md', change: 'added' }]);
    expect(ran()).toEqual([]);
  });

  test('to import a commit and to move a branch', async () => {
    await api.importCommit(repository, store, other.commit, [base.commit]);
    const move = { branch: 'moved', from: base.commit, to: other.commit, reason: 'test' };
    expect(await api.moveBranch(repository, move)).toBe(true);
    await api.hooksFolder(repository);
    expect(ran()).toEqual([]);
  });

  test('to stage a tree for hooks', async () => {
    const folder = join(home, 'staged/tree');
    mkdirSync(folder, { recursive: true });
    const request = { repository, store, commit: other.commit, folder, index: join(home, 'staged/index'), tags: '' };
    await api.checkOutStaged({ ...request, branch: 'main', head: base.commit });
    poison(join(folder, '.git'), 'staged');
    touchFiles(folder);
    expect(await api.stagedTree(folder)).toBe(other.tree);
    expect(ran()).toEqual([]);
  });

  test('from a relative folder of the PATH', async () => {
    const { folder } = await checkOut();
    writeFiles(folder, { 'bin/git': `#!/bin/sh\ntouch ${marks}/git\n` });
    chmodSync(join(folder, 'bin/git'), 0o755);
    const { PATH = '' } = process.env;
    process.env.PATH = `bin${delimiter}${PATH}`;
    await api.findRepository(folder).finally(() => {
      process.env.PATH = PATH;
    });
    expect(ran()).toEqual([]);
  });
});

describe('writes nothing through a link that a command left', () => {
  test("leaves the user's branch and index alone if .git is a link", async () => {
    const checkedOut = await checkOut();
    const target = createRepository({ 'mine.txt': 'mine\n' });
    const before = git(target, 'rev-parse', 'main');
    rmSync(join(checkedOut.folder, '.git'), { recursive: true });
    symlinkSync(join(target, '.git'), join(checkedOut.folder, '.git'));
    await api.switchCommit(checkedOut, other);
    expect([git(target, 'rev-parse', 'main'), git(target, 'status', '--porcelain')]).toEqual([before, '']);
  });

  test('refuses a checkout that is a link', async () => {
    const checkedOut = await checkOut();
    const target = createRepository({ 'a.txt': 'mine\n' });
    rmSync(checkedOut.folder, { recursive: true });
    symlinkSync(target, checkedOut.folder);
    await expect(api.restoreTrackedFiles(checkedOut)).rejects.toMatchObject({ code: 'checkout_replaced' });
    await expect(api.switchCommit(checkedOut, other)).rejects.toMatchObject({ code: 'checkout_replaced' });
    expect(await api.listUntracked(checkedOut)).toEqual([]);
    expect(git(target, 'status', '--porcelain')).toBe('');
  });
});
