import { expect, test } from 'vitest';
import type { Diff } from '../contract/index.ts';
import { equalSourceNames } from './equal-sources.ts';

function candidate(name: string, trees: { own: string; pinned?: string }, paths: string[], patch = '') {
  const pinned = trees.pinned === undefined ? null : { commit: 'c', tree: trees.pinned };
  const entry = {
    name,
    source: { kind: 'ref' as const, value: name },
    commit: 'c',
    tree: trees.own,
    pinned,
    start: 'b',
    restored: [],
  };
  return { entry, diff: { files: paths.map((path) => ({ path })) } as unknown as Diff, patch };
}

const setting = (line: string) => `diff --git a/tsconfig.json b/tsconfig.json\nindex 1..2 100644\n@@ -1 +1,2 @@\n {\n+${line}\n`;

test('candidates whose trees are equal without their tests are one group', () => {
  const fix = candidate('fix', { own: 'x' }, ['src/a.js']);
  const tested = candidate('tested', { own: 'y', pinned: 'x' }, ['src/a.js', 'test/a.test.js']);
  const other = candidate('other', { own: 'z' }, ['src/a.js']);
  expect(equalSourceNames([fix, tested, other])).toEqual([['fix', 'tested']]);
});

test('candidates that change only tests, or other settings, have no source in common', () => {
  const tests = ['a', 'b'].map((name) => candidate(name, { own: name, pinned: 'base' }, ['test/a.test.js']));
  expect(equalSourceNames(tests)).toEqual([]);
  const settings = ['a', 'b'].map((name) =>
    candidate(name, { own: name, pinned: 'x' }, ['src/a.js', 'tsconfig.json'], setting(name)),
  );
  expect(equalSourceNames(settings)).toEqual([]);
});
