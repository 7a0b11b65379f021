import { describe, expect, test } from 'vitest';
import { compareTexts } from '../../../../test/compare-texts.ts';

const lines = (...texts: string[]) => `${texts.join('\n')}\n`;

describe('has the same tokens', () => {
  test.each([
    ['other white space', 'a=b [1]', 'a = b[1]'],
    ['other indentation', lines('if a:', '  b', '  if c:', '    d', 'e'), lines('if a:', '\tb', '\tif c:', '\t\td', 'e')],
    ['lines inside brackets', lines('a(b,', 'c)'), 'a(b, c)'],
    ['a line continued with a backslash', lines('a = b + \\', '    c'), 'a = b + c'],
    ['a block on the line of its header', 'if a: b; c', lines('if a:', '    b', '    c')],
    ['a lambda in a header', 'while f(lambda: a): b', lines('while f(lambda: a):', '    b')],
    ['other quotes', `a = 'it\\'s'`, 'a = "it\'s"'],
    ['spellings of a prefix', `a = U'b' + Rb'c'`, `a = 'b' + bR"c"`],
    ['quotes in an f-string', `f"{a['b']}"`, `f'{a["b"]}'`],
    ['strings that follow each other', '("a b " "c")', '("a b c")'],
    ['trailing commas', 'f(a, [b], (c, d))', 'f(a, [b,], (c, d,),)'],
    ['parentheses around a value', lines('a = (b)', 'return (c or d)'), lines('a = b', 'return c or d')],
    ['parentheses around a tuple', lines('a = (b, c)', 'return (d, e)'), lines('a = b, c', 'return d, e')],
    ['parentheses of a loop', 'for (a, b) in (c or d): pass', 'for a, b in c or d: pass'],
    ['parentheses of imported names', lines('from a import (', '    b,', ')'), 'from a import b'],
    ['parentheses of a class', 'class A(): pass', 'class A: pass'],
    ['spellings of a number', 'a = 0XFF + 1E5 + 1J', 'a = 0xff + 1e5 + 1j'],
    ['a reflowed comment', lines('# one', '# two', 'a'), lines('# one two', 'a')],
    [
      'a reflowed docstring',
      lines('def a():', "    '''One two", '    three.', "    '''"),
      lines('def a():', '    """One', '    two three."""'),
    ],
  ])('%s', (_what, before, after) => {
    expect(compareTexts('a.py', before, after)).toEqual([0, 0]);
  });
});

describe('counts a change', () => {
  test.each([
    ['a statement that leaves its block', lines('if a:', '    b', '    c'), lines('if a:', '    b', 'c'), [1, 0]],
    ['two statements in one line', lines('a', 'b'), 'a + b', [1, 1]],
    ['a tuple of one element', 'f((a,))', 'f((a))', [0, 1]],
    ['a tuple as an index', 'a[b,]', 'a[b]', [0, 1]],
    ['what `in` binds', 'if a in (b or c): pass', 'if a in b or c: pass', [0, 1]],
    ['a generator in a loop', '[a for b in (c for d in e)]', '[a for b in c for d in e]', [0, 1]],
    ['white space in a string', "a = 'b  c'", "a = 'b c'", [1, 1]],
    ['the kind of a string', "a = 'b'", "a = b'b'", [1, 1]],
    ['a word of a docstring', '"""One two."""', '"""One three."""', [1, 1]],
    ['strings on two lines', lines('a', '"b"', '"c"'), lines('a', '"bc"'), [1, 2]],
  ])('%s', (_what, before, after, counts) => {
    expect(compareTexts('a.py', before, after)).toEqual(counts);
  });
});

test('a name of a statement may be a variable', () => {
  expect(compareTexts('a.py', 'match: int = 1', 'match: int  =  (1)')).toEqual([0, 0]);
  expect(compareTexts('a.py', 'match a:\n  case b: c', 'match (a):\n    case b:\n        c')).not.toBe(null);
});

test.each([
  ['string', "a = 'b"],
  ['text', 'a = """b'],
  ['f-string', 'a = f"{b'],
])('cannot read a %s without an end', (_what, text) => {
  expect(compareTexts('a.py', 'a', text)).toBe(null);
});
