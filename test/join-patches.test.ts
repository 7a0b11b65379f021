// The patch between two candidates that a report file computes from their patches, compared with the patch of git.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parsePatch } from '../src/patch/index.ts';
import { joinPatches } from '../web/diff/lines/join-patches.ts';
import fc from './seeded-properties.ts';
import { createRepository, type Files, git, temporaryFolder } from './temporary-repository.ts';

const OPTIONS = ['--no-renames', '--binary', '--full-index'];

function branchesOf(base: Files, first: Files, second: Files) {
  const folder = createRepository(base, { first, second });
  const patch = (from: string, to: string) => git(folder, 'diff-tree', '-r', '-p', ...OPTIONS, from, to);
  return { folder, joined: joinPatches(patch('main', 'first'), patch('main', 'second')), real: patch('first', 'second') };
}

/** Without hunk headers and index lines, which the computed patch does not have. */
const shape = (patch: string) =>
  parsePatch(patch).files.map(({ hunks, unchangedMode: _, ...file }) => ({
    ...file,
    lines: hunks.flatMap(({ lines }) => lines.filter(({ kind }) => kind !== 'context')),
  }));

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`);
const text = (lines: readonly string[]) => `${lines.join('\n')}\n`;
const changed = (changes: Record<number, string | null>, count = 60) =>
  text(numbered(count).flatMap((line, index) => (index + 1 in changes ? (changes[index + 1] ?? []) : [line])));

describe('equals the patch of git', () => {
  test.each<[string, Files, Files, Files]>([
    ['a file that only the first changed', { a: changed({}) }, { a: changed({ 9: 'x' }) }, {}],
    ['a file that only the second changed', { a: changed({}) }, {}, { a: changed({ 9: 'x' }) }],
    ['places far apart', { a: changed({}) }, { a: changed({ 5: 'x' }) }, { a: changed({ 50: 'y', 51: null }) }],
    ['places beside each other', { a: changed({}) }, { a: changed({ 5: 'x', 6: 'x' }) }, { a: changed({ 7: 'y', 8: 'y' }) }],
    ['the same place', { a: changed({}) }, { a: changed({ 5: 'x', 6: 'both' }) }, { a: changed({ 5: 'y', 6: 'both' }) }],
    ['the same change, and one beside it', { a: changed({}) }, { a: changed({ 5: 'x' }) }, { a: changed({ 5: 'x', 7: 'y' }) }],
    ['the same change everywhere', { a: changed({}) }, { a: changed({ 5: 'x' }) }, { a: changed({ 5: 'x' }) }],
    ['one within the other', { a: changed({}) }, { a: changed({ 5: null, 6: null, 7: null }) }, { a: changed({ 6: 'y' }) }],
    ['lines at both ends', { a: changed({}) }, { a: `top\n${changed({})}` }, { a: `${changed({})}end\n` }],
    ['new files', { z: '' }, { a: text(numbered(9)), b: 'b\n', same: 's\n' }, { a: changed({ 4: 'x' }, 9), c: 'c', same: 's\n' }],
    ['deleted files', { a: 'a\nb\n', b: 'b\n', c: 'c\n' }, { a: null, c: null }, { a: 'a\nc\n', b: null, c: null }],
    ['the newline at the end', { a: 'a\nb' }, { a: 'a\nb\n' }, { a: 'x\nb' }],
    [
      'carriage returns and strange names',
      { 'é "q"\t\n': 'a\r\nb\r\n' },
      { 'é "q"\t\n': 'a\nb\r\n' },
      { 'é "q"\t\n': 'a\r\nc\r\n' },
    ],
    [
      'lines that look like headers',
      { a: 'x\n' },
      { a: 'diff --git a/b b/b\n-- a\n' },
      { a: '@@ -1 +1 @@\rdiff --git a/b b/b\n' },
    ],
  ])('%s', (_title, base, first, second) => {
    const { joined, real } = branchesOf(base, first, second);
    expect(shape(joined)).toEqual(shape(real));
    expect(parsePatch(joined).unreadLines).toBe(0);
  });
});

test('reads modes, and treats binary files as changed unless both patches are equal', () => {
  const binary = (fill: string) => `\0${fill.repeat(300)}`;
  const base = { 'a.bin': binary('a'), 'b.bin': binary('a'), 'c.bin': binary('a'), 'run.sh': 'x\n' };
  const folder = createRepository(base, {
    first: { 'a.bin': binary('b'), 'b.bin': binary('b'), 'n.bin': binary('n') },
    second: { 'a.bin': binary('c'), 'b.bin': binary('b'), 'c.bin': null },
  });
  git(folder, 'checkout', '--quiet', 'first');
  git(folder, 'update-index', '--chmod=+x', 'run.sh');
  git(folder, 'commit', '--quiet', '--message', 'mode');
  const patch = (to: string) => git(folder, 'diff-tree', '-r', '-p', ...OPTIONS, 'main', to);
  const files = parsePatch(joinPatches(patch('first'), patch('second'))).files;
  expect(
    files.map(({ path, status, binary: bytes, oldMode, newMode }) => [path, status, bytes !== null, oldMode, newMode]),
  ).toEqual([
    ['a.bin', 'modified', true, null, null],
    ['c.bin', 'deleted', true, '100644', null],
    ['n.bin', 'deleted', true, '100644', null],
    ['run.sh', 'modified', false, '100755', '100644'],
  ]);
});

test('gives the second candidate when applied to the first one', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', '', 'd'), { maxLength: 30 });
  const folder = temporaryFolder();
  const run = (args: string[], input?: string) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', ...(input === undefined ? {} : { input }), stdio: 'pipe' });
  run(['init', '--quiet']);
  const edited = (base: readonly string[], edits: readonly [number, number, string[]][]) =>
    edits.reduce<string[]>(
      (all, [at, remove, add]) => {
        const start = all.length === 0 ? 0 : at % (all.length + 1);
        return [...all.slice(0, start), ...add, ...all.slice(start + remove)];
      },
      [...base],
    );
  const edits = fc.array(fc.tuple(fc.nat(30), fc.nat(4), fc.array(fc.constantFrom('a', 'x', 'y'), { maxLength: 3 })), {
    minLength: 1,
    maxLength: 3,
  });
  const treeOf = (content: string) => {
    writeFileSync(join(folder, 'f'), content);
    run(['add', 'f']);
    return run(['write-tree']).trim();
  };
  fc.assert(
    fc.property(lines, edits, edits, fc.boolean(), (base, firstEdits, secondEdits, isOpen) => {
      const [first, second] = [edited(base, firstEdits), edited(base, secondEdits)];
      const whole = (content: readonly string[]) => content.join('\n') + (isOpen || content.length === 0 ? '' : '\n');
      const [start, one, two] = [base, first, second].map((content) => treeOf(whole(content)));
      const patch = (to = '') => run(['diff-tree', '-r', '-p', ...OPTIONS, start ?? '', to]);
      const joined = joinPatches(patch(one), patch(two));
      writeFileSync(join(folder, 'f'), whole(first));
      if (joined !== '') run(['apply', '--unidiff-zero', '--whitespace=nowarn', '-'], joined);
      expect(readFileSync(join(folder, 'f'), 'utf8')).toBe(whole(second));
    }),
    { numRuns: 40 },
  );
});
