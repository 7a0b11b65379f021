// Two entries of the cache change places: a later run must not take the result of one candidate for that of another.
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type Capture, canonicalJson, type Scorecard } from '../../src/contract/index.ts';
import { createRepository } from '../temporary-repository.ts';
import { ensureProgram, runHydra } from './run-hydra.ts';

beforeAll(ensureProgram);

const BASE = {
  'hydra.toml': '[scoring.commands]\ntest = "node --test"\n[scoring.cross_tests]\nenabled = false\n',
  'code.js': 'exports.add = (a, b) => a;\n',
  'code.test.js': `const { test } = require('node:test');
const assert = require('node:assert');
const { add } = require('./code.js');
test('adds', () => assert.equal(add(1, 2), 3));
`,
};

/** The folder in the cache of the first test run of each tree. */
function entriesOf(cache: string, trees: readonly string[]): string[] {
  const entries = readdirSync(cache).map((name) => join(cache, name));
  const isOf = (entry: string, tree: string) => {
    const capture = JSON.parse(readFileSync(join(entry, 'capture/capture.json'), 'utf8')) as Capture;
    return capture.tree === tree && capture.check === 'test';
  };
  return trees.flatMap((tree) => entries.filter((entry) => isOf(entry, tree)).slice(0, 1));
}

test.each(['with their seals as they are', 'with seals for their new places'])(
  'refuses exchanged captures of the cache, %s',
  async (how) => {
    const folder = createRepository(BASE, {
      right: { 'code.js': 'exports.add = (a, b) => a + b;\n' },
      wrong: { 'code.js': 'exports.add = (a, b) => a - b;\n' },
    });
    const score = async () => {
      const { stdout, stderr } = await runHydra(['score', '--json', '--base', 'main', 'right', 'wrong'], folder);
      return { card: JSON.parse(stdout) as Scorecard, stderr };
    };
    const first = await score();
    expect(first.card.winner).toBe('right');
    const run = JSON.parse(readFileSync(join(folder, '.hydra/runs', first.card.run_id, 'run.json'), 'utf8'));
    const trees = run.candidates.map(({ tree }: { tree: string }) => tree);
    const [one = '', other = ''] = entriesOf(join(folder, '.hydra/cache'), trees);
    renameSync(join(one, 'capture'), join(one, 'moved'));
    renameSync(join(other, 'capture'), join(one, 'capture'));
    renameSync(join(one, 'moved'), join(other, 'capture'));
    if (how !== 'with their seals as they are') {
      const seals = [one, other].map((entry) => JSON.parse(readFileSync(join(entry, 'seal.json'), 'utf8')));
      writeFileSync(join(one, 'seal.json'), canonicalJson({ ...seals[1], key: seals[0].key }));
      writeFileSync(join(other, 'seal.json'), canonicalJson({ ...seals[0], key: seals[1].key }));
    }
    const second = await score();
    expect(second.card.winner).toBe('right');
    const reason =
      how === 'with their seals as they are' ? 'its files are not those that were stored under this key' : 'it has another tree';
    expect(second.stderr.replace(/\s+/g, ' ').split(`${reason}. The check runs again.`)).toHaveLength(3);
  },
);
