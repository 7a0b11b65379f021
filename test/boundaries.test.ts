// Runs the module boundary check on small trees and expects it to reject wrong imports.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { MODULES } from '../scripts/boundaries.mjs';
import { checkBoundaries } from '../scripts/check-boundaries.mjs';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const temporary: string[] = [];

afterAll(() => {
  for (const folder of temporary) rmSync(folder, { recursive: true, force: true });
});

/** As a command: what it prints, and its exit code. */
function runCheck(args: string[]): { exitCode: number | null; lines: string[] } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(PROJECT, 'scripts/check-boundaries.mjs'), ...args], {
    encoding: 'utf8',
  });
  return { exitCode: status, lines: `${stdout}${stderr}`.trimEnd().split('\n') };
}

/** The folder of a tree with these files. */
function writeTree(tree: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'hydra-boundaries-'));
  temporary.push(root);
  for (const [path, text] of Object.entries(tree)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

const checkTree = (tree: Record<string, string>) => checkBoundaries(writeTree(tree));

const CORRECT_TREE = {
  'src/contract/index.ts': "export * from './facts.ts';\n",
  'src/contract/facts.ts': "import { z } from 'zod';\nexport const factsSchema = z.strictObject({});\n",
  'src/scoring/dimensions/build.ts':
    "import type { factsSchema } from '../../contract/index.ts';\nimport picomatch from 'picomatch';\nexport const build = Math.min(1, 2);\n",
  'src/scoring/dimensions/index.ts': "export { build } from './build.ts';\n",
  'src/scoring/dimensions/build.test.ts':
    "import { readFileSync } from 'node:fs';\nimport { test } from 'vitest';\nimport fc from '../../../test/seeded-properties.ts';\nimport '../../git/diff.ts';\nDate.now();\n",
  'src/exec/start-process.ts': "import { spawn } from 'node:child_process';\nexport const startedAt = Date.now();\n",
  'src/git/diff.ts': "import { startedAt } from '../exec/start-process.ts';\nexport const lazy = () => import('node:os');\n",
  'src/report/text.ts': 'export const row = { Date: 1, process: 2 };\nexport const sum = row.Date + row.process ** 2;\n',
  'web/main.tsx': "import { createRoot } from 'react-dom/client';\nimport '../src/contract/index.ts';\nimport './page.css';\n",
};

test('accepts a correct tree', () => {
  expect(checkTree(CORRECT_TREE)).toEqual({ ok: true, lines: ['9 files, 0 violations'] });
  expect(runCheck(['--root', writeTree(CORRECT_TREE)])).toEqual({ exitCode: 0, lines: ['9 files, 0 violations'] });
});

test('accepts the real tree', () => {
  const { exitCode, lines } = runCheck([]);
  expect(lines.slice(0, -1)).toEqual([]);
  expect(lines.at(-1)).toMatch(/^[1-9]\d* files, 0 violations$/);
  expect(exitCode).toBe(0);
});

test('every module is compiled once, the pure ones without the types of Node', () => {
  const includeOf = (name: string): string[] => JSON.parse(readFileSync(join(PROJECT, name), 'utf8')).include;
  const modules = (pure: boolean) => Object.keys(MODULES).filter((name) => name !== 'web' && MODULES[name]?.pure === pure);
  const foldersOf = (pure: boolean) => modules(pure).map((name) => `src/${name}`);
  expect(includeOf('tsconfig.pure.json').sort()).toEqual(foldersOf(true).sort());
  expect(
    includeOf('tsconfig.node.json')
      .filter((path) => /^src\/\w+$/.test(path))
      .sort(),
  ).toEqual(foldersOf(false).sort());
});

describe('rejects a wrong import', () => {
  const cases: [title: string, path: string, text: string, violation: string][] = [
    [
      'scoring imports git',
      'src/scoring/rank.ts',
      "\nimport { x } from '../git/diff.ts';\n",
      'src/scoring/rank.ts:2: scoring must not import git; it may import contract, text, picomatch',
    ],
    [
      'for its types alone',
      'src/scoring/rank.ts',
      "import type { X } from '../git/diff.ts';\n",
      'src/scoring/rank.ts:1: scoring must not import git; it may import contract, text, picomatch',
    ],
    [
      'inside a type',
      'src/scoring/rank.ts',
      "type X = import('../git/diff.ts').X;\n",
      'src/scoring/rank.ts:1: scoring must not import git; it may import contract, text, picomatch',
    ],
    [
      'by passing it on',
      'src/scoring/rank.ts',
      "export { x } from '../git/diff.ts';\n",
      'src/scoring/rank.ts:1: scoring must not import git; it may import contract, text, picomatch',
    ],
    [
      'with import()',
      'src/scoring/rank.ts',
      'const x = await import(`../git/diff.ts`);\n',
      'src/scoring/rank.ts:1: scoring must not import git; it may import contract, text, picomatch',
    ],
    [
      'a path that is not a literal',
      'src/git/diff.ts',
      'export const load = (name: string) => import(name);\n',
      'src/git/diff.ts:1: imports a computed path, which no check can follow',
    ],
    [
      'a file of a checkout is read plainly',
      'src/capture/check.ts',
      "import { existsSync, readFileSync as read } from 'node:fs';\n",
      'src/capture/check.ts:1: reads with readFileSync of node:fs, which blocks on a pipe; use readRegularFile or readTreeText of exec',
    ],
    [
      'through everything of node:fs',
      'src/workspace/set.ts',
      "import * as fs from 'node:fs/promises';\n",
      'src/workspace/set.ts:1: reads with * of node:fs/promises, which blocks on a pipe; use readRegularFile or readTreeText of exec',
    ],
    [
      'a process is started with the descriptors that Hydra inherited',
      'src/exec/run.ts',
      "import { spawn } from 'node:child_process';\n",
      'src/exec/run.ts:1: starts processes; use startProcess of src/exec/start-process.ts',
    ],
    [
      'the lines of a diff import a hook',
      'web/diff/lines/rows.ts',
      "import { useRows } from '../hooks/use-rows.ts';\n",
      'web/diff/lines/rows.ts:1: web/diff/lines/ must not import web/diff/hooks/',
    ],
    [
      'the lines of a diff import React',
      'web/diff/lines/rows.ts',
      "import { useState } from 'react';\n",
      'web/diff/lines/rows.ts:1: web/diff/lines/ must not import react',
    ],
    [
      'one parser imports another',
      'src/tools/runners/a.ts',
      "import { b } from './b.ts';\n",
      'src/tools/runners/a.ts:1: files in src/tools/runners/ must not import each other: src/tools/runners/b.ts',
    ],
    [
      'a runner reads a file',
      'src/tools/runners/a/index.ts',
      "import { readFileSync } from 'node:fs';\n",
      'src/tools/runners/a/index.ts:1: tools must not import node:fs: it runs without Node, on its arguments alone',
    ],
    [
      'one integrity rule imports another',
      'src/judge/rules/a.ts',
      "import { b } from './b.ts';\n",
      'src/judge/rules/a.ts:1: files in src/judge/rules/ must not import each other: src/judge/rules/b.ts',
    ],
    [
      'capture imports the judge',
      'src/capture/check.ts',
      "import type { X } from '../judge/index.ts';\n",
      'src/capture/check.ts:1: capture must not import judge; it may import contract, answers, languages, parse, tools, git, exec, workspace, store',
    ],
    [
      'a profile imports another',
      'src/profiles/go.ts',
      "import { rust } from './rust.ts';\n",
      'src/profiles/go.ts:1: files in src/profiles/ must not import each other: src/profiles/rust.ts',
    ],
    [
      'the judge imports node:fs',
      'src/judge/tests.ts',
      "import { readFileSync } from 'node:fs';\n",
      'src/judge/tests.ts:1: judge must not import node:fs: it runs without Node, on its arguments alone',
    ],
    [
      'config imports fs without its prefix',
      'src/config/read.ts',
      "import fs from 'fs';\n",
      'src/config/read.ts:1: config must not import fs: it runs without Node, on its arguments alone',
    ],
    [
      'a package that is not listed',
      'src/contract/a.ts',
      "import { x } from '@scope/name/deep';\n",
      'src/contract/a.ts:1: contract must not import the package @scope/name; it may import zod, @noble/hashes',
    ],
    [
      'a test takes a package that is not for tests',
      'src/contract/a.test.ts',
      "import { parse } from 'saxes';\n",
      'src/contract/a.test.ts:1: contract must not import the package saxes; it may import zod, @noble/hashes',
    ],
    [
      'a test takes properties without their seed',
      'src/contract/a.test.ts',
      "import fc from 'fast-check';\n",
      'src/contract/a.test.ts:1: contract must not import the package fast-check; it may import zod, @noble/hashes',
    ],
    [
      'a source imports a test',
      'src/git/diff.ts',
      "import './diff.test.ts';\n",
      'src/git/diff.ts:1: imports the test src/git/diff.test.ts: only tests may do that',
    ],
    [
      'a path outside the modules',
      'src/cli/main.ts',
      "import '../../package.json';\n",
      'src/cli/main.ts:1: imports package.json, which is in no module',
    ],
    [
      'an unknown module',
      'src/utils/misc.ts',
      'export const x = 1;\n',
      'src/utils/misc.ts:1: is in no module; boundaries.mjs lists them all',
    ],
    [
      'a file outside the modules',
      'src/index.ts',
      'export const x = 1;\n',
      'src/index.ts:1: is in no module; boundaries.mjs lists them all',
    ],
    [
      'a file that is no TypeScript',
      'src/git/diff.ts',
      '\n\nconst x = ;\n',
      'src/git/diff.ts:3: cannot be read: Unexpected token',
    ],
  ];
  test.each(cases)('%s', (_title, path, text, violation) => {
    expect(checkTree({ [path]: text })).toEqual({ ok: false, lines: [violation, '1 files, 1 violations'] });
  });

  test('rejects circular imports', () => {
    const tree = {
      'src/git/a.ts': "\nimport { b } from './b.ts';\n",
      'src/git/b.ts': "import type { C } from './c.ts';\n",
      'src/git/c.ts': "import './a.ts';\n",
    };
    expect(checkTree(tree)).toEqual({
      ok: false,
      lines: [
        'src/git/a.ts:2: circular import: src/git/a.ts -> src/git/b.ts -> src/git/c.ts -> src/git/a.ts',
        '3 files, 1 violations',
      ],
    });
  });
});

describe('rejects a pure module with side effects', () => {
  const clock = 'it reads the clock';
  const outside = 'it reaches the world outside';
  const locale = 'it depends on the locale';
  const inexact = 'it is not exact on every machine';
  const hidden = 'it runs code that no check sees';
  const cases: [code: string, thing: string, reason: string][] = [
    ['Date.now()', 'Date', clock],
    ['new Date()', 'Date', clock],
    ['performance.now()', 'performance', clock],
    ['setTimeout(f, 1)', 'setTimeout', clock],
    ['setInterval(f, 1)', 'setInterval', clock],
    ['Math.random()', 'Math.random', 'it is random'],
    ['Math.pow(2, 3)', 'Math.pow', inexact],
    ["Math['exp'](2)", 'Math.exp', inexact],
    ['Math[name](2)', 'Math.[computed]', inexact],
    ['const { log } = Math', 'Math under another name', 'it hides which functions are used'],
    ['x = 2 ** 3', '**', inexact],
    ['x **= 3', '**', inexact],
    ['process.env', 'process', outside],
    ['Buffer.from(x)', 'Buffer', outside],
    ["globalThis['x']", 'globalThis', outside],
    ["require('x')", 'require', outside],
    ['crypto.randomUUID()', 'crypto', outside],
    ['fetch(x)', 'fetch', outside],
    ['console.log(x)', 'console', outside],
    ['import.meta.url', 'import.meta', outside],
    ['new Intl.Collator()', 'Intl', locale],
    ['a.localeCompare(b)', 'localeCompare', locale],
    ["a?.['localeCompare'](b)", 'localeCompare', locale],
    ['n.toLocaleString()', 'toLocaleString', locale],
    ['s.toLocaleUpperCase()', 'toLocaleUpperCase', locale],
    ["eval('1')", 'eval', hidden],
    ["new Function('1')", 'Function as a constructor', hidden],
    ["Function('1')", 'Function as a constructor', hidden],
  ];
  // One tree for all cases: starting the check once per case would take most of the time.
  const tree = Object.fromEntries(cases.map(([code], index) => [`src/scoring/case-${index}.ts`, `// A comment.\n${code};\n`]));
  const { ok, lines } = checkTree(tree);

  test('reports each case exactly once', () => {
    expect(lines.at(-1)).toBe(`${cases.length} files, ${cases.length} violations`);
    expect(ok).toBe(false);
  });

  test.each(cases.map(([code, thing, reason], index) => ({ code, thing, reason, index })))(
    '$code',
    ({ thing, reason, index }) => {
      expect(lines).toContain(`src/scoring/case-${index}.ts:2: a pure module must not use ${thing}: ${reason}`);
    },
  );
});
