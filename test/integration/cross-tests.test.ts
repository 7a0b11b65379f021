// Tests that one candidate adds, run on the others, with a runner of each kind: one that selects files, packages and classes.
// What decides whether such a test counts is in test/scripted/cross-tests.test.ts.
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CrossTestRow, Scorecard } from '../../src/contract/index.ts';
import { createRepository, type Files, temporaryFolder, writeFiles } from '../temporary-repository.ts';
import { warmGoCache } from './installed-runners.ts';
import { ensureProgram, PROJECT, runHydra } from './run-hydra.ts';
import { SLUG_PROJECTS, type SlugProject } from './slug-projects.ts';

beforeAll(ensureProgram, 120_000);
beforeAll(warmGoCache, 240_000);

function repositoryOf({ test: command, build, files, path, source, tests, packages = false }: SlugProject): string {
  const commands = Object.entries({ test: command, ...(build === undefined ? {} : { build }) });
  const config = `[scoring.tests]\nreruns = 0\n[scoring.integrity]\ncanary = false\nindependent = false\n[scoring.commands]\n${commands.map(([check, text]) => `${check} = ${JSON.stringify(text)}\n`).join('')}`;
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

/** test/integration/selection.test.ts and runners.test.ts run the other runners. */
const REAL_PROJECTS = SLUG_PROJECTS.filter(({ name }) => /^(?:node:test|go test|Maven)/.test(name));

describe('the tests of one candidate separate correct from wrong solutions', () => {
  for (const project of REAL_PROJECTS) {
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

const HEAD = "import assert from 'node:assert';\nimport { test } from 'node:test';\nimport { slug } from '../src/slug.js';\n";

test('a test that breaks the checkout affects only its own run', async () => {
  const breaks = `${HEAD}import { rmSync, writeFileSync } from 'node:fs';\ntest('breaks', () => { assert.equal(slug(''), 'n-a'); writeFileSync('src/slug.js', 'broken('); rmSync('test', { recursive: true }); });\n`;
  const config = '[scoring.commands]\ntest = "node --test"\n[scoring.tests]\nreruns = 0\n[scoring.integrity]\n';
  const base = {
    ...NODE?.files,
    'hydra.toml': `${config}canary = false\nindependent = false\n`,
    'src/slug.js': NODE?.source('base') ?? '',
    'test/slug.test.js': NODE?.tests.before ?? '',
  };
  const branches = {
    honest: { 'src/slug.js': right, 'test/empty.test.js': `${HEAD}test('empty', () => assert.equal(slug(''), 'n-a'));\n` },
    attacker: { 'src/slug.js': `${right}\n`, 'test/breaks.test.js': breaks },
  };
  const card = await score(createRepository(base, branches), ...Object.keys(branches));
  expect(outcomesOf(card.cross_tests, 'empty')).toEqual({ honest: 'pass', attacker: 'pass' });
  expect(outcomesOf(card.cross_tests, 'breaks')).toEqual({ honest: 'pass', attacker: 'pass' });
  expect(card.rankings.map(({ agent, mergeable }) => [agent, mergeable])).toContainEqual(['honest', true]);
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

  test('run on every candidate, decide, and make failing candidates not mergeable', async () => {
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
