import { describe, expect, test } from 'vitest';
import { changed } from '../../test/facts-builder.ts';
import { matchPaths, placesOf } from './path-patterns.ts';

describe('matchPaths', () => {
  test.each([
    ['infra/', ['infra', 'infra/a', 'infra/a/b.tf', 'infra/.env', 'infra/.git/x'], ['infrastructure/a', 'src/infra/a', 'infr']],
    ['infra', ['infra', 'infra/a'], ['infra.ts', 'src/infra']],
    ['/infra/', ['infra/a'], ['src/infra/a']],
    ['./infra', ['infra/a'], ['src/infra/a']],
    ['scripts/release/', ['scripts/release/a', 'scripts/release'], ['scripts/a', 'release/a']],
    ['*.lock', ['yarn.lock', '.lock'], ['sub/yarn.lock', 'yarn.locks']],
    ['**/*.lock', ['yarn.lock', 'sub/yarn.lock'], ['yarn.lock.md']],
    ['src/**/test', ['src/test', 'src/a/b/test/x.ts'], ['src/tests']],
    ['src/?.ts', ['src/a.ts'], ['src/ab.ts', 'src/.ts']],
    ['{src,lib}/', ['src/a', 'lib/a/b'], ['srclib/a']],
    ['src/[ab].ts', ['src/a.ts'], ['src/c.ts']],
    ['app/(admin)/', ['app/(admin)/page.tsx'], ['app/admin/page.tsx']],
    ['app/[id]/', ['app/[id]/page.tsx'], ['app/x/page.tsx']],
    ['a|b', ['a|b', 'a|b/c'], ['a', 'b']],
    ['c++/', ['c++/main.cc'], ['cc/main.cc']],
    ['!important', ['!important/a'], ['other/a', 'important/a']],
    ['a.b', ['a.b/c'], ['axb/c']],
    ['with space/', ['with space/a b.ts'], ['with/a']],
    ['/', ['a', 'a/b', '.github/x'], []],
    ['./', ['a', 'a/b'], []],
    ['.', ['a', 'a/b'], []],
    ['**', ['a', '.a/.b'], []],
    ['.github/', ['.github/workflows/ci.yml'], ['github/x']],
    ['żółw/海', ['żółw/海/a'], ['zolw/海/a']],
  ])('%s', (pattern, inside, outside) => {
    const matches = matchPaths([pattern]);
    expect(inside.filter((path) => !matches(path))).toEqual([]);
    expect(outside.filter((path) => matches(path))).toEqual([]);
  });

  test('a path with a line break still matches its pattern', () => {
    const matches = matchPaths(['infra/']);
    expect(matches('infra/a\nb.tf')).toBe(true);
    expect(matches('infra/a\n/b.tf')).toBe(true);
    expect(matches('x\ninfra/a')).toBe(false);
  });

  test('an empty list matches nothing; a list matches what any of its patterns matches', () => {
    expect(matchPaths([])('a')).toBe(false);
    const matches = matchPaths(['a/', 'b/*.ts']);
    expect(['a/x', 'b/x.ts', 'b/x.js', 'c'].filter(matches)).toEqual(['a/x', 'b/x.ts']);
  });
});

test.each([
  [changed('a'), ['a']],
  [changed('a', { status: 'renamed', old_path: 'b' }), ['a', 'b']],
  [changed('a', { status: 'copied', old_path: 'b' }), ['a']],
])('lists the paths of %j', (file, places) => {
  expect(placesOf(file)).toEqual(places);
});
