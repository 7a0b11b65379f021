import { expect, test } from 'vitest';
import { callsIn } from './calls-in.ts';

function calls(path: string, text: string, ...products: string[]): string[] {
  return callsIn({ path, text, products: new Set(products) }).map(({ call }) => call);
}

test('finds calls with literal arguments in tests of Python', () => {
  const text = `
import pytest
from slugs import slug, Point as P
from slugs.text import (
    shorten,
)
import slugs

LIMIT = 3

def test_slug():
    assert slug("a b") == "a-b"  # slug("comment")
    assert slug("x", sep="_", words=[1, 2.5, (3,)], more={"k": None}) is None
    got = shorten("abc", LIMIT)
    text = "from a variable"
    assert slugs.slug(text) == "from"
    assert P(1, -2).moved(3).x == 4
    p = P(0, 0)
    assert p.moved(
        1,
        True,
    ) == P(1, 0)
    assert slug(unknown) == ""
    assert slug([x for x in "abc"]) == ""
    assert slug(f"{text}") == ""
    assert len(slug("len")) == 3
    with pytest.raises(ValueError):
        slug(b"raw" + b"bytes")

@pytest.mark.parametrize("text, expected", [("1h", 3600), ("2h", 7200)])
def test_rows(text, expected):
    assert slug(text) == expected

def test_loop():
    for given, want in [("p", 1), ("q", 2)]:
        assert slug(given, 7) == want
`;
  expect(calls('tests/test_slug.py', text, 'slug', 'Point', 'shorten')).toEqual([
    'slug("a b")',
    'slug("x", sep="_", words=[1, 2.5, (3,)], more={"k": None})',
    'shorten("abc", 3)',
    'slugs.slug("from a variable")',
    'P(1, -2).moved(3)',
    'P(0, 0)',
    'P(0, 0).moved(1, True,)',
    'P(1, 0)',
    'slug("len")',
    'slug(b"raw" + b"bytes")',
    'slug("1h")',
    'slug("2h")',
    'slug("p", 7)',
    'slug("q", 7)',
  ]);
  const [first, , third, , point] = callsIn({ path: 'a.py', text, products: new Set(['slug', 'Point', 'shorten']) });
  expect([first?.imports, first?.called, third?.imports, point?.imports, point?.called]).toEqual([
    'from slugs import slug',
    ['slug'],
    'from slugs.text import shorten',
    'from slugs import Point as P',
    ['Point'],
  ]);
});

test('reads an example without imports', () => {
  const found = callsIn({ path: 'example.py', text: 'x = 2\nslug("a", x)', products: new Set(['slug']) });
  expect(found).toEqual([{ call: 'slug("a", 2)', imports: '', unimported: ['slug'], called: ['slug'] }]);
});

test('finds calls with literal arguments in tests of JavaScript and TypeScript', () => {
  const text = `
import { describe, expect, it, test } from 'vitest';
import slug, { shorten as cut, type Options } from '../src/slug.js';
import * as texts from '../src/texts.js';
const { Cache } = require('../src/cache');

const LIMIT = 3;

describe('slug', () => {
  it('makes slugs', async () => {
    expect(slug('a b')).toBe('a-b'); // slug('comment')
    expect(slug("x", { sep: '_', words: [1, 2.5, -3], more: null })).toBe('x');
    expect(await cut('abc', LIMIT)).toEqual(['abc']);
    expect(() => slug(/a+/g, undefined)).toThrow();
    const text = \`plain\`;
    expect(texts.slug(text)).toBe('plain');
    expect(new Cache(1).get('k')).toBe(1);
    expect(slug(unknown)).toBe('');
    expect(slug(\`\${text}\`)).toBe('');
    expect(slug(...[1])).toBe('');
    expect(slug(() => 1)).toBe('');
    expect(helper('a')).toBe('');
  });
  test.each([
    ['1h', 3600],
    ['2h', 7200],
  ])('%s', (text, expected) => {
    expect(slug(text)).toBe(expected);
  });
  for (const { given, want } of [{ given: 'p', want: 1 }]) {
    it(given, () => expect(slug(given, 7)).toBe(want));
  }
});
`;
  const found = callsIn({ path: 'test/slug.test.ts', text, products: new Set(['slug', 'shorten']) });
  expect(found.map(({ call, imports }) => [call, imports])).toEqual([
    ["slug('a b')", "import slug from '../src/slug.js';"],
    ['slug("x", { sep: \'_\', words: [1, 2.5, -3], more: null })', "import slug from '../src/slug.js';"],
    ["cut('abc', 3)", "import { shorten as cut } from '../src/slug.js';"],
    ['slug(/a+/g, undefined)', "import slug from '../src/slug.js';"],
    ['texts.slug(`plain`)', "import * as texts from '../src/texts.js';"],
    ["new Cache(1).get('k')", "import { Cache } from '../src/cache';"],
    ["slug('1h')", "import slug from '../src/slug.js';"],
    ["slug('2h')", "import slug from '../src/slug.js';"],
    ["slug('p', 7)", "import slug from '../src/slug.js';"],
  ]);
});
