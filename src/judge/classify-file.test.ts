import { describe, expect, test } from 'vitest';
import type { Diff, DiffFile } from '../contract/index.ts';
import { classifyFile, classifyFiles } from './classify-file.ts';
import { parsePatch } from './integrity/index.ts';

function file(path: string, changes: Partial<DiffFile> = {}): DiffFile {
  const lines = { added: 1, removed: 1, added_normalized: 1, removed_normalized: 1 };
  const modes = { old_mode: '100644', mode: '100644', binary: false, marked_generated: false, marked_vendored: false };
  return { path, old_path: null, status: 'modified', ...modes, ...lines, ...changes };
}

describe('by name', () => {
  test.each([
    ['src/cart.ts', 'source'],
    ['package.json', 'source'],
    ['src/vendor.ts', 'source'],
    ['my-vendor/a.js', 'source'],
    ['src/min.js', 'source'],
    ['a.lock', 'source'],
    ['package-lock.json', 'lockfile'],
    ['apps/web/yarn.lock', 'lockfile'],
    ['vendor/Cargo.lock', 'lockfile'],
    ['site/app.min.js', 'generated'],
    ['site/app.css.map', 'generated'],
    ['api/user.pb.go', 'generated'],
    ['api/user_pb2.py', 'generated'],
    ['api/user_pb2_grpc.pyi', 'generated'],
    ['Form.designer.cs', 'generated'],
    ['vendor/app.min.js', 'generated'],
    ['vendor/lib/a.go', 'vendored'],
    ['app/node_modules/x/index.js', 'vendored'],
    ['third_party/a.c', 'vendored'],
  ])('%s is %s', (path, expected) => {
    expect(classifyFile(file(path))).toBe(expected);
  });
});

describe("by the base's attributes and by content", () => {
  test.each<[string, Partial<DiffFile>, string]>([
    ['src/schema.ts', { marked_generated: true }, 'generated'],
    ['src/copied.ts', { marked_vendored: true }, 'vendored'],
    ['src/both.ts', { marked_generated: true, marked_vendored: true }, 'generated'],
    ['vendor/a.go', { marked_generated: true }, 'generated'],
    ['logo.png', { binary: true }, 'binary'],
    ['vendor/logo.png', { binary: true }, 'binary'],
    ['bun.lockb', { binary: true }, 'lockfile'],
    ['yarn.lock', { marked_generated: true }, 'lockfile'],
  ])('%s %j is %s', (path, changes, expected) => {
    expect(classifyFile(file(path, changes))).toBe(expected);
  });
});

describe('moved files', () => {
  test.each([
    ['vendor/cart.ts', 'src/cart.ts', 'source'],
    ['src/cart.min.js', 'src/cart.js', 'source'],
    ['vendor/b.go', 'vendor/a.go', 'vendored'],
    ['src/b.go', 'vendor/a.go', 'source'],
  ])('to %s from %s is %s', (path, old_path, expected) => {
    expect(classifyFile(file(path, { status: 'renamed', old_path }))).toBe(expected);
  });

  test('a copy is a new file', () => {
    expect(classifyFile(file('vendor/cart.ts', { status: 'copied', old_path: 'src/cart.ts' }))).toBe('vendored');
  });
});

test('code that the candidate wrote counts as source under the name of a lockfile', () => {
  const diff = { files: [file('package-lock.json'), file('yarn.lock')] } as Diff;
  const patch = ['package-lock.json', 'yarn.lock'].map((path, at) => {
    const line = at === 0 ? 'module.exports = () => 6;' : '  version "1.0.0"';
    return `diff --git a/${path} b/${path}\n@@ -0,0 +1,1 @@\n+${line}\n`;
  });
  expect([...classifyFiles(diff, parsePatch(patch.join('')))]).toEqual([
    ['package-lock.json', 'source'],
    ['yarn.lock', 'lockfile'],
  ]);
});
