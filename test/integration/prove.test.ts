// `hydra doctor --prove` with real runners: mutations of executed lines are caught, or listed if not.
import { beforeAll, expect, test } from 'vitest';
import { createRepository, type Files, stateOf } from '../temporary-repository.ts';
import { ensureProgram, runHydra } from './run-hydra.ts';

beforeAll(ensureProgram, 120_000);

const CONFIG = '[scoring.commands]\ntest = "node --test"\n';
const SOURCE = `export function limit(value, most) {
  if (value > most) return most;
  return value;
}

export function never(a, b) {
  return a + b;
}
`;

function testsOf(...assertions: string[]): string {
  const head = "import assert from 'node:assert';\nimport { test } from 'node:test';\nimport { limit } from '../src/limit.js';\n";
  return `${head}test('limits', () => {\n${assertions.map((line) => `  ${line}\n`).join('')}});\n`;
}

async function prove(files: Files): Promise<{ exitCode: number; lines: string[]; isUntouched: boolean }> {
  const folder = createRepository({ 'package.json': '{ "type": "module" }', 'hydra.toml': CONFIG, ...files });
  const before = stateOf(folder);
  const { stdout, exitCode } = await runHydra(['doctor', '--prove'], folder);
  const from = stdout.split('\n').findIndex((line) => /base compared with itself|proof/.test(line));
  const lines = stdout
    .split('\n')
    .slice(from, -1)
    .map((line) => line.replace(/\(\d+\.\d s\)/, '(TIME)'));
  return { exitCode, lines, isUntouched: stateOf(folder) === before };
}

test('counts only mutations of executed lines, and does not change the repository', { timeout: 120_000 }, async () => {
  const strong = testsOf('assert.equal(limit(1, 2), 1);', 'assert.equal(limit(3, 2), 2);');
  expect(await prove({ 'src/limit.js': SOURCE, 'test/limit.test.js': strong })).toEqual({
    exitCode: 0,
    isUntouched: true,
    lines: [
      'ok    base compared with itself: level, as expected',
      'ok    empty diff: refused, as expected',
      'ok    mutations: the checks catch 1 of 1 small mutations of lines that tests execute (TIME)',
    ],
  });
});

test('lists mutations that are not caught, and fails if none is', { timeout: 120_000 }, async () => {
  const weak = testsOf('assert.equal(typeof limit(1, 2), "number");');
  const { exitCode, lines } = await prove({ 'src/limit.js': SOURCE, 'test/limit.test.js': weak });
  expect(exitCode).toBe(2);
  expect(lines.slice(2)).toEqual([
    'FAULT mutations: the checks catch 0 of 1 small mutations of lines that tests execute (TIME)',
    '      next: Not caught: src/limit.js:2: `if (value > most) return most;` became `if (value <= most) return most;`.',
  ]);
});

test('reports why nothing can be proven', { timeout: 120_000 }, async () => {
  const { exitCode, lines } = await prove({
    'src/limit.js': SOURCE,
    'hydra.toml': '[scoring.commands]\ntest = "no-such-runner"\n',
  });
  expect([exitCode, lines[0]]).toEqual([2, expect.stringMatching(/^FAULT /)]);
});
