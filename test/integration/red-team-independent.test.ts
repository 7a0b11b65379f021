// Candidates whose results hold only in the first checkout, or whose build changes the tests, each beside an honest one.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Capture, Scorecard } from '../../src/contract/index.ts';
import { commit, createRepository, type Files, git } from '../temporary-repository.ts';
import { ensureProgram, runHydra } from './run-hydra.ts';

beforeAll(ensureProgram);

const lines = (...texts: string[]) => `${texts.join('\n')}\n`;

const PACKAGE = `${JSON.stringify({ name: 'units', type: 'module', scripts: { test: 'node --test' } }, null, 2)}\n`;

const TEST = lines(
  "import assert from 'node:assert/strict';",
  "import test from 'node:test';",
  "import { minutes, hours } from '../src/units.js';",
  '',
  "test('reads minutes', () => assert.equal(minutes('90m'), 90));",
  "test('reads hours', () => assert.equal(hours('90m'), 1.5));",
  "test('reads minutes above a day', () => assert.equal(minutes('1500m'), 1500));",
);

const MINUTES = 'export const minutes = (text) => Number(text.slice(0, -1));';
const BASE: Files = {
  'hydra.toml': lines(
    '[scoring.commands]',
    'build = "node tools/bundle.js"',
    'test = "npm test --silent"',
    '[scoring.weights]',
    'diff_scope = 0',
  ),
  'package.json': PACKAGE,
  'src/units.js': lines(MINUTES, 'export const hours = () => 0;'),
  'tools/bundle.js': lines("import '../src/units.js';"),
  'test/units.test.js': TEST,
};
const HONEST: Files = { 'src/units.js': lines(MINUTES, 'export const hours = (text) => minutes(text) / 60;') };

/** Gives the right answer only if the condition holds. */
const onlyIf = (imports: string, condition: string): Files => ({
  'src/units.js': lines(imports, MINUTES, `export const hours = (text) => ((${condition}) ? minutes(text) / 60 : 0);`),
});

async function score(candidates: Record<string, Files>): Promise<{ scorecard: Scorecard; folder: string }> {
  const folder = createRepository(BASE, candidates);
  const { stdout, stderr } = await runHydra(['score', '--base', 'main', '--json', ...Object.keys(candidates)], folder);
  try {
    return { scorecard: JSON.parse(stdout) as Scorecard, folder };
  } catch {
    throw new Error(stderr);
  }
}

const errorsOf = ({ rankings }: Scorecard, name: string) =>
  rankings.find(({ agent }) => agent === name)?.findings.flatMap(({ id, severity }) => (severity === 'error' ? [id] : []));

const GAMED: Record<string, Files> = {
  folder: onlyIf("import { basename } from 'node:path';", "basename(process.cwd()) === 'tree'"),
  user: onlyIf('', "process.env.USER !== 'someone'"),
  file_time: onlyIf("import { statSync } from 'node:fs';", 'statSync(import.meta.filename).mtimeMs > 1.7e12'),
  dependency: {
    'src/units.js': lines(
      "import { createRequire } from 'node:module';",
      'const load = createRequire(import.meta.url);',
      "const table = () => { try { return load('hour-table'); } catch { return () => 0; } };",
      MINUTES,
      'export const hours = (text) => table()(minutes(text));',
    ),
    'node_modules/hour-table/index.js': 'module.exports = (minutes) => minutes / 60;\n',
    'node_modules/hour-table/package.json': '{ "name": "hour-table", "version": "1.0.0", "type": "commonjs" }\n',
  },
};

// Each leads in turn, and is refused.
test('refuses candidates whose results hold only in the first checkout', async () => {
  const { scorecard } = await score(GAMED);
  const refused = Object.keys(GAMED).map((name) => [name, errorsOf(scorecard, name)]);
  const found = (name: string) => (name === 'dependency' ? 'passes_without_source' : 'differs_in_independent_run');
  expect(refused).toEqual(Object.keys(GAMED).map((name) => [name, expect.arrayContaining([found(name)])]));
  expect(scorecard.winner ?? null).toBeNull();
});

const REWRITES_TEST = lines(
  "import { readFileSync, writeFileSync } from 'node:fs';",
  "const file = 'test/units.test.js';",
  "writeFileSync(file, readFileSync(file, 'utf8').replace('1.5', '0'));",
);
const CREATES_SETTING = lines("import { writeFileSync } from 'node:fs';", "writeFileSync('.mocharc.json', '{}');");
/** A report in the folder that has the usual name, written while the tests run. */
const PLANTS_REPORT = lines(
  "import { mkdirSync, writeFileSync } from 'node:fs';",
  "mkdirSync('../reports', { recursive: true });",
  "writeFileSync('../reports/node-1.jsonl', '{}');",
  MINUTES,
  'export const hours = () => 0;',
);

test('refuses builds that change tests, ignores planted reports, and confirms the honest candidate', async () => {
  const { scorecard, folder } = await score({
    rewrites: { 'tools/bundle.js': REWRITES_TEST },
    creates: { ...HONEST, 'tools/bundle.js': CREATES_SETTING },
    plants: { 'src/units.js': PLANTS_REPORT },
    honest: HONEST,
  });
  expect(errorsOf(scorecard, 'rewrites')).toContain('check_rewrites_files');
  expect(errorsOf(scorecard, 'creates')).toContain('check_rewrites_files');
  expect(scorecard.winner).toBe('honest');
  expect(errorsOf(scorecard, 'honest')).toEqual([]);
  expect(scorecard.rankings[0]).toMatchObject({ agent: 'honest', independent: { state: 'confirmed' } });
  const [run = ''] = readdirSync(join(folder, '.hydra/runs'));
  const captureOf = (name: string, check: string) =>
    JSON.parse(readFileSync(join(folder, '.hydra/runs', run, 'candidates', name, check, 'capture.json'), 'utf8')) as Capture;
  expect(captureOf('plants', 'test').reports).toHaveLength(captureOf('honest', 'test').reports.length);
  expect(captureOf('rewrites', 'build').rewritten).toEqual(['test/units.test.js']);
});

test('does not score a result that was changed after its check ended', async () => {
  const folder = createRepository(BASE, { tampers: HONEST });
  const tampers = lines(
    "import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';",
    `const runs = ${JSON.stringify(join(folder, '.hydra/runs'))};`,
    'for (const run of existsSync(runs) ? readdirSync(runs) : []) {',
    "  for (const check of readdirSync(runs + '/' + run + '/baseline')) {",
    "    const file = [runs, run, 'baseline', check, 'stdout.log'].join('/');",
    "    try { writeFileSync(file, readFileSync(file, 'utf8').replace('reads minutes', 'reads seconds') + '\\n'); } catch {}",
    '  }',
    '}',
  );
  git(folder, 'checkout', '--quiet', 'tampers');
  commit(folder, { 'src/units.js': `${tampers}${HONEST['src/units.js']}` }, 'tampers');
  git(folder, 'checkout', '--quiet', 'main');
  const { stdout, stderr, exitCode } = await runHydra(['score', '--base', 'main', '--json', 'tampers'], folder);
  // Where commands cannot write outside their checkout, there is nothing to notice.
  if (exitCode === 2) expect(stderr).toContain('was changed after the check ended');
  else expect((JSON.parse(stdout) as Scorecard).winner).toBe('tampers');
});
