// A real run with acceptance tests and with cross-tests whose names and messages contain HTML and hidden characters.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureProgram, runHydra } from '../integration/run-hydra.ts';
import { createRepository, writeFiles } from '../temporary-repository.ts';
import { ATTACK, BIDI, type Sample } from './sample-run.ts';

const CONFIG = `[scoring.commands]
test = "node --test"
[scoring.tests]
reruns = 0
[scoring.integrity]
canary = false
`;

const HEAD = "import assert from 'node:assert';\nimport { test } from 'node:test';\nimport { slug } from '../src/slug.js';\n";
const caseOf = (name: string, text: string, value: string, message: string) =>
  `test(${JSON.stringify(name)}, () => assert.equal(slug('${text}'), '${value}', ${JSON.stringify(message)}));\n`;
const slug = (empty: string, trims: boolean) =>
  `export function slug(text) {\n  const plain = text.toLowerCase().replace(/[^a-z]+/g, '-')${trims ? ".replace(/^-|-$/g, '')" : ''};\n  return plain === '' ? '${empty}' : plain;\n}\n`;

const BEFORE = HEAD + caseOf('words', 'A b', 'a-b', 'words');
const NEW_TESTS = [
  caseOf(`empty ${ATTACK}`, '', 'n-a', `wrong for empty: ${ATTACK} ${BIDI} ${'long'.repeat(30)}`),
  caseOf('dashes', '-a-', 'a', 'wrong dashes'),
  caseOf('one word', 'A', 'a', 'says nothing about the task'),
];

/** `fix.v2` adds the tests. `lazy` fails the acceptance test, so no cross-test runs on it. */
const CANDIDATES = {
  'fix.v2': { 'src/slug.js': slug('n-a', true), 'test/slug.test.js': BEFORE + NEW_TESTS.join('') },
  source: { 'src/slug.js': `${slug('n-a', true)}\n` },
  partial: { 'src/slug.js': slug('n-a', false) },
  wrong: { 'src/slug.js': slug('none', false) },
  lazy: { 'src/slug.js': `// not yet\nexport const unused = 1;\n${slug('', false)}` },
};

export async function makeTaskSample(): Promise<Sample> {
  await ensureProgram();
  const base = { 'package.json': '{ "type": "module" }', 'hydra.toml': CONFIG, 'src/slug.js': slug('', false) };
  const acceptance = `${HEAD}test('not empty', () => assert.notEqual(slug(''), ''));\ntest('old', () => assert.equal(slug('a'), 'a'));\n`;
  const folder = createRepository({ ...base, 'test/slug.test.js': BEFORE }, CANDIDATES);
  writeFiles(folder, { 'test/accept.test.js': acceptance });
  const names = Object.keys(CANDIDATES);
  const { stderr } = await runHydra(['score', ...names, '--base', 'main', '--acceptance', 'test/accept.test.js'], folder);
  const [run] = readdirSync(join(folder, '.hydra/runs'));
  if (run === undefined) throw new Error(stderr);
  return { folder, run };
}
