import { describe, expect, test } from 'vitest';
import { compareTexts } from '../../../../test/compare-texts.ts';

describe('has the same tokens', () => {
  test.each([
    ['other white space', 'if(a){b( 1 )}', 'if (a) {\n\n\tb(1)\n}'],
    ['other quotes', `a = 'it\\'s "x"'`, `a = "it's \\"x\\""`],
    ['semicolons that the language inserts', 'a()\nb = c\nif (d) e()\nelse f()', 'a();\nb = c;\nif (d) e();\nelse f();'],
    ['a semicolon before a closing brace', '() => { return a }', '() => { return a; }'],
    ['several semicolons', 'a();;b()', 'a();b()'],
    ['a semicolon at the start of the next line', 'a() // b\n;[c].d()', 'a(); // b\n[c].d()'],
    ['an empty statement after a block', 'if (a) { b() }\n;[c] = d', 'if (a) { b() }\n[c] = d'],
    ['do and while', 'do { a() } while (b)\nc()', 'do { a() } while (b);\nc()'],
    ['trailing commas', 'f(a, [b], { c })', 'f(a, [b,], { c, },)'],
    ['parentheses of one parameter', 'a(b => c, async d => e)', 'a((b) => c, async (d) => e)'],
    ['parentheses around a whole expression', 'return (a ? b : c)', 'return a ? b : c'],
    ['parentheses that only show what binds stronger', 'a = (b && c) || (d % e) * f', 'a = b && c || d % e * f'],
    ['parentheses around an element', 'a = b && (\n  <c />\n)', 'a = b && <c />'],
    ['an empty list of arguments', 'a = new B; c = new d.E', 'a = new B(); c = new d.E()'],
    ['quoted keys', "a = { 'b': 1, c: 2, '3': 4 }", 'a = { b: 1, "c": 2, 3: 4 }'],
    ['spellings of a number', '[.5, 5., 5.50, 0XAB, 1E+5]', '[0.5, 5.0, 5.5, 0xab, 1e5]'],
    ['a reflowed comment', '/* one two\n * three */ a', '/* one\n   two three */ a'],
    ['line comments joined', '// one\n// two\na', '// one two\na'],
    ['a comment on the other side of a comma', '[a, // b\nc]', '[a // b\n, c]'],
    ['the space at a line break in an element', '<a>b <i>c</i></a>', '<a>\n  b{" "}\n  <i>c</i>\n</a>'],
    ['an attribute in braces', '<a b={"c"} d=\'e\' />', '<a b="c" d="e" />'],
  ])('%s', (_what, before, after) => {
    expect(compareTexts('a.jsx', before, after)).toEqual([0, 0]);
  });

  test.each([
    ['type parameters', 'f<A,\n  B,\n>(a)', 'f<A, B>(a)'],
    ['a union that starts with a bar', "type A =\n  | 'b'\n  | 'c'", "type A = 'b' | 'c';"],
    ['members of an interface', 'interface A { b: string; of: c }', 'interface A {\n  b: string\n  of: c\n}'],
    ['generics beside a comparison', 'const a = <T,>(b: T) => c < d', 'const a = <T>(b: T) => c < d;'],
  ])('TypeScript: %s', (_what, before, after) => {
    expect(compareTexts('a.ts', before, after)).toEqual([0, 0]);
  });
});

describe('counts a change', () => {
  test.each([
    ['a value that is no longer returned', 'return\na', 'return a'],
    ['a value in parentheses that is no longer returned', 'return\n(a)', 'return (a)'],
    ['a call instead of two statements', 'a;\n(b)', 'a\n(b)'],
    ['an index instead of a statement', 'a = function () {}\n;[b] = c', 'a = function () {}\n[b] = c'],
    ['an empty loop that gets a body', 'while (a);\nb()', 'while (a)\nb()'],
    ['another side of an increment', 'a\n++\nb', 'a++\nb'],
    ['a hole in an array', '[,]', '[]'],
    ['other grouping', 'a - (b - c)', 'a - b - c'],
    ['a stronger operator in parentheses', '(a || b) && c', 'a || b && c'],
    ['a sequence in parentheses', 'f((a, b))', 'f(a, b)'],
    ['an object instead of a block', '() => ({ a })', '() => { a }'],
    ['a member of a new object', 'new A().b', 'new A.b'],
    ['a call with type arguments', 'a<b>(c)', 'a<b>c'],
    ['white space in a string', '"a  b"', '"a b"'],
    ['white space in a template', '`a\n  b`', '`a\nb`'],
    ['white space in a regular expression', 'a = /b  c/', 'a = /b c/'],
    ['a word of a comment', '// one two\na', '// one three\na'],
    ['code that becomes a comment', 'a()\nb()', 'a()\n// b()'],
    ['a space between elements', '<a><b /> <c /></a>', '<a><b /><c /></a>'],
    ['a declaration that ends at its line', 'type\nA = b', 'type A = b'],
  ])('%s', (_what, before, after) => {
    expect(compareTexts('a.tsx', before, after)).not.toEqual([0, 0]);
  });
});

test('tells a division from a regular expression', () => {
  expect(compareTexts('a.js', 'a = b / c; d = e / f', 'a = b/c; d = e/f')).toEqual([0, 0]);
  expect(compareTexts('a.js', 'if (a) /b  c/.test(d)', 'if (a) /b c/.test(d)')).toEqual([1, 1]);
  expect(compareTexts('a.js', 'a = {} / b  / c', 'a = {}/b/c')).toEqual([0, 0]);
});

test('reads expressions in nested templates', () => {
  expect(compareTexts('a.js', '`a${ b ? `${ c }` : { d } }e`', '`a${b ? `${c}` : {d}}e`')).toEqual([0, 0]);
});

test.each([
  ['string', 'a = "b'],
  ['template', 'a = `b'],
  ['expression in a template', 'a = `b${c'],
  ['comment', 'a /* b'],
  ['element', 'a = <b>c'],
])('cannot read a %s without an end', (_what, text) => {
  expect(compareTexts('a.jsx', 'a', text)).toBe(null);
});
