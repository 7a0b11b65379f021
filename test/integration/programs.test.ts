// Programs that a candidate leaves to show a fault, run on the others, and commands in the text of a task.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Scorecard } from '../../src/contract/index.ts';
import { createRepository, type Files } from '../temporary-repository.ts';
import { ensureProgram, runHydra } from './run-hydra.ts';

beforeAll(ensureProgram, 120_000);

const CONFIG =
  '[scoring.tests]\nreruns = 0\n[scoring.integrity]\ncanary = false\n[scoring.answers]\nenabled = false\n[scoring.commands]\ntest = "node --test"\n';
const slug = (empty: string) => `exports.slug = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-') || ${empty};\n`;
const BASE: Files = {
  'hydra.toml': CONFIG,
  'package.json': '{ "name": "slug", "bin": "./cli.js" }\n',
  'slug.js': slug("''"),
  'cli.js': "const { slug } = require('./slug.js');\nconsole.log(slug(process.argv[2] ?? ''));\n",
  'slug.test.js': `const { test } = require('node:test');
const { slug } = require('./slug.js');
test('words', () => require('node:assert').equal(slug('A b'), 'a-b'));
`,
};
const PROGRAM = `const { slug } = require('./slug.js');
require('node:assert').equal(slug(''), 'n-a');
`;
const BRANCHES = {
  right: { 'slug.js': slug("'n-a'") },
  wrong: { 'slug.js': slug("'none'"), 'repro_mine.js': "require('./slug.js');\n" },
  shown: { 'slug.js': slug("String('n-a')"), 'reproduce.js': PROGRAM },
};

async function score(folder: string, ...args: string[]): Promise<Scorecard> {
  const { stdout, stderr } = await runHydra(['score', '--json', '--base', 'main', ...args], folder);
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as Scorecard;
}

function rowsOf({ cross_tests: rows = [] }: Scorecard): unknown[] {
  return rows.map(({ id, author, standing, base, outcomes }) => ({ id, author, standing, base, outcomes }));
}

describe('a program that shows a fault', () => {
  test('is a test of its author: other candidates confirm it, or fail it', async () => {
    const folder = createRepository(BASE, BRANCHES);
    const card = await score(folder, 'wrong', 'right', 'shown');
    expect(rowsOf(card)).toEqual([
      {
        ...{ id: 'reproduce.js', author: 'shown', standing: 'scored', base: 'fail' },
        outcomes: { right: 'pass', shown: 'pass', wrong: 'fail' },
      },
      {
        ...{ id: 'repro_mine.js', author: 'wrong', standing: 'passes_on_base', base: 'pass' },
        outcomes: { wrong: 'pass' },
      },
    ]);
    expect(card.verdict).toMatchObject({ class: 'level', leaders: ['shown', 'right'] });
    const [shown, right] = ['shown', 'right'].map((name) => card.rankings.find(({ agent }) => agent === name));
    expect(shown?.breakdown.diff_scope).toBe(right?.breakdown.diff_scope);
    const replayed = await runHydra(['replay'], folder);
    expect([replayed.exitCode, replayed.stdout]).toEqual([0, expect.stringContaining('every byte')]);
  });

  test('has no vote if only its author passes it, or if it ends with 0 on the base', async () => {
    const folder = createRepository(BASE, { ...BRANCHES, right: { 'slug.js': `${slug("'none'")}\n` } });
    const card = await score(folder, 'wrong', 'right', 'shown');
    expect(rowsOf(card)).toEqual([
      {
        ...{ id: 'reproduce.js', author: 'shown', standing: 'uncorroborated', base: 'fail' },
        outcomes: { right: 'fail', shown: 'pass', wrong: 'fail' },
      },
      {
        ...{ id: 'repro_mine.js', author: 'wrong', standing: 'passes_on_base', base: 'pass' },
        outcomes: { wrong: 'pass' },
      },
    ]);
  });
});

describe('a command in the text of the task', () => {
  const TASK = `Print n-a for nothing.

\`\`\`console
$ slug
n-a
$ slug 'A  b' | tr - _
a_b
$ curl http://localhost/
hello
\`\`\`
`;

  test('runs in the tree of every candidate, and is listed with what became of it', async () => {
    const folder = createRepository(BASE, BRANCHES);
    const card = await score(folder, 'wrong', 'right', '--task', TASK);
    const rows = card.cross_tests?.filter(({ kind }) => kind === 'task');
    expect(rows?.map(({ id, standing, base, outcomes }) => ({ id, standing, base, outcomes }))).toEqual([
      { id: 'example_1_line_4', standing: 'scored', base: 'fail', outcomes: { right: 'pass', wrong: 'fail' } },
      { id: 'example_2_line_6', standing: 'passes_on_base', base: 'pass', outcomes: { right: 'pass', wrong: 'pass' } },
    ]);
    expect(card.verdict).toMatchObject({ class: 'decided_by_tests', leaders: ['right'] });
    const { stdout } = await runHydra(['explain', '--task'], folder);
    expect(stdout.replaceAll(/\s+/g, ' ')).toBe(
      '1. $ slug prints n-a (lines 4 to 5) base fails; passes: right; fails: wrong ' +
        "2. $ slug 'A b' | tr - _ prints a_b (lines 6 to 7) base passes; passes: right and wrong; does not count: the base and every candidate pass it " +
        '3. $ curl http://localhost/ prints hello (lines 8 to 9) not run: `curl` is not a command of this repository ',
    );
  });
});
