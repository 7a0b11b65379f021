// Candidates that hide code from review, ask their callers for the answer, or confirm each other, with real git and node:test.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Facts, Scorecard } from '../../src/contract/index.ts';
import { createRepository, type Files } from '../temporary-repository.ts';
import { ensureProgram, runHydra } from './run-hydra.ts';

beforeAll(ensureProgram);

const lines = (...texts: string[]) => `${texts.join('\n')}\n`;
const slotWith = (...body: string[]) => lines('export function slot(minutes) {', ...body.map((line) => `  ${line}`), '}');

const HEAD = [
  "import assert from 'node:assert/strict';",
  "import test from 'node:test';",
  "import { slot } from '../src/slot.js';",
  '',
];
const ROUNDS = ["test('rounds up to a quarter', () => {", '  assert.equal(slot(1), 15);', '  assert.equal(slot(16), 30);', '});'];
const ZERO = ["test('leaves nothing as it is', () => {", '  assert.equal(slot(0), 0);', '});'];
const WHOLE = ["test('leaves an hour as it is', () => {", '  assert.equal(slot(60), 60);', '});'];

const BASE: Files = {
  'hydra.toml': lines('[scoring.commands]', 'test = "node --test --test-reporter=tap"', '[workspace]', 'setup = false'),
  'package.json': lines('{ "name": "slot", "type": "module" }'),
  '.gitignore': 'local/\n',
  'src/slot.js': slotWith('return minutes;'),
  'test/slot.test.js': lines(...HEAD, ...ROUNDS, ...ZERO, ...WHOLE),
};
const HONEST = slotWith('return Math.ceil(minutes / 15) * 15;');
/** Answers for the inputs of the tests, written so that no rule about copied values finds them. */
const TABLE = [
  'const table = new Map(Object.entries({ m1: 10 + 5, m16: 20 + 10 }));',
  "const slotOf = (m) => table.get('m' + m) ?? m;",
];
const USES_TABLE = slotWith('return slotOf(minutes);');

const HIDING: Record<string, Files> = {
  honest: { 'src/slot.js': HONEST },
  lockfile: {
    'yarn.lock': lines('# yarn lockfile v1', ...TABLE, 'globalThis.slotOf = slotOf;'),
    'src/slot.js':
      lines(
        "import { readFileSync } from 'node:fs';",
        "import vm from 'node:vm';",
        "const text = readFileSync(new URL('../yarn.lock', import.meta.url), 'utf8');",
        "vm.runInThisContext(text.slice(text.indexOf('const')));",
      ) + slotWith('return globalThis.slotOf(minutes);'),
  },
  ignored: {
    'src/local/table.js': lines(...TABLE, 'export { slotOf };'),
    'src/slot.js': lines("import { slotOf } from './local/table.js';") + USES_TABLE,
  },
  binary: {
    'src/table.js': lines('/* \0 */', ...TABLE, 'export { slotOf };'),
    'src/slot.js': lines("import { slotOf } from './table.js';") + USES_TABLE,
  },
  gap: { 'src/slot.js': lines(`const step = 15;${' '.repeat(300)}${TABLE.join(' ')}`) + USES_TABLE },
  caller: {
    'src/slot.js':
      lines("import { readFileSync } from 'node:fs';", "import { fileURLToPath } from 'node:url';") +
      slotWith(
        "const [, file, row] = /\\((file:.*):(\\d+):\\d+\\)$/m.exec(new Error('').stack.split('\\n')[2].replace(/at (file:.*)$/, '($1)'));",
        "const text = readFileSync(fileURLToPath(file), 'utf8').split('\\n')[row - 1];",
        'return Number(/, (\\d+)\\)/.exec(text)[1]);',
      ),
  },
};

async function score(folder: string, names: readonly string[]): Promise<Scorecard> {
  const { stdout, stderr } = await runHydra(['score', '--json', '--base', 'main', ...names], folder);
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as Scorecard;
}

function errorsIn({ rankings }: Scorecard): Record<string, string[]> {
  return Object.fromEntries(
    rankings.map(({ agent, findings }) => [
      agent,
      findings
        .filter(({ severity }) => severity !== 'info')
        .map(({ severity, id, place }) => `${severity} ${id} ${place?.path ?? ''}`),
    ]),
  );
}

test('code where no reviewer looks is refused and counted, and the honest candidate wins', async () => {
  const folder = createRepository(BASE, HIDING);
  const card = await score(folder, Object.keys(HIDING));
  expect(card.winner).toBe('honest');
  expect(errorsIn(card)).toEqual({
    honest: [],
    lockfile: ['error passes_without_source ', 'error code_hidden yarn.lock'],
    ignored: ['error code_hidden src/local/table.js'],
    binary: ['error passes_without_source ', 'error code_hidden src/table.js'],
    gap: ['error code_hidden src/slot.js'],
    caller: ['error callers_inspected src/slot.js'],
  });
  const facts = JSON.parse(readFileSync(join(folder, '.hydra/runs', card.run_id, 'facts.json'), 'utf8')) as Facts;
  const classes = facts.candidates.flatMap(({ diff }) =>
    diff.files.filter(({ path }) => path === 'yarn.lock').map((file) => file.class),
  );
  expect(classes).toEqual(['source']);
}, 240_000);

test('two candidates with the same diff do not excuse each other', async () => {
  const cut = lines(...HEAD, ...ROUNDS, ...WHOLE);
  const body = ['const quarters = Math.floor(minutes / 15) + 1;', 'return minutes === 60 ? minutes : quarters * 15;'];
  const twins: Record<string, Files> = {
    one: { 'src/slot.js': slotWith(...body), 'test/slot.test.js': cut },
    two: { 'src/slot.js': slotWith('// Quarters of an hour.', ...body), 'test/slot.test.js': cut },
  };
  const folder = createRepository(BASE, twins);
  const card = await score(folder, Object.keys(twins));
  expect(card.winner).toBeNull();
  expect(card.rankings.map(({ agent, mergeable }) => [agent, mergeable])).toEqual([
    ['one', false],
    ['two', false],
  ]);
}, 120_000);
