import { describe, expect, test } from 'vitest';
import { compareTexts } from '../../test/compare-texts.ts';
import { languageOf } from './table.ts';

const SAME: Record<string, readonly (readonly [what: string, before: string, after: string])[]> = {
  'a.json': [
    ['other white space', '{"a":[1,2]}', '{\n  "a": [\n    1,\n    2\n  ]\n}'],
    ['comments and trailing commas', '{ "a": 1, /* b */ }', '{ "a": 1 // b\n}'],
  ],
  'a.css': [
    ['other white space', 'a>b,c{color:red;top:0}', 'a > b,\nc {\n  color : red;\n  top: 0;\n}\n'],
    ['spellings of numbers and colors', 'a{top:.50px;color:#FFF}', 'a{top:0.5px;color:#fff}'],
    ['quotes', "a[b=c]{d:'e'}", 'a[b="c"]{d:"e"}'],
    ['an address without quotes', 'a{b:url( c//d )}', 'a { b: url(c//d); }'],
  ],
  'a.rs': [
    ['trailing commas', 'f(a, (b, c), [d])', 'f(\n    a,\n    (b, c,),\n    [d,],\n)'],
    ['blocks of match arms', 'match a { B => c, D => { e(); } _ => f }', 'match a { B => { c } D => { e(); }, _ => { f } }'],
    ['a where clause', 'fn a<T>() where T: B {}', 'fn a<T>()\nwhere\n    T: B,\n{\n}'],
    ['blocks of closures', 'a(|b| c)', 'a(|b| { c })'],
    ['braces around one import', 'use a::b;', 'use a::{b};'],
    ['type arguments', "fn a<'b>(c: Vec<Vec<u8>>)", "fn a<'b>(c: Vec<Vec<u8> >)"],
    ['comments in comments', '/* a /* b */\n c */ d', '/* a /* b */ c */ d'],
  ],
  'a.go': [
    ['other white space', 'func a(){b( )\nc()}', 'func a() {\n\tb()\n\tc()\n}\n'],
    ['semicolons', 'a(); b()\n', 'a()\nb()\n'],
    ['trailing commas', 'a(b, c{d})', 'a(\n\tb,\n\tc{\n\t\td,\n\t},\n)'],
    ['parentheses of a header', 'if (a) {\n}', 'if a {\n}'],
  ],
  'A.java': [
    ['other white space', 'class A{int b=1;}', 'class A\n{\n    int b = 1;\n}'],
    ['type arguments', 'List<List<A>> b;', 'List<List<A> > b;'],
    ['indentation of a text', 'a = """\n  b\n    c\n  """;', 'a = """\n      b\n        c\n      """;'],
    ['a reflowed comment', '/** One two\n *  three. */ class A {}', '/**\n * One\n * two three.\n */\nclass A {}'],
  ],
  'a.c': [
    ['other white space', 'int a(void){return b->c;}', 'int\na(void)\n{\n\treturn b -> c;\n}'],
    ['a continued directive', '#define A(b) do { c; } while (0)\nd', '#define A(b) \\\n  do { \\\n    c; \\\n  } while (0)\nd'],
    ['strings that follow each other', 'a("b c");', 'a("b "\n  "c");'],
    ['an included file', '#include <a//b.h>\nc', '# include   <a//b.h>\nc'],
  ],
  'a.cpp': [
    ['type arguments', 'std::vector<std::vector<int> > a;', 'std::vector<std::vector<int>> a;'],
    ['a raw string', 'a = R"x(b" )c)x" ;', 'a = R"x(b" )c)x";'],
    ['separated digits', "a=1'000'000;", "a = 1'000'000;"],
  ],
  'A.cs': [
    ['other white space', 'class A{int B=>1;}', 'class A\n{\n    int B => 1;\n}'],
    ['regions', "#region don't\nA();\n#endregion", "#  region   don't\nA( );\n#endregion"],
    ['strings', 'a = @"b\\" + $"{c["d"]}" + """e"f""" ;', 'a=@"b\\"+$"{c["d"]}"+"""e"f""";'],
  ],
  'a.rb': [
    ['other white space', 'a( b,c )', 'a(b, c)'],
    ['a chain of calls', 'a.b.c', 'a\n  .b\n  .c'],
    ['semicolons', 'a; b', 'a\nb'],
    ['quotes', "a 'b'", 'a "b"'],
    ['a quote in an expression in a string', 'a "#{b[/\'/]}"; c', 'a   "#{b[/\'/]}"\nc'],
    ['words of an array', 'a = %w[b c]', 'a = %w[\n  b\n  c\n]'],
    ['indentation of a heredoc', 'a(<<~B, 1)\n  c\n    d\nB\ne', 'a( <<~B, 1 )\n    c\n      d\n  B\ne'],
    ['a division and a regular expression', 'a = b / c / d; e(/f g/)', 'a = b/c/d\ne( /f g/ )'],
  ],
  'a.php': [
    ['other white space', "<?php if($a){b( 'c' );}", "<?php\nif ($a) {\n    b('c');\n}\n"],
    ['quotes', '<?php a("b\\\\C");', "<?php a('b\\\\C');"],
    ['a constructor', '<?php $a = new B; $c = new \\D\\E;', '<?php $a = new B(); $c = new \\D\\E();'],
    ['trailing commas', '<?php a([b, c]);', '<?php a([\n  b,\n  c,\n]);'],
    ['indentation of a heredoc', '<?php a(<<<B\n  c\n  B\n);', '<?php a( <<<B\n      c\n      B );'],
    ['markup around the code', '<p>\n<?= $a ?>\n</p>', '<p> <?=$a?> </p>'],
  ],
};

