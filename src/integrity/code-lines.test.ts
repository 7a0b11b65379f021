import { expect, test } from 'vitest';
import { addedCode } from './code-lines.ts';
import { parsePatch } from './patch.ts';

function read(path: string, ...lines: string[]): [code: string, bare: string][] {
  const count = (signs: string) => lines.filter((line) => signs.includes(line.charAt(0))).length;
  const patch = `diff --git a/${path} b/${path}\n@@ -1,${count(' -')} +1,${count(' +')} @@\n${lines.join('\n')}\n`;
  return parsePatch(patch).flatMap((file) => addedCode(file).map(({ code, bare }): [string, string] => [code, bare]));
}

test.each([
  ['a.js', "f('// no', x); // yes", "f('// no', x); ", 'f("", x); '],
  ['a.js', 'const u = `https://a` /* b */ + 1', 'const u = `https://a`  + 1', 'const u = ""  + 1'],
  ['a.js', 'x = "it\\"s" + y', 'x = "it\\"s" + y', 'x = "" + y'],
  ['a.py', 'f("#") # "g"', 'f("#") ', 'f("") '],
  ['a.sh', 'echo "$#" a#b # c', 'echo "$#" a#b ', 'echo "" a#b '],
  ['a.rs', "fn f<'a>(s: &'a str) // 'b'", "fn f<'a>(s: &'a str) ", "fn f<'a>(s: &'a str) "],
  ['a.php', '$a = 1; # b', '$a = 1; ', '$a = 1; '],
  ['a.py', "it's", "it's", "it's"],
])('removes comments and strings in %s: %s', (path, line, code, bare) => {
  expect(read(path, `+${line}`)).toEqual([[code, bare]]);
});

test('removes a comment over several lines, also one that starts in an unchanged line', () => {
  expect(read('a.js', ' /*', '+one', ' two', '+three */ four', '+five')).toEqual([
    ['', ''],
    [' four', ' four'],
    ['five', 'five'],
  ]);
  expect(read('a.py', '+"""', '+import pytest', '+"""', '+x = 1')).toEqual([
    ['', ''],
    ['', ''],
    ['', ''],
    ['x = 1', 'x = 1'],
  ]);
  expect(read('a.rb', '+=begin', '+exit!', '+=end', '+go')).toEqual([
    ['', ''],
    ['', ''],
    ['', ''],
    ['go', 'go'],
  ]);
});
