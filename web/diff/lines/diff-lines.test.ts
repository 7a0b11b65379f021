import { describe, expect, it } from 'vitest';
import type { IntegrityFinding } from '../../../src/contract/index.ts';
import { parsePatch } from '../../../src/patch/index.ts';
import { showFiles } from './diff-lines.ts';
import { makeRows, type RowOptions } from './diff-rows.ts';
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

function rowsOf(patch: string, isSplit: boolean, findings: IntegrityFinding[] = [], more: Partial<RowOptions> = {}): string[] {
  const files = showFiles(parsePatch(patch).files, { testPaths: [], findings });
  const options = {
    isSplit,
    columns: { side: 10, line: 20, row: 40 },
    isOpen: (file: { foldedBecause: string | null }) => file.foldedBecause === null,
    isUnfolded: () => false,
    lengthOf: () => false as const,
    ...more,
  };
  return makeRows(groupFiles(files, []), options).map((row) => {
    if (row.kind === 'line') return `${row.part.line.kind} ${row.part.line.text.slice(row.part.start, row.part.end)}`;
    if (row.kind === 'pair')
      return [row.left, row.right].map((part) => part?.line.text.slice(part.start, part.end) ?? '').join('|');
    if (row.kind === 'note' || row.kind === 'finding') return `${row.kind} ${row.text}`;
    if (row.kind === 'more') return `more ${row.hidden}`;
    if (row.kind === 'end' || (row.kind === 'hunk' && row.gap.count !== 0)) return `${row.kind} ${row.gap.count}`;
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

  it('use the whole width for a new file, also side by side', () => {
    const added =
      'diff --git a/x b/x\nnew file mode 100644\nindex 0..2\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+0123456789abcdef\n';
    expect(rowsOf(added, true)).toEqual(['file', 'note New file', 'hunk', 'added 0123456789abcdef']);
  });

  it('fold a very long line after its first rows, until it is unfolded', () => {
    const hunk = `@@ -1 +1 @@\n-a\n+${'x'.repeat(1000)}\n`;
    const folded = rowsOf(patchOf('x', hunk), false);
    expect(folded).toEqual(['file', 'hunk', 'removed a', ...Array(4).fill(`added ${'x'.repeat(20)}`), 'more 920']);
    expect(rowsOf(patchOf('x', hunk), false, [], { isUnfolded: () => true })).toHaveLength(3 + 50);
    expect(rowsOf(patchOf('x', hunk), true).at(-1)).toBe('more 960');
  });

  it('offer the lines between hunks and at the end when the file can be read', () => {
    const hunks = `${CHANGE.replace('-1,3 +1,3', '-5,3 +5,3')}@@ -20,5 +20,5 @@\n-a\n+A\n b\n c\n d\n e\n`;
    const shown = (length: number | null | false) =>
      rowsOf(patchOf('x', hunks), false, [], { lengthOf: () => length }).filter((row) => /^(hunk|end)/.test(row));
    expect(shown(false)).toEqual(['hunk', 'hunk']);
    expect(shown(null)).toEqual(['hunk 4', 'hunk 12', 'end null']);
    expect(shown(30)).toEqual(['hunk 4', 'hunk 12', 'end 6']);
    expect(shown(24)).toEqual(['hunk 4', 'hunk 12']);
    // Fewer unchanged lines than git shows: the file ends there.
    expect(rowsOf(patchOf('x', CHANGE), false, [], { lengthOf: () => null }).at(-1)).toBe('context c');
  });

  it('show a finding below its line, or below the file name', () => {
    expect(rowsOf(patchOf('x', CHANGE), true, [finding('x', 2), finding('x', 99), finding('y', 1)])).toEqual([
      ...['file', 'finding gone', 'hunk', 'a|a', 'b|B', 'finding gone', 'c|c'],
    ]);
  });
});

describe('findings with several places', () => {
  const spread = (places: IntegrityFinding['places']): IntegrityFinding => ({
    ...finding('x', null),
    place: null,
    ...(places && { places }),
  });
  const at = (side: 'old' | 'new', line: number | null, path = 'x') => ({ path, side, start_line: line, end_line: null });
  const far = CHANGE.replace('-1,3 +1,3', '-50,3 +50,3');

  it('are shown once in each hunk, below the last place', () => {
    const shown = rowsOf(patchOf('x', CHANGE + far), false, [
      spread([at('old', 2), at('new', 2), at('new', 51), at('old', 2, 'y')]),
    ]);
    expect(shown).toEqual([
      ...['file', 'hunk', 'context a', 'removed b', 'added B', 'finding gone', 'context c'],
      ...['hunk', 'context a', 'removed b', 'added B', 'finding gone', 'context c'],
    ]);
  });

  it('are shown below the last of their lines, together with findings inside these lines', () => {
    const hunk = '@@ -1,6 +1,3 @@\n a\n-b\n-c\n-d\n+D\n e\n f\n';
    const through = (start: number, end: number) => spread([{ ...at('old', start), end_line: end }]);
    const texts = (...findings: IntegrityFinding[]) => rowsOf(patchOf('x', hunk), false, findings);
    const first = { ...through(2, 4), message: 'first' };
    expect(texts({ ...through(3, 3), message: 'second' }, first)).toEqual([
      ...['file', 'hunk', 'context a', 'removed b', 'removed c', 'removed d', 'finding first', 'finding second', 'added D'],
      ...['context e', 'context f'],
    ]);
  });

  it('are shown below their line in a long change, but not before its last lines', () => {
    const removed = ['b', 'c', 'd', 'e', 'f', 'g'];
    const hunk = `@@ -1,8 +1,2 @@\n a\n${removed.map((line) => `-${line}\n`).join('')} h\n`;
    const one = (line: number, message: string) => ({ ...spread([at('old', line)]), message });
    expect(rowsOf(patchOf('x', hunk), false, [one(2, 'first'), one(5, 'second')])).toEqual([
      ...['file', 'hunk', 'context a', 'removed b', 'finding first', 'removed c', 'removed d', 'removed e', 'removed f'],
      ...['removed g', 'finding second', 'context h'],
    ]);
  });

  it('are shown below the last of several places in a hunk', () => {
    const hunk = '@@ -1,5 +1,2 @@\n a\n-b\n-c\n-d\n e\n';
    expect(rowsOf(patchOf('x', hunk), false, [spread([at('old', 2), at('old', 4)])])).toEqual([
      ...['file', 'hunk', 'context a', 'removed b', 'removed c', 'removed d', 'finding gone', 'context e'],
    ]);
  });

  it('are shown below their first line if the last one is far away', () => {
    const removed = Array.from({ length: 30 }, () => '-b\n').join('');
    const long = spread([{ ...at('old', 1), end_line: 30 }]);
    expect(rowsOf(patchOf('x', `@@ -1,31 +1,1 @@\n${removed} c\n`), false, [long]).indexOf('finding gone')).toBe(3);
  });

  it('are shown below the file name if no place is a line of the diff', () => {
    expect(rowsOf(patchOf('x', CHANGE), false, [spread([at('new', null)])]).slice(0, 2)).toEqual(['file', 'finding gone']);
    expect(rowsOf(patchOf('x', CHANGE), false, [spread([at('new', 1, 'y')])])).not.toContain('finding gone');
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

it('names the candidate that has a file instead of calling it new or deleted', () => {
  const files = parsePatch(
    ['new', 'deleted'].map((what) => `diff --git a/${what} b/${what}\n${what} file mode 100644\nindex 0..0\n`).join(''),
  ).files;
  const names = { old: 'one\u202e', new: 'two' };
  expect(showFiles(files, { testPaths: [], findings: [], names }).map(({ notes }) => notes[0])).toEqual([
    'Only in two',
    'Only in one\\u202e',
  ]);
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
