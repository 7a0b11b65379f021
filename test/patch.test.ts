import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parsePatch } from '../src/patch/parse-patch.ts';

const folder = mkdtempSync(join(tmpdir(), 'hydra-patch-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;

/** The patch that git writes between two trees, with the options that Hydra uses. */
function patchBetween(
  before: Record<string, string | Buffer>,
  after: Record<string, string | Buffer>,
  executable?: string,
): string {
  const repository = join(folder, String(count++));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'core.quotePath=false', '-c', 'core.autocrlf=false', ...args], {
      cwd: repository,
      encoding: 'utf8',
    });
  mkdirSync(repository);
  git('init', '-q');
  const commit = (files: Record<string, string | Buffer>) => {
    git('rm', '-rqf', '--ignore-unmatch', '.');
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(repository, path, '..'), { recursive: true });
      writeFileSync(join(repository, path), text);
    }
  };
  const tree = () => {
    git('add', '-A');
    return git('write-tree').trim();
  };
  commit(before);
  const first = tree();
  commit(after);
  if (executable !== undefined) chmodSync(join(repository, executable), 0o755);
  return git('diff', '--no-renames', '--binary', '--full-index', first, tree());
}

describe('parsePatch', () => {
  it('reads lines with their numbers', () => {
    const { files, unreadLines } = parsePatch(
      patchBetween({ 'a.txt': 'one\ntwo\nthree\n' }, { 'a.txt': 'one\n2\nthree\nfour\n' }),
    );
    expect(unreadLines).toBe(0);
    expect(files).toHaveLength(1);
    expect(files[0]).toMatchObject({ path: 'a.txt', status: 'modified', binary: null, added: 2, removed: 1 });
    expect(files[0]?.hunks.map(({ header }) => header)).toEqual(['@@ -1,3 +1,4 @@']);
    expect(files[0]?.hunks[0]?.lines).toEqual([
      { kind: 'context', text: 'one', old: 1, new: 1, lacksNewline: false },
      { kind: 'removed', text: 'two', old: 2, new: null, lacksNewline: false },
      { kind: 'added', text: '2', old: null, new: 2, lacksNewline: false },
      { kind: 'context', text: 'three', old: 3, new: 3, lacksNewline: false },
      { kind: 'added', text: 'four', old: null, new: 4, lacksNewline: false },
    ]);
  });

  it('reads lines of a file that look like headers as lines', () => {
    const sql = '-- a/secret\n-- b\ndiff --git a/x b/x\n@@ -1 +1 @@\n';
    const { files, unreadLines } = parsePatch(patchBetween({ 'q.sql': sql }, { 'q.sql': '++ b/other\n' }));
    expect(unreadLines).toBe(0);
    expect(files.map(({ path, added, removed }) => [path, added, removed])).toEqual([['q.sql', 1, 4]]);
    expect(files[0]?.hunks[0]?.lines.map(({ text }) => text)).toEqual([
      '-- a/secret',
      '-- b',
      'diff --git a/x b/x',
      '@@ -1 +1 @@',
      '++ b/other',
    ]);
  });

  it('reads new, deleted and empty files, and modes', () => {
    const before = { 'gone.txt': 'x\n', 'run.sh': 'echo\n' };
    const { files } = parsePatch(patchBetween(before, { 'empty.txt': '', 'new.txt': 'y\n', 'run.sh': 'echo\n' }, 'run.sh'));
    expect(
      files.map(({ path, status, oldMode, newMode, added, removed }) => [path, status, oldMode, newMode, added, removed]),
    ).toEqual([
      ['empty.txt', 'added', null, '100644', 0, 0],
      ['gone.txt', 'deleted', '100644', null, 0, 1],
      ['new.txt', 'added', null, '100644', 1, 0],
      ['run.sh', 'modified', '100644', '100755', 0, 0],
    ]);
  });

  it('reads the sizes of binary files and continues after them', () => {
    const bytes = Buffer.from(Array.from({ length: 600 }, (_, at) => (at * 7919) % 256));
    const { files, unreadLines } = parsePatch(
      patchBetween({ 'b.bin': bytes, 'z.txt': 'a\n' }, { 'n.bin': Buffer.concat([bytes, bytes, bytes]), 'z.txt': 'b\n' }),
    );
    expect(unreadLines).toBe(0);
    expect(files.map(({ path, status, binary, hunks }) => [path, status, binary, hunks.length])).toEqual([
      ['b.bin', 'deleted', { before: 600, after: null }, 0],
      ['n.bin', 'added', { before: null, after: 1800 }, 0],
      ['z.txt', 'modified', null, 1],
    ]);
  });

  it('keeps carriage returns and marks a missing newline at the end', () => {
    const { files } = parsePatch(patchBetween({ 'a.txt': 'one\r\ntwo' }, { 'a.txt': 'one\r\ntwo\n' }));
    expect(files[0]?.hunks[0]?.lines).toEqual([
      { kind: 'context', text: 'one\r', old: 1, new: 1, lacksNewline: false },
      { kind: 'removed', text: 'two', old: 2, new: null, lacksNewline: true },
      { kind: 'added', text: 'two', old: null, new: 2, lacksNewline: false },
    ]);
  });

  it('reads paths with spaces, quotes and special characters, with and without lines', () => {
    const names = [
      'with space.txt',
      'a b/x b/y.txt',
      'quo"te.txt',
      'back\\slash.txt',
      'tab\tin.txt',
      'new\nline.txt',
      'naïve/日本.txt',
    ];
    const tree = (text: string) => Object.fromEntries([...names, 'constructor'].map((name) => [name, text]));
    const sorted = Object.keys(tree('')).sort();
    for (const [before, after] of [
      [tree(''), tree('x\n')],
      [{}, tree('')],
    ] as const) {
      const { files, unreadLines } = parsePatch(patchBetween(before, after));
      expect(files.map(({ path }) => path).sort()).toEqual(sorted);
      expect(unreadLines).toBe(0);
    }
  });

  it('escapes bytes of a path that are not UTF-8', () => {
    const patch = 'diff --git "a/caf\\351.txt" "b/caf\\351.txt"\nnew file mode 100644\nindex 0000000..1111111\n';
    expect(parsePatch(patch).files[0]?.path).toBe('caf\\xe9.txt');
    expect(parsePatch(patch.replaceAll('\\351', '\\303\\251')).files[0]?.path).toBe('café.txt');
  });

  it('counts lines that it cannot read and continues', () => {
    const patch = 'nonsense\ndiff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n@@ broken\n@@ -1 +1 @@\n-a\n+b\nrest\n';
    const { files, unreadLines } = parsePatch(patch);
    expect(files.map(({ path }) => path)).toEqual(['x']);
    expect(unreadLines).toBe(6);
    expect(parsePatch('')).toEqual({ files: [], unreadLines: 0 });
  });

  it('states the mode of a symbolic link that changes its target', () => {
    const [file] = parsePatch('diff --git a/l b/l\nindex aa..bb 120000\n--- a/l\n+++ b/l\n@@ -1 +1 @@\n-x\n+/etc\n').files;
    expect([file?.oldMode, file?.newMode, file?.unchangedMode]).toEqual([null, null, '120000']);
  });

  it('takes the new path of a rename', () => {
    const patch = 'diff --git a/old.js b/new.js\n--- a/old.js\n+++ b/new.js\n@@ -1 +1 @@\n-x\n+y\n';
    expect(parsePatch(patch).files.map(({ path }) => path)).toEqual(['new.js']);
  });

  it('does not let lines after a complete hunk change the file', () => {
    const patch = 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n+++ b/other\nnew file mode 120000\n';
    const { files, unreadLines } = parsePatch(patch);
    expect(files).toMatchObject([{ path: 'x', status: 'modified', newMode: null, added: 1, removed: 1 }]);
    expect(unreadLines).toBe(2);
  });

  it.each(['diff --git \n+x\n', 'diff --git a/x b/y\n+x\n'])('counts a file without a path as unread: %j', (patch) => {
    expect(parsePatch(patch)).toEqual({ files: [], unreadLines: 2 });
  });
});
