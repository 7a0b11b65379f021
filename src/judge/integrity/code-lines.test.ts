import { expect, test } from 'vitest';
import { evidenceOf } from '../../../test/evidence-builder.ts';
import type { DiffFile } from '../../contract/index.ts';
import { addedCode } from './code-lines.ts';
import { type PatchFile, parsePatch } from './patch.ts';

function read(path: string, ...lines: string[]): [code: string, bare: string][] {
  return evidenceOf({ [path]: lines }).patch.flatMap((file) =>
    addedCode(file).map(({ code, bare }): [string, string] => [code, bare]),
  );
}

test.each([
  ['a.js', "f('// no', x); // yes", "f('// no', x); ", 'f("", x); '],
  ['a.js', 'const u = `https://a` /* b */ + 1', 'const u = `https://a`  + 1', 'const u = ""  + 1'],
  ['a.js', 'x = "it\\"s" + y', 'x = "it\\"s" + y', 'x = "" + y'],
  ['a.py', 'f("#") # "g"', 'f("#") ', 'f("") '],
  ['a.sh', 'echo "$#" a#b # c', 'echo "$#" a#b ', 'echo "" a#b '],
  ['a.rs', "fn f<'a>(s: &'a str) // 'b'", "fn f<'a>(s: &'a str) ", "fn f<'a>(s: &'a str) "],
  ['a.php', '<?php $a = 1; # b', '<?php $a = 1; ', '<?php $a = 1; '],
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

test('a pattern with the mark of a comment hides nothing below it', () => {
  expect(read('a.js', '+const x = /[/*]/;', '+process.exit(0);', '+/* a */ f();')).toEqual([
    ['const x = /[/*]/;', 'const x = "";'],
    ['process.exit(0);', 'process.exit(0);'],
    [' f();', ' f();'],
  ]);
});

test('a hunk that may start inside a docstring hides no code', () => {
  const patch = ['diff --git a/a.py b/a.py', '@@ -9,2 +9,3 @@', '     text', '     """', '+    os._exit(0)', ''].join('\n');
  expect(parsePatch(patch).flatMap((file) => addedCode(file).map(({ code }) => code))).toEqual(['    os._exit(0)']);
});

test('every line of an unknown language is code', () => {
  expect(read('a.vala', '+this.#n; process.exit(0)')).toEqual([['this.#n; process.exit(0)', 'this.#n; process.exit(0)']]);
});

test('uses the comments and strings of the whole file', () => {
  const text = {
    change: 'code' as const,
    comments: [[9, 0, 10, 2] as const, [10, 9, 10, 14] as const],
    strings: [[10, 5, 10, 8] as const],
  };
  const file = { path: 'a.js', old_path: null, text } as unknown as DiffFile;
  const patch = ['diff --git a/a.js b/a.js', '@@ -9,0 +9,2 @@', '+b', '+*/f( "c" /*d*/)', ''].join('\n');
  const [parsed] = parsePatch(patch, { schema_version: 1, base_tree: 'b', tree: 't', files: [file] });
  expect(addedCode(parsed as PatchFile).map(({ code, bare }) => [code, bare])).toEqual([
    ['', ''],
    ['f( "c" )', 'f( "" )'],
  ]);
});
