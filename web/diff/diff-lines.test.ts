import { describe, expect, it } from 'vitest';
import { type IntegrityFinding, parsePatch } from '../../src/contract/index.ts';
import { showFiles } from './diff-lines.ts';
import { makeRows } from './diff-rows.ts';
import { groupFiles, groupsOfTwo } from './file-groups.ts';

function patchOf(path: string, hunk: string): string {
  return `diff --git a/${path} b/${path}\nindex 1..2 100644\n--- a/${path}\n+++ b/${path}\n${hunk}`;
}

function finding(path: string, line: number | null): IntegrityFinding {
  return {
    id: 'test_removed',
    severity: 'error',
    message: 'gone',
    place: { path, start_line: line, end_line: null },
    how_to_allow: null,
  };
}

const CHANGE = '@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n';

function rowsOf(patch: string, isSplit: boolean, findings: IntegrityFinding[] = []): string[] {
  const files = showFiles(parsePatch(patch).files, { testPaths: [], findings });
  const options = {
    isSplit,
    columns: 10,
    wideColumns: 40,
    isOpen: (file: { foldedBecause: string | null }) => file.foldedBecause === null,
  };
  return makeRows(groupFiles(files, []), options).map((row) => {
    if (row.kind === 'line') return `${row.part.line.kind} ${row.part.line.text.slice(row.part.start, row.part.end)}`;
    if (row.kind === 'pair')
      return [row.left, row.right].map((part) => part?.line.text.slice(part.start, part.end) ?? '').join('|');
    if (row.kind === 'note' || row.kind === 'finding') return `${row.kind} ${row.text}`;
    return row.kind;
  });
}

describe('rows', () => {
  it('are listed one below the other, or side by side', () => {
    expect(rowsOf(patchOf('x', CHANGE), false)).toEqual(['file', 'hunk', 'context a', 'removed b', 'added B', 'context c']);
    expect(rowsOf(patchOf('x', CHANGE), true)).toEqual(['file', 'hunk', 'a|a', 'b|B', 'c|c']);
  });

  it('keep both sides aligned when a line wraps', () => {
    const hunk = '@@ -1,2 +1,3 @@\n-short\n-second\n+something longer\n+x\n+y\n';
    expect(rowsOf(patchOf('x', hunk), true)).toEqual(['file', 'hunk', 'short|something ', '|longer', 'second|x', '|y']);
  });

  it('show a finding below its line, or below the file name', () => {
    expect(rowsOf(patchOf('x', CHANGE), true, [finding('x', 2), finding('x', 99), finding('y', 1)])).toEqual([
      ...['file', 'finding gone', 'hunk', 'a|a', 'b|B', 'finding gone', 'c|c'],
    ]);
  });
});

describe('folding', () => {
  const reasonOf = (path: string, hunk: string, findings: IntegrityFinding[] = []) =>
    showFiles(parsePatch(patchOf(path, hunk)).files, { testPaths: [], findings })[0]?.foldedBecause;
  const blanks = '@@ -1,2 +1,2 @@\n-if (a) {\n-b\n+if (a)  {\n+\tb\n';

  it('folds lockfiles, generated files and whitespace changes, and states the reason', () => {
    expect(reasonOf('src/x.ts', CHANGE)).toBeNull();
    expect(reasonOf('src/x.ts', blanks)).toBe('only whitespace changed');
    expect(reasonOf('sub/package-lock.json', CHANGE)).toBe('lockfile');
    expect(reasonOf('dist/x.min.js', CHANGE)).toBe('generated file');
    expect(reasonOf('vendor/x.go', CHANGE)).toBe('vendored file');
    expect(rowsOf(patchOf('src/x.ts', blanks), true)).toEqual(['file', 'note Folded: only whitespace changed, 4 changed lines']);
  });

  it('does not fold where indentation matters or where there is a finding', () => {
    expect(reasonOf('x.py', blanks)).toBeNull();
    expect(reasonOf('src/x.ts', blanks, [finding('src/x.ts', 1)])).toBeNull();
    expect(reasonOf('package-lock.json', CHANGE, [finding('package-lock.json', null)])).toBeNull();
  });

  it('prefers the file class of the run to the path', () => {
    const files = parsePatch(patchOf('vendor/x.go', CHANGE) + patchOf('src/y.ts', CHANGE)).files;
    const classes = new Map([['vendor/x.go', 'source'] as const, ['src/y.ts', 'generated'] as const]);
    expect(showFiles(files, { testPaths: [], findings: [], classes }).map((file) => file.foldedBecause)).toEqual([
      null,
      'generated file',
    ]);
  });
});

it('notes Windows line endings once, and shows single carriage returns', () => {
  const [all] = showFiles(parsePatch(patchOf('x', '@@ -1 +1 @@\n-a\r\n+b\r\n')).files, { testPaths: ['x'], findings: [] });
  expect([all?.notes, all?.isTest, all?.hunks[0]?.lines.map(({ text }) => text)]).toEqual([
    ['Windows line endings'],
    true,
    ['a', 'b'],
  ]);
  const [one] = showFiles(parsePatch(patchOf('x', '@@ -1 +1 @@\n-a\n+a\r\n')).files, { testPaths: [], findings: [] });
  expect(one?.hunks[0]?.lines.map(({ text }) => text)).toEqual(['a', 'a\\r']);
});

it('groups files by the candidates that changed them', () => {
  const files = showFiles(parsePatch(['a', 'b', 'c', 'd'].map((path) => patchOf(path, CHANGE)).join('')).files, {
    testPaths: [],
    findings: [],
  });
  const groups = groupFiles(files, groupsOfTwo({ name: 'one', paths: ['a', 'b'] }, { name: 'two', paths: ['b', 'c'] }));
  expect(groups.map((group) => [group.title, group.files.map(({ path }) => path)])).toEqual([
    ['Changed by both', ['b']],
    ['Only changed by one', ['a']],
    ['Only changed by two', ['c']],
    ['Other files', ['d']],
  ]);
});
