import { expect, it } from 'vitest';
import { type PatchFile, parsePatch } from '../../../src/patch/index.ts';
import { viewedKey } from './viewed-files.ts';

function file(path: string, hunk: string): PatchFile {
  const [only] = parsePatch(`diff --git a/${path} b/${path}\nindex 1..2 100644\n--- a/${path}\n+++ b/${path}\n${hunk}`).files;
  if (only === undefined) throw new Error('the patch has no file');
  return only;
}

const CHANGE = '@@ -1 +1 @@\n-a\n+b\n';

it('identifies a viewed file by owner, path and content', () => {
  const key = viewedKey('run claude', file('x', CHANGE));
  expect(viewedKey('run claude', file('x', CHANGE))).toBe(key);
  const others = [
    viewedKey('run codex', file('x', CHANGE)),
    viewedKey('run claude', file('y', CHANGE)),
    viewedKey('run claude', file('x', CHANGE.replace('+b', '+c'))),
    viewedKey('run claude', file('x', CHANGE.replace('-1', '-9'))),
    viewedKey('run claude', file('x', '@@ -1,0 +1,2 @@\n+a\n+b\n')),
  ];
  expect(new Set([key, ...others]).size).toBe(6);
});
