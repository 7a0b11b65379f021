import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parsePatch } from '../web/diff/parse-patch.ts';

const folder = mkdtempSync(join(tmpdir(), 'hydra-patch-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;

/** What git itself writes between two trees, with the options that runs use. */
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
    const { files, unread } = parsePatch(patchBetween({ 'a.txt': 'one\ntwo\nthree\n' }, { 'a.txt': 'one\n2\nthree\nfour\n' }));
    expect(unread).toBe(0);
    expect(files).toHaveLength(1);
    expect(files[0]).toMatchObject({ path: 'a.txt', status: 'modified', binary: null, added: 2, removed: 1 });
    expect(files[0]?.hunks.map(({ header }) => header)).toEqual(['@@ -1,3 +1,4 @@']);
    expect(files[0]?.hunks[0]?.lines).toEqual([
      { kind: 'same', text: 'one', old: 1, new: 1, endsOpen: false },
      { kind: 'removed', text: 'two', old: 2, new: null, endsOpen: false },
      { kind: 'added', text: '2', old: null, new: 2, endsOpen: false },
      { kind: 'same', text: 'three', old: 3, new: 3, endsOpen: false },
      { kind: 'added', text: 'four', old: null, new: 4, endsOpen: false },
    ]);
  });

  it('takes what looks like a header for what it is: a line of a file', () => {
    const sql = '-- a/secret\n-- b\ndiff --git a/x b/x\n@@ -1 +1 @@\n';
    const { files, unread } = parsePatch(patchBetween({ 'q.sql': sql }, { 'q.sql': '++ b/other\n' }));
    expect(unread).toBe(0);
    expect(files.map(({ path, added, removed }) => [path, added, removed])).toEqual([['q.sql', 1, 4]]);
    expect(files[0]?.hunks[0]?.lines.map(({ text }) => text)).toEqual([
      '-- a/secret',
      '-- b',
      'diff --git a/x b/x',
      '@@ -1 +1 @@',
      '++ b/other',
    ]);
  });

  it('knows new, deleted and empty files, and modes', () => {
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

  it('reads past binary files', () => {
    const bytes = Buffer.from(Array.from({ length: 600 }, (_, at) => (at * 7919) % 256));
    const { files, unread } = parsePatch(
      patchBetween({ 'b.bin': bytes, 'z.txt': 'a\n' }, { 'n.bin': Buffer.concat([bytes, bytes, bytes]), 'z.txt': 'b\n' }),
    );
    expect(unread).toBe(0);
    expect(files.map(({ path, status, binary, hunks }) => [path, status, binary, hunks.length])).toEqual([
      ['b.bin', 'deleted', { before: 600, after: null }, 0],
      ['n.bin', 'added', { before: null, after: 1800 }, 0],
      ['z.txt', 'modified', null, 1],
    ]);
  });

  it('keeps carriage returns, and says where a newline is missing', () => {
    const { files } = parsePatch(patchBetween({ 'a.txt': 'one\r\ntwo' }, { 'a.txt': 'one\r\ntwo\n' }));
    expect(files[0]?.hunks[0]?.lines).toEqual([
      { kind: 'same', text: 'one\r', old: 1, new: 1, endsOpen: false },
      { kind: 'removed', text: 'two', old: 2, new: null, endsOpen: true },
      { kind: 'added', text: 'two', old: null, new: 2, endsOpen: false },
    ]);
  });

  it('reads paths of every kind, with and without lines', () => {
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
      const { files, unread } = parsePatch(patchBetween(before, after));
      expect(files.map(({ path }) => path).sort()).toEqual(sorted);
      expect(unread).toBe(0);
    }
  });

  it('shows bytes of a path that are not UTF-8 as such', () => {
    const patch = 'diff --git "a/caf\\351.txt" "b/caf\\351.txt"\nnew file mode 100644\nindex 0000000..1111111\n';
    expect(parsePatch(patch).files[0]?.path).toBe('caf\\xe9.txt');
    expect(parsePatch(patch.replaceAll('\\351', '\\303\\251')).files[0]?.path).toBe('café.txt');
  });

  it('counts what it cannot read, and goes on', () => {
    const patch = 'nonsense\ndiff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n@@ broken\n@@ -1 +1 @@\n-a\n+b\nrest\n';
    const { files, unread } = parsePatch(patch);
    expect(files.map(({ path }) => path)).toEqual(['x']);
    expect(unread).toBe(6);
    expect(parsePatch('')).toEqual({ files: [], unread: 0 });
  });
});
