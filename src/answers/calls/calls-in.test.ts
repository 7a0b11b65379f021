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
