import { describe, expect, it, test } from 'vitest';
import { parsePatch } from '../../../src/patch/index.ts';
import { type ChangedPlace, commonIndent, compareCandidates } from './consensus.ts';

const headerOf = (path: string) => `diff --git a/${path} b/${path}\nindex 1..2 100644\n--- a/${path}\n+++ b/${path}\n`;
const compare = (patches: Record<string, string>) =>
  compareCandidates(Object.entries(patches).map(([name, patch]) => ({ name, files: parsePatch(patch).files })));
const places = (hunks: Record<string, string>) =>
  compare(Object.fromEntries(Object.entries(hunks).map(([name, hunk]) => [name, headerOf('x') + hunk])))[0]?.places ?? [];
/** For example "5: a,b | c". */
const summary = ({ line, versions }: ChangedPlace) =>
  `${line}: ${versions.map(({ changes }) => changes.map(({ name }) => name).join(',')).join(' | ')}`;

describe('a place', () => {
  it('has one version if all candidates make the same change, whatever its whitespace', () => {
    const found = places({
      a: '@@ -4,3 +4,3 @@\n k\n-old\n+new(1, 2)\n m\n',
      b: '@@ -4,3 +4,4 @@\n k\n-old\n+  new(1,2)\n+\n m\n',
    });
    expect(found.map(summary)).toEqual(['5: a,b']);
    expect(found[0]?.versions[0]).toMatchObject({ removed: ['old'], added: ['new(1, 2)'] });
  });

  it('has several versions where candidates differ, the most frequent one first', () => {
    const change = (text: string) => `@@ -5 +5 @@\n-old\n+${text}\n`;
    expect(places({ a: change('x'), b: change('y'), c: change('y') }).map(summary)).toEqual(['5: b,c | a']);
  });

  it('contains overlapping changes, and not those of the next line', () => {
    const found = places({
      a: '@@ -5,3 +5 @@\n-one\n-two\n-three\n+x\n',
      b: '@@ -6 +6 @@\n-two\n+y\n',
      c: '@@ -8 +8 @@\n-four\n+z\n',
    });
    expect(found.map(summary)).toEqual(['5: a | b', '8: c']);
  });

  it('contains insertions at the same point, and those at the edge of replaced lines', () => {
    expect(places({ a: '@@ -5,0 +6 @@\n+x\n', b: '@@ -5,0 +6 @@\n+y\n' }).map(summary)).toEqual(['6: a | b']);
    expect(places({ a: '@@ -5 +5,2 @@\n-o\n+o\n+x\n', b: '@@ -5,0 +6 @@\n+x\n' }).map(summary)).toEqual(['5: a | b']);
  });

  it('joins several changes of one candidate inside the change of another', () => {
    const found = places({
      a: '@@ -1,3 +1,3 @@\n-1\n-2\n-3\n+x\n+2\n+z\n',
      b: '@@ -1,3 +1,3 @@\n-1\n+x\n 2\n-3\n+z\n',
    });
    expect(found.map(summary)).toEqual(['1: a | b']);
    expect(found[0]?.versions[1]).toMatchObject({ removed: ['1', '3'], added: ['x', 'z'] });
  });

  it('states where each candidate has its lines', () => {
    const found = places({ a: '@@ -5,2 +4,0 @@\n-one\n-two\n', b: '@@ -1,0 +1 @@\n+first\n@@ -5 +6 @@\n-one\n+ONE\n' });
    expect(found.at(-1)?.versions.flatMap(({ changes }) => changes)).toEqual([
      { name: 'a', line: 5, side: 'old' },
      { name: 'b', line: 6, side: 'new' },
    ]);
  });
});

it('lists the files that most candidates changed first, and binary files without places', () => {
  const binary = 'diff --git a/i.png b/i.png\nindex 1..2 100644\nBinary files a/i.png and b/i.png differ\n';
  const change = '@@ -1 +1 @@\n-a\n+b\n';
  const files = compare({ a: headerOf('a.js') + change + binary, b: headerOf('z.js') + change, c: headerOf('z.js') + change });
  expect(files.map(({ path, changedBy, places: found }) => [path, changedBy, found.map(summary)])).toEqual([
    ['z.js', ['b', 'c'], ['1: b,c']],
    ['a.js', ['a'], ['1: a']],
    ['i.png', ['a'], []],
  ]);
  expect(compare({})).toEqual([]);
});

test.each([
  [['    if (a) {', '      b();', ''], 4],
  [['\t\tx', '\ty'], 1],
  [['\tx', '  y'], 0],
  [['x', '  y'], 0],
  [['', '  '], 0],
])('the common indentation of %j is %d', (lines, indent) => {
  expect(commonIndent(lines)).toBe(indent);
});
