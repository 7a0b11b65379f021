// Tests that one candidate adds, run on the others: which executions follow, who has a vote, and what that decides.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Scorecard } from '../../src/contract/index.ts';
import { ensureProgram, runHydra } from '../integration/run-hydra.ts';
import { SLUG_PROJECTS } from '../integration/slug-projects.ts';
import { createRepository, type Files, temporaryFolder, writeFiles } from '../temporary-repository.ts';
import { nodeTest } from './node-test.ts';
import { type Scored, scoreScripted } from './score.ts';

beforeAll(ensureProgram, 120_000);

/** Tests can see the command that runs them. */
const SCRIPT = nodeTest(({ command }) => ({ command }));

const [NODE] = SLUG_PROJECTS;
const right = NODE?.source('right') ?? '';

/** Candidates in the project of node:test. */
async function scoreNode(branches: Readonly<Record<string, Files>>, canary = false): Promise<Scorecard> {
  return (await scoreNodeIn(branches, canary)).card;
}

async function scoreNodeIn(branches: Readonly<Record<string, Files>>, canary = false): Promise<Scored & { folder: string }> {
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
  return { ...(await scoreScripted(folder, SCRIPT, Object.keys(branches))), folder };
}

const HEAD = "import assert from 'node:assert';\nimport { test } from 'node:test';\nimport { slug } from '../src/slug.js';\n";

describe('attacks', () => {
  test('thirty tests that only their author passes change no score', async () => {
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

  test('a test that detects the tree of its author has no vote', async () => {
    const spy = `${HEAD}import { existsSync } from 'node:fs';\ntest('spies', () => assert.ok(existsSync('mine.txt')));\n`;
    const card = await scoreNode({
      honest: { 'src/slug.js': right },
      attacker: { 'src/slug.js': `${right}\n`, 'mine.txt': 'x\n', 'test/spy.test.js': spy },
    });
    expect(card.cross_tests?.map(({ id, standing }) => [id, standing])).toEqual([['test/spy.test.js > spies', 'uncorroborated']]);
    expect(card.verdict.class).toBe('level');
  });

  test('a test that passes only on its own has no vote', async () => {
    const alone = `${HEAD}test('alone', () => {\n  assert.equal(slug(''), 'n-a');\n  assert.ok(command.includes('alone.test.js'));\n});\n`;
    const attacker = { 'src/slug.js': `${right}\n`, 'test/alone.test.js': alone };
    // Without an independent run, the whole suite of the leader runs in its own tree, with the canary.
    const card = await scoreNode({ honest: { 'src/slug.js': right }, attacker }, true);
    expect(card.cross_tests ?? []).toEqual([]);
  });

  test('two candidates with equal diffs are one author and do not corroborate each other', async () => {
    const mine = {
      'src/slug.js': right.replace("'n-a'", "'mine'"),
      'test/mine.test.js': `${HEAD}test('mine', () => assert.equal(slug(''), 'mine'));\n`,
    };
    const card = await scoreNode({ honest: { 'src/slug.js': right }, one: mine, two: mine });
    expect(card.cross_tests?.map(({ author, standing }) => [author, standing])).toEqual([['one', 'uncorroborated']]);
  });

  test('a test that every change of a file passes has no vote, and costs one run for all authors', async () => {
    const reads = (path: string, text: string) =>
      `${HEAD}import { readFileSync } from 'node:fs';\ntest('reads ${path}', () => assert.notEqual(readFileSync('${path}', 'utf8'), ${JSON.stringify(text)}));\n`;
    const base = NODE?.source('base') ?? '';
    const empty = `${HEAD}test('empty', () => assert.equal(slug(''), 'n-a'));\n`;
    const branches = {
      idle: { 'src/slug.js': `${base}export const VERSION = 2;\n`, 'test/text.test.js': reads('src/slug.js', base) },
      fix: { 'src/slug.js': right, 'test/empty.test.js': empty },
      other: { 'src/slug.js': `${right}\n` },
    };
    const { card, captures, folder } = await scoreNodeIn(branches);
    expect(card.cross_tests?.map(({ id, base: before, standing }) => [id, before, standing])).toEqual([
      ['test/empty.test.js > empty', 'fail', 'scored'],
      ['test/text.test.js > reads src/slug.js', 'pass', 'passes_on_base'],
    ]);
    expect(card.verdict).toMatchObject({ class: 'level', leaders: ['fix', 'other'] });
    expect(captures('baseline').filter((name) => name.includes('commented'))).toEqual(['commented']);
    const replayed = await runHydra(['replay'], folder);
    expect([replayed.exitCode, replayed.stdout]).toEqual([0, expect.stringContaining('every byte')]);
  });

  test('a test that passes on the base has no vote', async () => {
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

test('two candidates are level if each has a test that the other fails', async () => {
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
  async function accepted(files: Files, text: string) {
    const config = '[scoring.commands]\ntest = "node --test"\n[scoring.tests]\nreruns = 0\n[scoring.integrity]\ncanary = false\n';
    const base = { ...NODE?.files, 'hydra.toml': config, 'src/slug.js': NODE?.source('base') ?? '' };
    const before = { 'test/slug.test.js': NODE?.tests.before ?? '' };
    const wrong = { 'src/slug.js': NODE?.source('wrong') ?? '' };
    return scoreAccepted(createRepository({ ...base, ...before }, { right: files, wrong }), ['right', 'wrong'], {
      'test/empty.test.js': text,
    });
  }

  async function scoreAccepted(folder: string, names: string[], files: Files) {
    const place = temporaryFolder();
    writeFiles(place, files);
    return { ...(await scoreScripted(folder, SCRIPT, names, { overrides: { acceptance: [place] } })), folder };
  }

  test('may use an interface that the base does not have yet', async () => {
    const text =
      "import assert from 'node:assert';\nimport { test } from 'node:test';\nimport { unslug } from '../src/slug.js';\ntest('back', () => assert.equal(unslug('a-b'), 'a b'));\n";
    const files = { 'src/slug.js': `${right}export const unslug = (text) => text.replaceAll('-', ' ');\n` };
    const { card, folder } = await accepted(files, text);
    expect([card.winner, card.verdict.class]).toEqual(['right', 'decided_by_tests']);
    const { stdout } = await runHydra(['show', '--verbose'], folder);
    expect(stdout).toMatch(/^Winner: right, decided by tests/);
    expect(stdout).toContain('  1 acceptance test; 1 cannot run on the base, where what it uses does not exist\n  yet\n');
  });

  test('that pass on the base do not count, and the output says so', async () => {
    const text = `${HEAD}test('again', () => assert.equal(slug('A b'), 'a-b'));\n`;
    const { folder } = await accepted({ 'src/slug.js': right }, text);
    const { stdout } = await runHydra(['show'], folder);
    expect(stdout).toContain('Not measured: acceptance: all acceptance tests pass on the base, so they say');
  });

  test('may be data that a test of the base reads; an answer to the text in it is reported', async () => {
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
    const { card } = await scoreAccepted(folder, ['right', 'literal'], { 'test/data/dashes.txt': '--Dash it--\ndash-it\n' });
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
});