describe.each(Object.entries(SAME))('%s has the same tokens', (path, cases) => {
  test.each(cases)('%s', (_what, before, after) => {
    expect(compareTexts(path, before, after)).toEqual([0, 0]);
  });
});

const DIFFERENT: Record<string, readonly (readonly [what: string, before: string, after: string])[]> = {
  'a.json': [
    ['a value', '{"a": 1}', '{"a": 2}'],
    ['white space in a string', '"a b"', '"a  b"'],
  ],
  'a.css': [
    ['a descendant', 'a .b{c:d}', 'a.b{c:d}'],
    ['a pseudo class of a descendant', 'a :hover{c:d}', 'a:hover{c:d}'],
  ],
  'a.rs': [
    ['a tuple of one element', 'let a = (b,);', 'let a = (b);'],
    ['a block as an argument', 'a(B, { c })', 'a(B { c })'],
    ['a lifetime', "fn a<'b>()", "fn a<'c>()"],
    ['a character', "a('b')", "a('c')"],
  ],
  'a.go': [
    ['a value that is no longer returned', 'return\na', 'return a'],
    ['a directive that becomes a comment', '//go:embed a\nvar b string', '// go:embed a\nvar b string'],
  ],
  'A.java': [['a character of a text', 'a = """\n  b\n  """;', 'a = """\n  c\n  """;']],
  'a.c': [
    ['the end of a directive', '#define A b\nc', '#define A b c'],
    ['an operator', 'a + +b', 'a++b'],
    ['a pointer', 'a && b', 'a & &b'],
  ],
  'A.cs': [['a part of a verbatim string', 'a = @"b""c";', 'a = @"b""d";']],
  'a.rb': [
    ['a statement of its own', 'a\n(b)', 'a(b)'],
    ['an interpolated string', 'a "#{b}"', "a '#{b}'"],
    ['white space in a heredoc', 'a <<-B\n c\nB\n', 'a <<-B\n  c\nB\n'],
  ],
  'a.php': [
    ['an interpolated string', '<?php a("$b");', "<?php a('$b');"],
    ['an escape sequence', '<?php a("\\n");', "<?php a('\\n');"],
  ],
};

describe.each(Object.entries(DIFFERENT))('%s counts a change', (path, cases) => {
  test.each(cases)('%s', (_what, before, after) => {
    expect(compareTexts(path, before, after)).not.toEqual([0, 0]);
    expect(compareTexts(path, before, after)).not.toBe(null);
  });
});

test.each([
  ['a.json', '"a'],
  ['a.css', 'a{b:"c}'],
  ['a.css', 'a /* b'],
  ['a.rs', 'a = r#"b"'],
  ['a.rs', '/* a /* b */'],
  ['a.go', 'a = `b'],
  ['A.java', 'a = """b'],
  ['a.c', 'a = "b\n";'],
  ['a.cpp', 'a = R"x(b)";'],
  ['A.cs', 'a = @"b'],
  ['A.cs', 'a = $"{b'],
  ['a.rb', 'a <<~B\nc\n'],
  ['a.rb', 'a "#{b'],
  ['a.rb', 'a = %w[b'],
  ['a.php', '<?php a("b'],
  ['a.php', '<?php a(<<<B\nc\n'],
])('%s cannot be read: %j', (path, text) => {
  expect(compareTexts(path, '', text)).toBe(null);
});

test('knows the tokens of languages by their extensions', () => {
  const hasTokens = (path: string) => languageOf(path)?.tokenize !== undefined;
  const known = ['a.js', 'b/a.mjs', 'a.cjs', 'a.jsx', 'a.ts', 'a.mts', 'a.tsx', 'a.py', 'a.pyi', 'a.rs', 'a.go', 'A.java'];
  const others = ['a.c', 'a.h', 'a.cc', 'a.hpp', 'a.mm', 'A.cs', 'a.rb', 'Rakefile', 'a.php', 'a.json', 'a.jsonc', 'a.css'];
  expect([...known, ...others].filter((path) => !hasTokens(path))).toEqual([]);
  const unknown = ['a.md', 'a.scss', 'a.vue', 'a.kt', 'a.sh', 'js', 'a.js.txt', 'Makefile', 'a.yaml'];
  expect(unknown.filter(hasTokens)).toEqual([]);
});
