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
  return { diff: { schema_version: 2, base_tree: 'b', tree: 't', files }, patch: patch.join('') };
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

describe('decides by the changed lines', () => {
  test.each<[string, Change, ChangeKind]>([
    ['a statement', { path: 'a.js', lines: [' f();', '-g();', '+h();'] }, 'code'],
    ['a line comment', { path: 'a.js', lines: [' f();', '-// old', '+// new'] }, 'comments'],
    ['a comment after code', { path: 'a.js', lines: ['-f(); // old', '+f(); // new'] }, 'comments'],
    ['code before a comment', { path: 'a.js', lines: ['-f(); // old', '+g(); // old'] }, 'code'],
    ['a block comment', { path: 'a.ts', lines: [' /**', '- * Old.', '+ * New.', '  */', ' f();'] }, 'comments'],
    [
      'inside a block comment that began earlier',
      { path: 'a.ts', lines: ['  * One.', '- * Old.', '+ * New.', '  */'] },
      'comments',
    ],
    ['a multiplication', { path: 'a.ts', lines: [' x = a', '-  * b;', '+  * c;'] }, 'code'],
    ['an address in a string', { path: 'a.js', lines: ['-get("https://a.com/x");', '+get("https://a.com/y");'] }, 'code'],
    ['a template string with slashes', { path: 'a.js', lines: [' const t = `', '-// old', '+// new', ' `;'] }, 'code'],
    ['a regular expression with slashes', { path: 'a.js', lines: ['-x = /\\/\\//.test(a);', '+x = /\\/\\//.test(b);'] }, 'code'],
    ['a string', { path: 'a.js', lines: ['-say("a b");', '+say("a  b");'] }, 'code'],
    ['spaces around brackets', { path: 'a.js', lines: ['-f( a,b );', '+f(a, b);'] }, 'formatting'],
    ['two words joined', { path: 'a.js', lines: ['-new Foo;', '+newFoo;'] }, 'code'],
    ['two operators joined', { path: 'a.js', lines: ['-x = a - -b;', '+x = a --b;'] }, 'code'],
    ['indentation of JavaScript', { path: 'a.js', lines: ['-  f();', '+    f();'] }, 'formatting'],
    ['indentation of Python', { path: 'a.py', lines: ['-    return x', '+        return x'] }, 'code'],
    ['trailing white space and blank lines', { path: 'a.py', lines: [' f()', '-g()  ', '+', '+g()'] }, 'formatting'],
    ['a comment of Python', { path: 'a.py', lines: [' f()', '-# old', '+# new'] }, 'comments'],
    ['a docstring', { path: 'a.py', lines: [' def f():', '-    """Old."""', '+    """New."""', '     return 1'] }, 'comments'],
    ['a value in triple quotes', { path: 'a.py', lines: ['-q = """select 1"""', '+q = """select 2"""'] }, 'code'],
    ['a type comment of Python', { path: 'a.py', lines: ['-x = []', '+x = []  # type: ignore'] }, 'code'],
    ['a build constraint of Go', { path: 'a.go', lines: ['-//go:build linux', '+//go:build windows'] }, 'code'],
    ['a comment of Go', { path: 'a.go', lines: ['-// Old does x.', '+// New does x.', ' func New() {}'] }, 'comments'],
    ['a comment in a workflow', { path: '.github/workflows/ci.yml', lines: ['-# old', '+# new', ' on: push'] }, 'comments'],
    ['a step of a workflow', { path: '.github/workflows/ci.yml', lines: ['-  - run: a', '+  - run: b'] }, 'code'],
    ['a comment in an unknown language', { path: 'a.vala', lines: ['-// old', '+// new'] }, 'code'],
    ['blank lines in an unknown language', { path: 'a.vala', lines: [' f', '+', ' g'] }, 'formatting'],
    ['a new file of comments', { path: 'a.js', lines: ['+// notes'], file: { status: 'added' } }, 'comments'],
    ['a new empty file', { path: 'pkg/__init__.py', file: { status: 'added' } }, 'code'],
    ['a new mode', { path: 'run.sh', file: { mode: '100755' } }, 'code'],
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
  const comment: Change = { path: 'a.js', lines: ['+// x'] };
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
