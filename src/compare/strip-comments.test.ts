import { describe, expect, test } from 'vitest';
import { codeOfLines, commentSyntaxOf, strippedLines } from './strip-comments.ts';

function codeOf(path: string, ...lines: string[]): string[] {
  const syntax = commentSyntaxOf(path);
  return syntax === null ? [] : codeOfLines(lines, syntax);
}

test.each([
  ['a.js', 'f( a ,  b ); // c', 'f(a,b);'],
  ['a.js', 'return  x /* y */ + 1', 'return x+1'],
  ['a.js', "f('// no')", "f('// no')"],
  ['a.js', 'open("http://a") // b', 'open("http://a")'],
  ['a.js', 'a() // @ts-ignore', 'a()// @ts-ignore'],
  ['a.py', '    x = 1  # y', '    x=1'],
  ['a.py', 'x = 1  # type: ignore', 'x=1#type:ignore'],
  ['a.sh', 'echo $# a#b # c', 'echo $#a#b'],
  ['a.rs', "fn f<'a>() // b", "fn f<'a>()"],
])('%s: %s becomes %s', (path, line, code) => {
  expect(codeOf(path, line)).toEqual([code]);
});

test('removes a comment over several lines, also one that started before the first line', () => {
  expect(codeOf('a.js', 'a(); /* b', 'c', 'd */ e();')).toEqual(['a();', '', 'e();']);
  expect(codeOf('a.js', ' * b', ' */ e();')).toEqual(['', 'e();']);
});

test('keeps a Python text that is a value and removes one that is documentation', () => {
  expect(codeOf('a.py', 'x = """', '# b', '"""', '"""', 'c', '"""')).toEqual(['x="""', '# b', '"""', '', '', '']);
});

test('drops lines without code', () => {
  const syntax = commentSyntaxOf('a.js');
  expect(syntax && strippedLines(['// a', '', 'b();'], syntax)).toEqual(['b();']);
});

// With quadratic time each of these would take minutes.
describe('a line of a megabyte', () => {
  const long = 1_000_000;

  test.each([
    ['words', 'ab '.repeat(long / 4), `${'ab '.repeat(long / 4 - 1)}ab`],
    ['letters', 'a'.repeat(long), 'a'.repeat(long)],
    ['escaped quotes', `"${'\\"'.repeat(long / 2)}`, `"${'\\"'.repeat(long / 2)}`],
    ['quotes of both kinds', `"${"'\\".repeat(long / 2)}`, `"${"'\\".repeat(long / 2)}`],
    ['strings', "'a' ".repeat(long / 4), "'a'".repeat(long / 4)],
    ['template texts after indentation', ' '.repeat(long / 2) + '`'.repeat(long / 2), '`'.repeat(long / 2)],
    ['comments', '/* a */'.repeat(long / 7), ''],
    ['slashes that start no comment', ':// '.repeat(long / 4), ':// '.repeat(long / 4).trim()],
  ])('has its exact code: %s', (_, line, code) => {
    expect(codeOf('a.js', line)[0] === code).toBe(true);
  });
});
