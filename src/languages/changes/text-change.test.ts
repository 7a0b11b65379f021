import { describe, expect, test } from 'vitest';
import fc from '../../../test/seeded-properties.ts';
import { languageOf } from '../table.ts';
import { describeTextChange } from './text-change.ts';

const kindOf = (path: string, before: string | null, after: string | null) =>
  describeTextChange({ path, oldPath: null, before, after })?.kind ?? null;

const DOCSTRING = 'def f(a):\n    """Adds.\n\n    More text.\n    """\n    return a + 1\n';

describe('reads whole files', () => {
  test.each<[string, string, string, string, string]>([
    ['a fix below a docstring', 'a.py', DOCSTRING, DOCSTRING.replace('+ 1', '+ 2'), 'code'],
    ['the text of a docstring', 'a.py', DOCSTRING, DOCSTRING.replace('More', 'Less'), 'comments'],
    ['an example in a docstring', 'a.py', DOCSTRING.replace('More', '>>> f(1)'), DOCSTRING.replace('More', '>>> f(2)'), 'code'],
    ['a value in triple quotes', 'a.py', 'q = """select 1"""', 'q = """select 2"""', 'code'],
    ['a blank line in a string', 'a.py', 'q = """a\nb"""', 'q = """a\n\nb"""', 'code'],
    ['a blank line between statements', 'a.py', 'a()\nb()', 'a()\n\nb()', 'spacing'],
    ['indentation of Python', 'a.py', 'if a:\n    b()\n    c()', 'if a:\n    b()\nc()', 'code'],
    ['a type comment', 'a.py', 'x = []', 'x = []  # type: ignore', 'code'],
    ['a tuple', 'a.py', 'x = (1)', 'x = (1,)', 'code'],
    ['a comma between strings', 'a.py', 'x = ["a" "b"]', 'x = ["a", "b"]', 'code'],
    [
      'below a comment of Java',
      'A.java',
      '/**\n * Adds.\n */\nint f() { return 1; }',
      '/**\n * Adds.\n */\nint f() { return 2; }',
      'code',
    ],
    ['a factor on its own line', 'a.ts', 'x = a\n  * b;', 'x = a\n  * c;', 'code'],
    ['below a pattern with a comment mark', 'a.js', 'x = /[/*]/;\nf(1);', 'x = /[/*]/;\nf(2);', 'code'],
    ['a line comment', 'a.js', 'f(); // old', 'f(); // new', 'comments'],
    ['a template that looks like a comment', 'a.js', 'x = `\n// a\n`;', 'x = `\n// b\n`;', 'code'],
    ['spaces in a call', 'a.js', 'f( a,b );', 'f(a, b);', 'spacing'],
    ['other quotes', 'a.js', "f('a')", 'f("a");', 'formatting'],
    ['two words joined', 'a.js', 'new Foo;', 'newFoo;', 'code'],
    ['a build constraint of Go', 'a.go', '//go:build linux\npackage a', '//go:build windows\npackage a', 'code'],
    ['a comment of CSS', 'a.css', '/* a */ b { c: d }', '/* e */ b { c: d }', 'comments'],
    ['a declaration of CSS', 'a.css', '/* a */ b { c: d }', '/* a */ b { c: e }', 'code'],
    ['a comment of Kotlin', 'a.kt', 'val a = 1 // b', 'val a = 1 // c', 'comments'],
    ['a string of Kotlin', 'a.kt', 'val a = "// b"', 'val a = "// c"', 'code'],
    ['a comment of YAML', 'a.yml', 'a: 1 # b', 'a: 1 # c', 'comments'],
    ['indentation of YAML', 'a.yml', 'a:\n  b: 1\n  c: 2', 'a:\n  b: 1\nc: 2', 'code'],
    ['blank lines in a string of TOML', 'a.toml', 'a = """\nb\n"""', 'a = """\nb\n\n"""', 'code'],
  ])('%s', (_what, path, before, after, kind) => {
    expect(kindOf(path, before, after)).toBe(kind);
  });

  test.each([
    ['an unknown language', 'a.vala', '// a', '// b'],
    ['a comment without an end', 'a.js', 'f();', 'f(); /* a'],
    ['a text of a block in YAML', 'a.yml', 'run: |\n  # a', 'run: |\n  # b'],
    ['a document in a shell script', 'a.sh', 'cat <<E\n# a\nE', 'cat <<E\n# b\nE'],
  ])('leaves out %s', (_what, path, before, after) => {
    expect(kindOf(path, before, after)).toBeNull();
  });

  test('a new file of comments has no code', () => {
    expect([kindOf('a.js', null, '// a'), kindOf('a.js', null, 'a()'), kindOf('a.js', '// a', null)]).toEqual([
      'comments',
      'code',
      'comments',
    ]);
  });
});

test('names the places of comments and strings', () => {
  const after = 'x = /[/*]/; // a\n/* b\nc */ f("d");\n';
  expect(describeTextChange({ path: 'a.js', oldPath: null, before: null, after })?.quiet).toEqual([
    { kind: 'string', from: [1, 4], to: [1, 10] },
    { kind: 'comment', from: [1, 12], to: [1, 16] },
    { kind: 'comment', from: [2, 0], to: [3, 4] },
    { kind: 'string', from: [3, 7], to: [3, 10] },
  ]);
});

describe('a change of the tokens is never a change of comments or white space', () => {
  const parts = [
    'a',
    'b',
    '1',
    '(',
    ')',
    '{',
    '}',
    '"',
    "'",
    '`',
    '"""',
    '${',
    '/*',
    '*/',
    '//',
    '#',
    '\n',
    ' ',
    '    ',
    ':',
    '=',
    '/',
    '[',
    ']',
    '\\',
    ';',
    'def a():',
    '<!--',
    '*',
  ];
  const source = fc.array(fc.constantFrom(...parts), { maxLength: 30 });

  test.each(['a.js', 'a.tsx', 'a.py', 'a.rs', 'a.go', 'A.java', 'a.cpp', 'A.cs', 'a.rb', 'a.php', 'a.css', 'a.json'])(
    '%s',
    (path) => {
      const codeOf = (text: string) =>
        languageOf(path)
          ?.tokenize(text, path)
          ?.filter(({ kind }) => kind !== 'comment')
          .map(({ text: token }) => token)
          .join('\0');
      fc.assert(
        fc.property(source, source, fc.constantFrom(...parts), fc.constantFrom(...parts), (head, tail, one, other) => {
          const [before, after] = [one, other].map((part) =>
            [path === 'a.php' ? '<?php ' : '', ...head, part, ...tail].join(''),
          ) as [string, string];
          const kind = kindOf(path, before, after);
          if (kind === 'comments' || kind === 'spacing') expect(codeOf(before)).toBe(codeOf(after));
        }),
        { numRuns: 300 },
      );
    },
  );
});
