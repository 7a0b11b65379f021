// Runs the command lines of five guides as written, in a repository with the branches that they use.
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { createRepository } from '../temporary-repository.ts';
import { ensureProgram, hydraOnPath, PROJECT, runProgram } from './run-hydra.ts';

beforeAll(ensureProgram);

const SOURCE = 'export const total = (items) => items.reduce((sum, item) => sum + item.cents, 1);\n';
const BASE = {
  'package.json':
    '{ "name": "cart", "version": "1.0.0", "private": true, "type": "module", "scripts": { "test": "node --test" } }\n',
  'src/cart.js': SOURCE,
  'test/cart.test.js': `import assert from 'node:assert';
import { test } from 'node:test';
import { total } from '../src/cart.js';
test('an empty cart costs nothing', () => assert.equal(total([]), 0));
test('a sum is a number', () => assert.equal(typeof total([{ cents: 3 }]), 'number'));
`,
};

function blocksOf(document: string): string[] {
  const text = readFileSync(join(PROJECT, 'docs', document), 'utf8');
  return [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
}

let folder = '';
let programs = '';

beforeAll(async () => {
  folder = createRepository(BASE, {
    'feat/a': { 'src/cart.js': SOURCE.replace(', 1)', ', 0)') },
    'feat/b': { 'src/cart.js': "export const total = (items) => (items.length === 0 ? 0 : 'many');\n" },
  });
  programs = hydraOnPath();
});

// In order: each block uses the results of the blocks before it.
describe.each(['scoring-a-repository.md', 'run-folder.md', 'ci.md', 'attestations.md', 'distribution.md'])('%s', (document) => {
  // A block runs up to ten commands, some of which score.
  test.each(blocksOf(document))('%s', { timeout: 240_000 }, async (block) => {
    const hasSums = (await runProgram('sh', ['-c', 'command -v sha256sum'], folder)).exitCode === 0;
    if (block.includes('sha256sum') && !hasSums) return;
    const script = `set -e\nPATH="${programs}${delimiter}$PATH"\n${block}`;
    const { exitCode, stderr } = await runProgram('sh', ['-c', script], folder);
    expect({ exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({ exitCode: 0, stderr: '' });
  });
});
