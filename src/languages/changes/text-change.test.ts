import { describe, expect, test } from 'vitest';
import fc from '../../../test/seeded-properties.ts';
import { isReadable, scanText } from '../scan.ts';
import { extensionsOf, LANGUAGES } from '../table.ts';
import { describeTextChange } from './text-change.ts';

const kindOf = (path: string, before: string | null, after: string | null) =>
  describeTextChange({ path, oldPath: null, before, after })?.kind ?? null;

const DOCSTRING = 'def f(a):\n    """Adds.\n\n    More text.\n    """\n    return a + 1\n';

describe('reads whole files', () => {
  test.each<[string, string, string, string, string]>([
    ['a fix below a docstring', 'a.py', DOCSTRING, DOCSTRING.replace('+ 1', '+ 2'), 'code'],
    ['the text of a docstring', 'a.py', DOCSTRING, DOCSTRING.replace('More', 'Less'), 'comments'],
    ['an example in a docstring', 'a.py', DOCSTRING.replace('More', '>>> f(1)'), DOCSTRING.replace('More', '>>> f(2)'), 'code'],
    [
      'a comment after the last statement of Python',
      'a.py',
      'def f():\n    x()\n',
      'def f():\n    x()\n# a\n    # b\n',
      'comments',
    ],
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
    ['a private name in a component', 'a.svelte', '<script>this.#n; f(1)</script>', '<script>this.#n; f(2)</script>', 'code'],
    ['a comment in a component', 'a.vue', '<script>f(); // a\n</script>', '<script>f(); // b\n</script>', 'comments'],
    ['a comment in the markup of a component', 'a.vue', '<p/><!-- a -->', '<p/><!-- b -->', 'comments'],
    ['a comment mark in the markup of a component', 'a.vue', '<p>// a</p>', '<p>// b</p>', 'code'],
    ['the frontmatter of a component', 'a.astro', '---\nf() // a\n---\n<p/>', '---\nf() // b\n---\n<p/>', 'comments'],
    ['a comment of Haskell', 'a.hs', 'a = b -- c', 'a = b -- d', 'comments'],
    ['an operator of Haskell', 'a.hs', 'a --> b', 'a --> c', 'code'],
    ['a primed name of Haskell', 'a.hs', "x' = '\"' -- a", "x' = '\"' -- b", 'comments'],
    ['a comment in an expression in a string of Kotlin', 'a.kt', 'a = "${f("// b")}"', 'a = "${f("// c")}"', 'code'],
    ['an expression in a string of Swift', 'a.swift', 'a = "\\(f("// b"))"', 'a = "\\(f("// c"))"', 'code'],
    ['the output of an example of Go', 'a_test.go', 'f()\n// Output:\n// 1', 'f()\n// Output:\n// 2', 'code'],
    ['an example in a comment of Rust', 'a.rs', '/// ```\n/// f(1)\n/// ```\n', '/// ```\n/// f(2)\n/// ```\n', 'code'],
    [
      'text below an example of Rust',
      'a.rs',
      '/// ```\n/// f(1)\n/// ```\nx',
      '/// ```\n/// f(1)\n/// ```\n/// More.\nx',
      'comments',
    ],
    ['a comment with an empty line', 'a.js', '// a\nf();', '// a\n//\n// b\nf();', 'comments'],
    ['a comment of Python with an empty line', 'a.py', '# a\nf()', '# a\n#\n# b\nf()', 'comments'],
    ['an empty block comment', 'a.go', 'f()', '/**\n *\n */ f()', 'spacing'],
    ['a comment with an empty line of Rust', 'a.rs', '/// a\nfn f() {}', '/// a\n///\n/// b\nfn f() {}', 'comments'],
    ['a comment mark in a string', 'a.js', "f('//')", 'f("//")', 'formatting'],
    [
      'text below an example of Rust with an empty line',
      'a.rs',
      '/// ```\n/// f(1)\n///\n/// g()\n/// ```\nx',
      '/// ```\n/// f(1)\n///\n/// g()\n/// ```\n/// More.\nx',
      'comments',
    ],
    ['text above an indented example of Rust', 'a.rs', '/// A\n///\n///     f(1)\nx', '/// B\n///\n///     f(1)\nx', 'comments'],
    ['an indented example of Rust', 'a.rs', '/// A\n///\n///     f(1)\nx', '/// A\n///\n///     f(2)\nx', 'code'],
    [
      'an example of Rust that becomes text',
      'a.rs',
      '/// ```\n/// f(1)\n/// ```\nx',
      '/// ```text\n/// f(1)\n/// ```\nx',
      'code',
    ],
    ['text in an open fence of Rust', 'a.rs', '/// A\n/// ```\n/// f(1)\nx', '/// B\n/// ```\n/// f(1)\nx', 'code'],
    [
      'text beside a block with an example of Rust',
      'a.rs',
      '/** A\n```\nf(1)\n```\n*/\nx',
      '/** B\n```\nf(1)\n```\n*/\nx',
      'comments',
    ],
    [
      'text below an example in a docstring',
      'a.py',
      'def f(a):\n    """\n    >>> f(1)\n    2\n\n    More.\n    """\n    return 2\n',
      'def f(a):\n    """\n    >>> f(1)\n    2\n\n    Less.\n    """\n    return 2\n',
      'comments',
    ],
    [
      'the output of an example in a docstring',
      'a.py',
      'def f(a):\n    """\n    >>> f(1)\n    2\n    """\n    return 2\n',
      'def f(a):\n    """\n    >>> f(1)\n    3\n    """\n    return 2\n',
      'code',
    ],
    ['documentation that the file reads', 'a.py', '"""a"""\nf(__doc__)', '"""b"""\nf(__doc__)', 'code'],
    ['blank lines in a string of TOML', 'a.toml', 'a = """\nb\n"""', 'a = """\nb\n\n"""', 'code'],
  ])('%s', (_what, path, before, after, kind) => {
    expect(kindOf(path, before, after)).toBe(kind);
  });

  test('leaves out an unknown language', () => {
    expect(kindOf('a.vala', '// a', '// b')).toBeNull();
  });

  test.each([
    ['a comment without an end', 'a.js', 'f(); // a\n/* b', 'f(); // c\n/* b', 'f(); // a\n/* c'],
    ['a template without an end', 'a.js', '// a\nx = `// b', '// c\nx = `// b', '// a\nx = `// c'],
    ['a text of a block in YAML', 'a.yml', '# a\nrun: |\n  # b', '# c\nrun: |\n  # b', '# a\nrun: |\n  # c'],
    ['a document in a shell script', 'a.sh', '# a\ncat <<E\n# b\nE', '# c\ncat <<E\n# b\nE', '# a\ncat <<E\n# c\nE'],
    ['an unreadable script', 'a.vue', '<!-- a -->\n<script>/* b', '<!-- c -->\n<script>/* b', '<!-- a -->\n<script>/* c'],
  ])('from %s on, a text is code', (_what, path, before, above, below) => {
    expect([kindOf(path, before, above), kindOf(path, before, below)]).toEqual(['comments', 'code']);
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
    '--',
    '{-',
    '-}',
    '(*',
    '*)',
    '|',
    '<script>',
    '</script>',
    '\\(',
  ];
  const source = fc.array(fc.constantFrom(...parts), { maxLength: 30 });

  const codeOf = (path: string, text: string) => {
    const scanned = scanText(path, text);
    const tokens = scanned?.tokens.filter(({ kind }) => kind !== 'comment').map((token) => token.text) ?? [];
    return [...tokens, scanned?.text.slice(scanned.end)].join('\0');
  };
  const readable = LANGUAGES.flatMap(extensionsOf)
    .map((extension) => `a.${extension}`)
    .filter(isReadable);

  test.each(readable)('%s', (path) => {
    fc.assert(
      fc.property(source, source, fc.constantFrom(...parts), fc.constantFrom(...parts), (head, tail, one, other) => {
        const start = { 'a.php': '<?php ', 'a.vue': '<script>' }[path] ?? '';
        const [before, after] = [one, other].map((part) => [start, ...head, part, ...tail].join('')) as [string, string];
        const kind = kindOf(path, before, after);
        if (kind === 'comments' || kind === 'spacing') expect(codeOf(path, before)).toBe(codeOf(path, after));
      }),
      { numRuns: 100 },
    );
  });
});
