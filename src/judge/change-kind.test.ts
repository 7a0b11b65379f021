import { describe, expect, test } from 'vitest';
import type { ChangeKind, Diff, DiffFile } from '../contract/index.ts';
import { describeChanges } from './change-kind.ts';

interface Change {
  path: string;
  /** Lines as git shows them, with their mark; empty for a file without lines. */
  lines?: string[];
  file?: Partial<DiffFile>;
}

function diffOf(changes: readonly Change[]): { diff: Diff; patch: string } {
  const files = changes.map(({ path, lines = [], file = {} }): DiffFile => {
    const [added, removed] = ['+', '-'].map((mark) => lines.filter((line) => line.startsWith(mark)));
    const squeezed = (list: readonly string[] = []) => list.map((line) => line.slice(1).replace(/\s/g, '')).join('\n');
    const isSpace = squeezed(added) === squeezed(removed);
    const counts = { added: added?.length ?? 0, removed: removed?.length ?? 0 };
    return {
      ...{ path, old_path: null, status: 'modified', old_mode: '100644', mode: '100644', binary: false, ...counts },
      ...{ added_normalized: isSpace ? 0 : counts.added, removed_normalized: isSpace ? 0 : counts.removed },
      ...{ marked_generated: false, marked_vendored: false },
      ...file,
    };
  });
  const patch = changes.map(({ path, lines = [], file = {} }) => {
    const header = [`diff --git a/${path} b/${path}`];
    if (file.status === 'added') header.push('new file mode 100644');
    return [...header, ...(lines.length === 0 ? [] : ['@@ -1,9 +1,9 @@', ...lines]), ''].join('\n');
  });
  return { diff: { schema_version: 1, base_tree: 'b', tree: 't', files }, patch: patch.join('') };
}

function kindOf(...changes: Change[]): ChangeKind {
  const { diff, patch } = diffOf(changes);
  return describeChanges(diff, patch).kind;
}

describe('decides by the name of the file', () => {
  test.each<[string, ChangeKind]>([
    ['README.md', 'documentation'],
    ['History.md', 'documentation'],
    ['LICENSE', 'documentation'],
    ['CHANGELOG', 'documentation'],
    ['AUTHORS', 'documentation'],
    ['docs/guide/install.rst', 'documentation'],
    ['docs/_static/custom.css', 'documentation'],
    ['docs/conf.py', 'documentation'],
    ['docs/example.py', 'code'],
    ['notes.txt', 'documentation'],
    ['requirements.txt', 'code'],
    ['requirements-dev.txt', 'code'],
    ['requirements/base.txt', 'code'],
    ['CMakeLists.txt', 'code'],
    ['assets/logo.png', 'documentation'],
    ['package.json', 'code'],
    ['tsconfig.json', 'code'],
    ['Makefile', 'code'],
    ['hydra.toml', 'code'],
    ['src/history.py', 'code'],
    ['src/model.unknown', 'code'],
    ['test/sum.test.js', 'tests'],
    ['tests/fixtures/readme.md', 'tests'],
  ])('%s: %s', (path, kind) => {
    expect(kindOf({ path, lines: ['-old', '+new'] })).toBe(kind);
  });
});

describe('decides by what the whole files say', () => {
  const text = (change: NonNullable<DiffFile['text']>['change']) => ({ text: { change, comments: [], strings: [] } });
  const lines = ['-a', '+b'];
  test.each<[string, Change, ChangeKind]>([
    ['a change of code', { path: 'a.js', lines, file: text('code') }, 'code'],
    ['a change of comments', { path: 'a.js', lines, file: text('comments') }, 'comments'],
    ['a change of white space', { path: 'a.js', lines, file: text('spacing') }, 'formatting'],
    ['a change that a formatter could make', { path: 'a.js', lines, file: text('formatting') }, 'code'],
    ['files that were not read', { path: 'a.js', lines: ['-// a', '+// b'] }, 'code'],
    ['blank lines in an unknown language', { path: 'a.vala', lines: [' f', '+', ' g'] }, 'code'],
    ['a new file of comments', { path: 'a.js', lines: ['+// a'], file: { status: 'added', ...text('comments') } }, 'comments'],
    ['a new empty file', { path: 'pkg/__init__.py', file: { status: 'added' } }, 'code'],
    ['a new mode', { path: 'run.sh', file: { mode: '100755', ...text('comments') } }, 'code'],
    ['a renamed source', { path: 'b.js', file: { status: 'renamed', old_path: 'a.js' } }, 'code'],
    ['a renamed document', { path: 'B.md', file: { status: 'renamed', old_path: 'A.md' } }, 'documentation'],
    ['a source moved among the tests', { path: 'test/a.js', file: { status: 'renamed', old_path: 'src/a.js' } }, 'code'],
  ])('%s', (_, change, kind) => {
    expect(kindOf(change)).toBe(kind);
  });
});

describe('tests inside Rust sources', () => {
  const rust = (...lines: string[]): Change => ({ path: 'src/lib.rs', lines });
  const inTests = rust(' #[cfg(test)]', ' mod tests {', '-    assert_eq!(f(), 1);', '+    assert_eq!(f(), 2);', ' }');

  test('a change after the attribute is a change of tests', () => {
    expect(kindOf(inTests)).toBe('tests');
  });

  test('a change before it is code', () => {
    expect(kindOf(rust('-fn f() -> u8 { 1 }', '+fn f() -> u8 { 2 }', ' ', ' #[cfg(test)]', ' mod tests {'))).toBe('code');
  });

  test('a hunk with text of the base’s tests is a change of tests', () => {
    const { diff, patch } = diffOf([
      rust('     #[test]', '     fn works() {', '-        assert!(f());', '+        assert!(!f());', '     }'),
    ]);
    const baseTests = 'mod tests {\n    #[test]\n    fn works() {\n        assert!(f());\n    }\n}';
    expect(describeChanges(diff, patch, baseTests)).toEqual({ kind: 'tests', testFiles: ['src/lib.rs'] });
    expect(describeChanges(diff, patch, '').kind).toBe('code');
  });
});

test('uses the most significant kind of all files', () => {
  const doc: Change = { path: 'README.md', lines: ['+x'] };
  const text = { change: 'comments' as const, comments: [], strings: [] };
  const comment: Change = { path: 'a.js', lines: ['+// x'], file: { text } };
  const tests: Change = { path: 'a.test.js', lines: ['+x();'] };
  const code: Change = { path: 'a.js', lines: ['+x();'] };
  expect([kindOf(), kindOf(doc), kindOf(doc, comment), kindOf(comment, tests, doc), kindOf(tests, code, doc)]).toEqual([
    'nothing',
    'documentation',
    'comments',
    'tests',
    'code',
  ]);
});
