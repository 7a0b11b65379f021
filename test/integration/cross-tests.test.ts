// Tests that one candidate adds, run on the others, with real runners.
import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CrossTestRow, Scorecard } from '../../src/contract/index.ts';
import { createRepository, type Files, temporaryFolder, writeFiles } from '../temporary-repository.ts';
import { ensureProgram, PROJECT, runHydra } from './run-hydra.ts';
import { SLUG_PROJECTS, type SlugProject } from './slug-projects.ts';

beforeAll(ensureProgram, 120_000);

function repositoryOf({ test: command, build, files, path, source, tests, packages = false }: SlugProject): string {
  const commands = Object.entries({ test: command, ...(build === undefined ? {} : { build }) });
  const config = `[scoring.tests]\nreruns = 0\n[scoring.integrity]\ncanary = false\n[scoring.commands]\n${commands.map(([check, text]) => `${check} = ${JSON.stringify(text)}\n`).join('')}`;
  const link = packages ? '[workspace]\nlink = ["node_modules"]\n' : '';
  const ignored = 'node_modules\n.cache\ntarget\n__pycache__\n.phpunit.result.cache\n';
  const base = { ...files, 'hydra.toml': config + link, '.gitignore': ignored, [path]: source('base') };
  const before = tests.before === null ? {} : { [tests.path]: tests.before };
  const folder = createRepository(
    { ...base, ...before },
    {
      fix: { [path]: source('right'), [tests.path]: tests.after },
      source: { [path]: `${source('right')}\n` },
      partial: { [path]: source('partial') },
      wrong: { [path]: source('wrong') },
    },
  );
  if (packages) symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

async function score(folder: string, ...candidates: string[]): Promise<Scorecard> {
  const { stdout, stderr } = await runHydra(['score', '--json', '--base', 'main', ...candidates], folder);
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as Scorecard;
}

function outcomesOf(rows: readonly CrossTestRow[] | undefined, part: string): CrossTestRow['outcomes'] | undefined {
  return rows?.find(({ id }) => id.includes(part))?.outcomes;
}

describe('the tests of one candidate separate correct from wrong solutions', () => {
  for (const project of SLUG_PROJECTS) {
    const missing = project.missing?.() ?? null;
    const name = missing === null ? project.name : `${project.name}: ${missing}`;
    test.skipIf(missing !== null)(name, { timeout: 240_000 }, async () => {
      const folder = repositoryOf(project);
      const card = await score(folder, 'fix', 'source', 'partial', 'wrong');
      expect(card.verdict).toMatchObject({ class: 'level', leaders: ['fix', 'source'] });
      const shown = card.rankings.map(({ agent, breakdown }) => [agent, breakdown.cross_tests]);
      expect(shown).toEqual([
        ['fix', 100],
        ['source', 100],
        ['partial', 50],
        ['wrong', 0],
      ]);
      const [empty, dashes] = project.ids;
      const passing = { fix: 'pass', source: 'pass' };
      const rows = card.cross_tests?.map(({ id, author, standing, outcomes }) => [id, { author, standing, outcomes }]) ?? [];
      expect(Object.fromEntries(rows)).toEqual({
        [empty]: { author: 'fix', standing: 'scored', outcomes: { ...passing, partial: 'pass', wrong: 'fail' } },
        [dashes]: { author: 'fix', standing: 'scored', outcomes: { ...passing, partial: 'fail', wrong: 'fail' } },
      });
      const replayed = await runHydra(['replay'], folder);
      expect([replayed.exitCode, replayed.stdout]).toEqual([0, expect.stringContaining('every byte')]);
    });
  }
});

const [NODE] = SLUG_PROJECTS;
const right = NODE?.source('right') ?? '';

/** Candidates in the project of node:test. */
async function scoreNode(branches: Readonly<Record<string, Files>>, canary = false): Promise<Scorecard> {
  return (await scoreNodeIn(branches, canary)).card;
}

async function scoreNodeIn(
  branches: Readonly<Record<string, Files>>,
  canary = false,
): Promise<{ card: Scorecard; folder: string }> {
  if (NODE === undefined) throw new Error('there is no project of node:test');
  const config = '[scoring.commands]\ntest = "node --test"\n[scoring.tests]\nreruns = 0\n[scoring.integrity]\n';
  const { path, before } = NODE.tests;
  const base = {
    ...NODE.files,
    'hydra.toml': `${config}canary = ${canary}\nindependent = false\n`,
    [NODE.path]: NODE.source('base'),
    [path]: before,
  };
  const folder = createRepository(base, branches);
  return { card: await score(folder, ...Object.keys(branches)), folder };
}

const HEAD = "import assert from 'node:assert';\nimport { test } from 'node:test';\nimport { slug } from '../src/slug.js';\n";

describe('attacks', () => {
  test('thirty tests that only their author passes change no score', { timeout: 120_000 }, async () => {
    const many = Array.from(
      { length: 30 },
      (_, index) => `test('mine ${index}', () => assert.equal(slug('x${index}'), 'mine'));\n`,
    );
    const card = await scoreNode({
      honest: { 'src/slug.js': right },
      other: { 'src/slug.js': `${right}\n` },
      attacker: {
        'src/slug.js':
          "export function slug(text) {\n  return /^x\\d+$/.test(text) ? 'mine' : text.toLowerCase().replace(/ /g, '-');\n}\n",
        'test/mine.test.js': HEAD + many.join(''),
      },
    });
    expect(new Set(card.cross_tests?.map(({ standing }) => standing))).toEqual(new Set(['uncorroborated']));
    expect(card.rankings.map(({ breakdown }) => breakdown.cross_tests)).toEqual([null, null, null]);
  });

  test('a test that detects the tree of its author has no vote', { timeout: 120_000 }, async () => {
    const spy = `${HEAD}import { existsSync } from 'node:fs';\ntest('spies', () => assert.ok(existsSync('mine.txt')));\n`;
    const card = await scoreNode({
      honest: { 'src/slug.js': right },
      attacker: { 'src/slug.js': `${right}\n`, 'mine.txt': 'x\n', 'test/spy.test.js': spy },
    });
    expect(card.cross_tests?.map(({ id, standing }) => [id, standing])).toEqual([['test/spy.test.js > spies', 'uncorroborated']]);
    expect(card.verdict.class).toBe('level');
  });

  // It reads the command line of the runner, which only Linux provides as a file.
  test.skipIf(process.platform !== 'linux')('a test that passes only on its own has no vote', { timeout: 120_000 }, async () => {
    const alone = `${HEAD}import { readFileSync } from 'node:fs';\ntest('alone', () => {\n  assert.equal(slug(''), 'n-a');\n  assert.ok(readFileSync(\`/proc/\${process.ppid}/cmdline\`, 'utf8').includes('alone.test.js'));\n});\n`;
    const attacker = { 'src/slug.js': `${right}\n`, 'test/alone.test.js': alone };
    // Without an independent run, the whole suite of the leader runs in its own tree, with the canary.
    const card = await scoreNode({ honest: { 'src/slug.js': right }, attacker }, true);
    expect(card.cross_tests ?? []).toEqual([]);
  });

  test('a test that breaks the checkout affects only its own run', { timeout: 120_000 }, async () => {
    const breaks = `${HEAD}import { rmSync, writeFileSync } from 'node:fs';\ntest('breaks', () => { assert.equal(slug(''), 'n-a'); writeFileSync('src/slug.js', 'broken('); rmSync('test', { recursive: true }); });\n`;
    const card = await scoreNode({
      honest: { 'src/slug.js': right, 'test/empty.test.js': `${HEAD}test('empty', () => assert.equal(slug(''), 'n-a'));\n` },
      attacker: { 'src/slug.js': `${right}\n`, 'test/breaks.test.js': breaks },
    });
    expect(outcomesOf(card.cross_tests, 'empty')).toEqual({ honest: 'pass', attacker: 'pass' });
    expect(outcomesOf(card.cross_tests, 'breaks')).toEqual({ honest: 'pass', attacker: 'pass' });
    expect(card.rankings.map(({ agent, mergeable }) => [agent, mergeable])).toContainEqual(['honest', true]);
  });

  test('two candidates with equal diffs are one author and do not corroborate each other', { timeout: 120_000 }, async () => {
    const mine = {
      'src/slug.js': right.replace("'n-a'", "'mine'"),
      'test/mine.test.js': `${HEAD}test('mine', () => assert.equal(slug(''), 'mine'));\n`,
    };
    const card = await scoreNode({ honest: { 'src/slug.js': right }, one: mine, two: mine });
    expect(card.cross_tests?.map(({ author, standing }) => [author, standing])).toEqual([['one', 'uncorroborated']]);
  });

  test('a test that every change of a file passes has no vote, and costs one run for all authors', {
    timeout: 120_000,
  }, async () => {
    const reads = (path: string, text: string) =>
      `${HEAD}import { readFileSync } from 'node:fs';\ntest('reads ${path}', () => assert.notEqual(readFileSync('${path}', 'utf8'), ${JSON.stringify(text)}));\n`;
    const base = NODE?.source('base') ?? '';
    const empty = `${HEAD}test('empty', () => assert.equal(slug(''), 'n-a'));\n`;
    const branches = {
      idle: { 'src/slug.js': `${base}export const VERSION = 2;\n`, 'test/text.test.js': reads('src/slug.js', base) },
      fix: { 'src/slug.js': right, 'test/empty.test.js': empty },
      other: { 'src/slug.js': `${right}\n` },
    };
    const { card, folder } = await scoreNodeIn(branches);
    expect(card.cross_tests?.map(({ id, base: before, standing }) => [id, before, standing])).toEqual([
      ['test/empty.test.js > empty', 'fail', 'scored'],
      ['test/text.test.js > reads src/slug.js', 'pass', 'passes_on_base'],
    ]);
    expect(card.verdict).toMatchObject({ class: 'level', leaders: ['fix', 'other'] });
    const [run = ''] = readdirSync(join(folder, '.hydra/runs'));
    const captures = readdirSync(join(folder, '.hydra/runs', run, 'baseline'));
    expect(captures.filter((name) => name.includes('commented'))).toEqual(['commented']);
    const replayed = await runHydra(['replay'], folder);
    expect([replayed.exitCode, replayed.stdout]).toEqual([0, expect.stringContaining('every byte')]);
  });

  test('a test that passes on the base has no vote', { timeout: 120_000 }, async () => {
    const trivial = {
      'src/slug.js': right,
      'test/words.test.js': `${HEAD}test('again', () => assert.equal(slug('A b'), 'a-b'));\n`,
    };
    const card = await scoreNode({ honest: { 'src/slug.js': `${right}\n` }, trivial });
    expect(card.cross_tests?.map(({ id, standing }) => [id, standing])).toEqual([
      ['test/words.test.js > again', 'passes_on_base'],
    ]);
  });
});

test('two candidates are level if each has a test that the other fails', { timeout: 120_000 }, async () => {
  const solution = (value: string) => ({
    'src/slug.js': right.replace("'n-a'", `'${value}'`),
    [`test/${value}.test.js`]: `${HEAD}test('${value}', () => assert.equal(slug(''), '${value}'));\n`,
  });
  const card = await scoreNode({ none: solution('none'), nil: solution('nil') });
  expect(card.verdict).toMatchObject({ class: 'level' });
  expect(card.verdict.reason).toContain('nil fails 1 new test that only none passes (test/none.test.js > none)');
  expect(card.verdict.reason).toContain('none fails 1 new test that only nil passes (test/nil.test.js > nil)');
});

describe('acceptance tests', () => {
  const EMPTY = `${HEAD}test('empty', () => assert.equal(slug(''), 'n-a'));\ntest('words', () => assert.equal(slug('A b'), 'a-b'));\n`;

  async function accepted(files: Files, text: string, ...args: string[]) {
    const config = '[scoring.commands]\ntest = "node --test"\n[scoring.tests]\nreruns = 0\n[scoring.integrity]\ncanary = false\n';
    const base = { ...NODE?.files, 'hydra.toml': config, 'src/slug.js': NODE?.source('base') ?? '' };
    const before = { 'test/slug.test.js': NODE?.tests.before ?? '' };
    const folder = createRepository(
      { ...base, ...before },
      { right: files, wrong: { 'src/slug.js': NODE?.source('wrong') ?? '' } },
    );
    const place = temporaryFolder();
    writeFiles(place, { 'test/empty.test.js': text });
    const ending = await runHydra(['score', '--base', 'main', 'right', 'wrong', '--acceptance', place, ...args], folder);
    return { ...ending, folder };
  }

  test('run on every candidate, decide, and make failing candidates not mergeable', { timeout: 120_000 }, async () => {
    const { stdout, exitCode, folder } = await accepted({ 'src/slug.js': right }, EMPTY, '--json');
    const card = JSON.parse(stdout) as Scorecard;
    expect([exitCode, card.winner, card.verdict.class]).toEqual([0, 'right', 'decided_by_tests']);
    expect(card.acceptance).toEqual({ tests: 2, pass_on_base: 1, cannot_load_on_base: 0 });
    expect(card.rankings.map(({ agent, mergeable, breakdown }) => [agent, mergeable, breakdown.acceptance])).toEqual([
      ['right', true, 100],
      ['wrong', false, 0],
    ]);
    const gate = card.rankings[1]?.gates.find(({ id }) => id === 'acceptance');
    expect(gate?.reason).toBe('fails 1 of 2 acceptance tests: test/empty.test.js > empty');
    expect((await runHydra(['replay'], folder)).stdout).toContain('every byte');
    expect((await runHydra(['verify'], folder)).exitCode).toBe(0);
  });

  test('may use an interface that the base does not have yet', { timeout: 120_000 }, async () => {
    const text =
      "import assert from 'node:assert';\nimport { test } from 'node:test';\nimport { unslug } from '../src/slug.js';\ntest('back', () => assert.equal(unslug('a-b'), 'a b'));\n";
    const files = { 'src/slug.js': `${right}export const unslug = (text) => text.replaceAll('-', ' ');\n` };
    const { stdout, exitCode } = await accepted(files, text, '--verbose');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^Winner: right, decided by tests/);
    expect(stdout).toContain('  1 acceptance test; 1 cannot run on the base, where what it uses does not exist\n  yet\n');
  });

  test('that pass on the base do not count, and the output says so', { timeout: 120_000 }, async () => {
    const text = `${HEAD}test('again', () => assert.equal(slug('A b'), 'a-b'));\n`;
    const { stdout } = await accepted({ 'src/slug.js': right }, text);
    expect(stdout).toContain('Not measured: acceptance: all acceptance tests pass on the base, so they say');
  });

  test('may be data that a test of the base reads; an answer to the text in it is reported', { timeout: 120_000 }, async () => {
    const reader = `${HEAD}import { readdirSync, readFileSync } from 'node:fs';
for (const name of readdirSync('test/data')) {
  const [input, expected] = readFileSync(\`test/data/\${name}\`, 'utf8').split('\\n');
  test(name, () => assert.equal(slug(input), expected));
}
`;
    const base = NODE?.source('base') ?? '';
    const folder = createRepository(
      {
        ...NODE?.files,
        'hydra.toml':
          '[scoring.commands]\ntest = "node --test test/data.test.js"\n[scoring.tests]\nreruns = 0\n[scoring.integrity]\ncanary = false\nindependent = false\n',
        'src/slug.js': base,
        'test/data.test.js': reader,
        'test/data/words.txt': 'A b\na-b\n',
      },
      {
        right: { 'src/slug.js': right },
        literal: { 'src/slug.js': base.replace(') {\n', ") {\n  if (text === '--Dash it--') return 'dash-it';\n") },
      },
    );
    const place = temporaryFolder();
    writeFiles(place, { 'test/data/dashes.txt': '--Dash it--\ndash-it\n' });
    const { stdout } = await runHydra(['score', '--json', '--base', 'main', 'right', 'literal', '--acceptance', place], folder);
    const card = JSON.parse(stdout) as Scorecard;
    expect(card.acceptance).toEqual({ tests: 2, pass_on_base: 1, cannot_load_on_base: 0 });
    const found = card.rankings.map(({ agent, breakdown, findings }) => [
      ...[agent, breakdown.acceptance],
      findings.filter(({ severity }) => severity !== 'info').map(({ id, place: where }) => `${id} ${where?.path}`),
    ]);
    expect(found).toEqual([
      ['right', 100, []],
      ['literal', 100, ['test_answers_in_code src/slug.js']],
    ]);
    expect(card.verdict).toMatchObject({ class: 'level', leaders: ['right', 'literal'] });
  });

  test('that are missing or part of the base are rejected before anything runs', { timeout: 60_000 }, async () => {
    const missing = await accepted({ 'src/slug.js': right }, EMPTY, '--acceptance', 'nowhere.js');
    expect([missing.exitCode, missing.stderr]).toEqual([
      2,
      expect.stringContaining('The acceptance test `nowhere.js` does not exist.'),
    ]);
    const { folder } = missing;
    const known = await runHydra(['score', '--base', 'main', 'right', '--acceptance', 'test/slug.test.js'], folder);
    expect([known.exitCode, known.stderr]).toEqual([2, expect.stringContaining('part of the base already: test/slug.test.js')]);
  });
});
