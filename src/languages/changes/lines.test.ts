import { describe, expect, test } from 'vitest';
import { scanText } from '../scan.ts';
import { layOut } from './lines.ts';

function linesOf(path: string, text: string): string[] {
  const tokens = scanText(path, text)?.tokens ?? [];
  const starts = layOut(tokens);
  return starts.map((start, line) =>
    tokens
      .slice(start, starts[line + 1])
      .map((token) => token.text)
      .filter((token) => !token.startsWith('\n'))
      .join(' '),
  );
}

test('cuts at statements and blocks, wherever the text has its lines', () => {
  const lines = ['import { a } from "b', 'function c ( d ) {', 'if ( d ) {', 'e ( )', '} else f ( )', 'g = h', '}'];
  expect(linesOf('a.js', 'import {a} from "b"; function c(d) { if (d) { e() ;; } else f(); g = h }')).toEqual(lines);
  expect(
    linesOf('a.js', 'import {\n  a\n} from "b"\nfunction c(\n  d\n)\n{\n  if (d)\n{ e()\n } \n\n else\n f()\n g\n=\nh }'),
  ).toEqual(lines);
});

test('keeps a short bracket on its line and cuts a wide one at its commas', () => {
  expect(linesOf('a.js', 'f({ a: 1, b: [2, 3] })')).toEqual(['f ( { a : 1 , b : [ 2 , 3 ] } )']);
  const names = ['aaaaaaaaaaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbbbbbbbbbb', 'cccccccccccccccccccccccc'];
  expect(linesOf('a.js', `f(${names.join(',')})`)).toEqual([`f ( ${names[0]} ,`, `${names[1]} ,`, `${names[2]} )`]);
});

test('fills lines with short parts', () => {
  const numbers = Array.from({ length: 60 }, (_, at) => 100 + at);
  expect(linesOf('a.json', `[${numbers.join(', ')}]`).map((line) => line.split(' ').length)).toEqual([32, 32, 32, 25]);
});

test('cuts what is wider than 80 characters', () => {
  const words = Array.from({ length: 30 }, () => 'word');
  const wide = linesOf('a.js', `// ${words.join(' ')}`);
  expect(wide.map((line) => line.split(' ').length)).toEqual([16, 14]);
});

describe('follows the lines of languages without semicolons', () => {
  test('Python', () => {
    expect(linesOf('a.py', 'if a: b\nelse:\n  c(d,\n    e)\n')).toEqual(['if a :', 'b', 'else :', 'c ( d , e )']);
  });

  test('Ruby', () => {
    expect(linesOf('a.rb', 'if a\n  b.c\n    .d\nend\n')).toEqual(['if a', 'b . c . d', 'end']);
  });
});

test('each line of a string is a line', () => {
  expect(linesOf('a.js', 'a = `b\nc\nd`')).toEqual(['a = `"b', '', '']);
});
