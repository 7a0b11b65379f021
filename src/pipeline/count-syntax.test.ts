import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRepository, type Files, git, temporaryFolder } from '../../test/temporary-repository.ts';
import { compareTrees, createObjectStore, findRepository } from '../git/index.ts';
import { countSyntax } from './count-syntax.ts';

async function syntaxOf(files: Files, branches: Record<string, Files>, refs = Object.keys(branches)) {
  const root = createRepository(files, branches);
  const store = await createObjectStore(await findRepository(root), join(temporaryFolder(), 'objects'));
  const treeOf = (ref: string) => git(root, 'rev-parse', `${ref}^{tree}`).trim();
  const compared = await compareTrees(store, treeOf('main'), refs.map(treeOf));
  const diffs = await countSyntax(store, compared);
  return diffs.map(({ files: changed }) => Object.fromEntries(changed.map(({ path, syntax }) => [path, syntax])));
}

const LONG = Array.from({ length: 30 }, (_, at) => `export const name${at} = call(${at}, "text");\n`).join('');
const FUNCTION = 'export function add(first, second) {\n  return first + second;\n}\n';

test('counts the changed tokens of every candidate', async () => {
  const [formatted, edited, moved] = await syntaxOf(
    { 'src/a.js': LONG + FUNCTION, 'b.md': 'a\n' },
    {
      formatted: { 'src/a.js': (LONG + FUNCTION).replaceAll('"', "'").replaceAll(';\n', '\n').replaceAll('(', '( ') },
      edited: { 'src/a.js': LONG.replace('call(7', 'call(8') + FUNCTION, 'b.md': 'b\n' },
      moved: { 'src/a.js': LONG, 'src/new.js': FUNCTION },
    },
  );
  expect(formatted).toEqual({ 'src/a.js': { added: 0, removed: 0 } });
  expect(edited).toEqual({ 'b.md': undefined, 'src/a.js': { added: 1, removed: 1 } });
  expect(moved).toEqual({
    'src/a.js': { added: 0, removed: 3, moved: [{ path: 'src/new.js', lines: 3 }] },
    'src/new.js': { added: 3, removed: 0 },
  });
});

test('follows renames, and leaves out links, binary, generated and vendored files', async () => {
  const [counts] = await syntaxOf(
    { 'old.ts': LONG, 'gone.ts': FUNCTION, 'made.js': LONG, '.gitattributes': 'made.js linguist-generated\n' },
    {
      changed: {
        'old.ts': null,
        'new.ts': LONG.replace('"text"', "'text'"),
        'gone.ts': null,
        'made.js': 'a();\n',
        'vendor/x.js': 'b();\n',
        'binary.js': 'a\0b',
        'latin1.py': '\u00fc = 1\n',
      },
    },
  );
  expect(counts).toEqual({
    'binary.js': undefined,
    'gone.ts': { added: 0, removed: 3 },
    'latin1.py': { added: 1, removed: 0 },
    'made.js': undefined,
    'new.ts': { added: 0, removed: 0 },
    'vendor/x.js': undefined,
  });
});

test('a file that is too large, and files beyond the total, count by their lines', async () => {
  const large = `${'a();'.repeat(1000)}\n`.repeat(900);
  const [huge, many, none] = await syntaxOf(
    { 'a.js': 'a();\n' },
    {
      huge: { 'a.js': 'b();\n', 'huge.js': large + large },
      many: { ...Object.fromEntries(['1', '2', '3', '4'].map((name) => [`${name}.json`, `["${'x'.repeat(3_500_000)}"]`])) },
      none: {},
    },
  );
  expect(huge).toEqual({ 'a.js': { added: 1, removed: 1 }, 'huge.js': undefined });
  expect(Object.values(many ?? {})).toEqual([...new Array(3).fill({ added: 3, removed: 0 }), undefined]);
  expect(none).toEqual({});
});

test('the counts of a candidate do not depend on the others', async () => {
  const branches = {
    one: { 'a.js': LONG.replace('text', 'other') },
    two: { 'a.js': FUNCTION, 'big.json': `["${'x'.repeat(3_900_000)}"]`, 'more.json': `["${'y'.repeat(3_900_000)}"]` },
    three: { 'third.json': `["${'z'.repeat(3_900_000)}"]`, 'fourth.json': `["${'z'.repeat(3_800_000)}"]` },
  };
  const together = await syntaxOf({ 'a.js': LONG }, branches);
  const alone = [];
  for (const name of Object.keys(branches)) alone.push(...(await syntaxOf({ 'a.js': LONG }, branches, [name])));
  expect(together).toEqual(alone);
});
