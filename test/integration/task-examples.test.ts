// Examples in the text of a task, and calls that no test makes, with real runners of JavaScript.
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Scorecard } from '../../src/contract/index.ts';
import { createRepository, type Files } from '../temporary-repository.ts';
import { starts } from './installed-runners.ts';
import { ensureProgram, PROJECT, runHydra } from './run-hydra.ts';

beforeAll(ensureProgram, 120_000);

const hasSandbox = starts('bwrap', '--ro-bind', '/', '/', 'true');
const TRIMMED = "text.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '')";
const BODIES = {
  base: "return text.toLowerCase().replace(/[^a-z0-9]+/g, '-');",
  right: `return ${TRIMMED} || 'n-a';`,
  same: `const plain = ${TRIMMED};\n  return plain === '' ? 'n-a' : plain;`,
  other:
    "const words = text.normalize('NFD').toLowerCase().match(/[a-z0-9]+/g);\n  return words === null ? 'n-a' : words.join('-');",
  wrong: "return text.toLowerCase().replace(/[^a-z0-9]+/g, '-') || 'none';",
};
type Body = keyof typeof BODIES;

interface ScriptProject {
  name: string;
  test: string;
  files: Files;
  path: string;
  source(body: string): string;
  /** The file of the examples, and how it imports the function. */
  written: string;
  language: string;
}

const TEST_CASE = "test('words', () => { expect(slug('A b')).toBe('a-b'); });\n";

const PROJECTS: ScriptProject[] = [
  {
    name: 'node:test, ES modules',
    test: 'node --test',
    files: {
      'package.json': '{ "name": "slugs", "type": "module", "exports": "./src/index.js" }',
      'src/index.js': "export { slug } from './slug.js';\n",
      'test/words.test.js':
        "import assert from 'node:assert';\nimport { test } from 'node:test';\nimport { slug } from '../src/index.js';\ntest('words', () => assert.equal(slug('A b'), 'a-b'));\n",
    },
    path: 'src/slug.js',
    source: (body) => `export function slug(text) {\n  ${body}\n}\n`,
    written: 'test/task_examples.test.js',
    language: 'js',
  },
  {
    name: 'Vitest, TypeScript',
    test: 'npm test',
    files: {
      'package.json': '{ "name": "slugs", "type": "module", "scripts": { "test": "vitest run" } }',
      'src/slug.spec.ts': `import { expect, test } from 'vitest';\nimport { slug } from './slug.js';\n${TEST_CASE}`,
    },
    path: 'src/slug.ts',
    source: (body) => `export function slug(text: string): string {\n  ${body}\n}\n`,
    written: 'src/task_examples.spec.ts',
    language: 'ts',
  },
  {
    name: 'Jest, CommonJS',
    test: 'node_modules/.bin/jest --cacheDirectory .cache',
    files: {
      'package.json': '{ "name": "slugs", "main": "slug.js", "jest": { "transform": {} } }',
      '__tests__/words.js': `const slug = require('../slug');\n${TEST_CASE}`,
    },
    path: 'slug.js',
    source: (body) => `module.exports = function (text) {\n  ${body}\n};\n`,
    written: '__tests__/task_examples.js',
    language: 'js',
  },
];

const text = (language: string) => `# Slugs of texts without letters

The slug of a text without letters is not useful:

\`\`\`${language}
slug('') // got '', expected 'n-a'
\`\`\`

Also, \`slug('-a-')\` returns \`'-a-'\` instead of \`'a'\`.
`;

/** The last candidate is the first on the command line, so that the order decides nothing. */
async function scoreTask(project: ScriptProject, bodies: readonly Body[]): Promise<{ card: Scorecard; explained: string }> {
  const { test: command, files, path, source, language } = project;
  const config = `[scoring.tests]\nreruns = 0\n[scoring.integrity]\ncanary = false\nindependent = false\n[scoring.commands]\ntest = ${JSON.stringify(command)}\n[workspace]\nlink = ["node_modules"]\n`;
  const base = { ...files, 'hydra.toml': config, '.gitignore': 'node_modules\n.cache\nissue.md\n', [path]: source(BODIES.base) };
  const branches = Object.fromEntries(bodies.map((body) => [body, { [path]: source(BODIES[body]) }]));
  const folder = createRepository(base, branches);
  symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'issue.md'), text(language));
  const order = [...bodies].reverse();
  const { stdout, stderr } = await runHydra(['score', '--json', '--base', 'main', '--task', 'issue.md', ...order], folder);
  if (stdout === '') throw new Error(stderr);
  const replayed = await runHydra(['replay'], folder);
  expect([replayed.exitCode, replayed.stdout]).toEqual([0, expect.stringContaining('every byte')]);
  const explained = await runHydra(['explain', '--task'], folder);
  return { card: JSON.parse(stdout) as Scorecard, explained: explained.stdout };
}

describe('the examples of the text decide between a right and a wrong candidate', () => {
  for (const project of PROJECTS) {
    test(project.name, { timeout: 240_000 }, async () => {
      const { card, explained } = await scoreTask(project, ['right', 'wrong']);
      expect([card.winner, card.verdict.class]).toEqual(['right', 'decided_by_tests']);
      expect(card.verdict.reason).toContain('passes 2 of 2 examples of the task');
      expect(card.cross_tests?.map(({ id, kind, standing, outcomes }) => [id, kind, standing, outcomes])).toEqual([
        [`${project.written} > example 1, line 6: slug('') gives 'n-a'`, 'task', 'scored', { right: 'pass', wrong: 'fail' }],
        [`${project.written} > example 2, line 9: slug('-a-') gives 'a'`, 'task', 'scored', { right: 'pass', wrong: 'fail' }],
      ]);
      expect(explained).toBe(
        "1. slug('') gives 'n-a' (line 6)\n   base fails; passes: right; fails: wrong\n2. slug('-a-') gives 'a' (line 9)\n   base fails; passes: right; fails: wrong\n",
      );
    });
  }
});

describe('answers order candidates that no test separates, and name the input', () => {
  for (const project of PROJECTS) {
    const name = hasSandbox ? project.name : `${project.name}: bubblewrap is not installed`;
    test.skipIf(!hasSandbox)(name, { timeout: 240_000 }, async () => {
      const likely = await scoreTask(project, ['right', 'same', 'other']);
      expect([likely.card.winner ?? null, likely.card.verdict]).toEqual([
        null,
        expect.objectContaining({ class: 'likely', leaders: ['right', 'same'] }),
      ]);
      const [question] = likely.card.questions ?? [];
      expect(question).toMatchObject({
        ...{ call: "slug('é')", base: '"-"' },
        answers: [
          { answer: '"n-a"', candidates: ['right', 'same'] },
          { answer: '"e"', candidates: ['other'] },
        ],
      });
    });
  }
  test.skipIf(!hasSandbox)('two solutions with different answers are level', { timeout: 240_000 }, async () => {
    const [project] = PROJECTS;
    if (project === undefined) throw new Error('there is no project');
    const { card } = await scoreTask(project, ['right', 'other']);
    expect([card.winner ?? null, card.verdict.class]).toEqual([null, 'level']);
    expect(card.questions?.[0]?.call).toBe("slug('é')");
  });
});
