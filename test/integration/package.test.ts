// The packed and unpacked npm package, without the packages that Hydra is developed with.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { toolPath } from '../../scripts/project.mjs';
import { ENGINE_VERSION, SCORING_VERSION } from '../../src/contract/index.ts';
import { temporaryFolder } from '../temporary-repository.ts';
import { ensureProgram, PROJECT, runProgram } from './run-hydra.ts';

interface Packed {
  filename: string;
  unpackedSize: number;
  files: { path: string }[];
}

let folder: string;
let installed: string;
let packed: Packed;

beforeAll(async () => {
  await ensureProgram();
  folder = temporaryFolder();
  installed = join(folder, 'node_modules/hydra-score');
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  [packed] = JSON.parse(execFileSync('npm', args, { cwd: PROJECT, encoding: 'utf8' })) as [Packed];
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, packed.filename), '-C', installed, '--strip-components=1']);
}, 120_000);

test('has at most 4,400,000 bytes', () => {
  expect(packed.unpackedSize).toBeLessThanOrEqual(4_400_000);
});

test('contains the bundle, the page, the hooks of test runners and the declarations, and no other module', () => {
  const kinds = packed.files.map(({ path }) =>
    path
      .replace(/^(dist\/(?:contract|scoring))\/.*(\.d\.ts)$/, '$1/*$2')
      .replace(/^(dist\/tools\/runners)\/[\w-]+\/(hooks)\/.*(?<!\.d\.[cm]?ts)$/, '$1/*/$2')
      .replace(/^(dist\/cli|docs\/schema|dist\/web\/assets)\/[\w.-]+(\.\w+)$/, '$1/*$2'),
  );
  expect([...new Set(kinds)].sort()).toEqual([
    ...['CHANGELOG.md', 'LICENSE', 'README.md', 'dist/cli/*.js', 'dist/contract/*.d.ts', 'dist/scoring/*.d.ts'],
    ...['dist/third-party-licenses.txt', 'dist/tools/runners/*/hooks', 'dist/web/assets/*.css', 'dist/web/assets/*.js'],
    ...['dist/web/index.html', 'dist/web/report.html.br', 'dist/web/third-party-licenses.txt', 'docs/README.md'],
    ...['docs/schema/*.json', 'package.json'],
  ]);
});

test('contains every file that is loaded into test runners', () => {
  const runners = 'dist/tools/runners';
  const hooks = readdirSync(join(PROJECT, runners), { recursive: true, encoding: 'utf8' })
    .map((path) => `${runners}/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\/hooks\/.*\.(?:cjs|mjs|ini|php|rb)$/.test(path));
  expect(packed.files.map(({ path }) => path).filter((path) => path.startsWith(runners))).toEqual(hooks.sort());
  expect(hooks.length).toBeGreaterThan(0);
});

test('installs `hydra` and, for npx, `hydra-score`: the same program', async () => {
  const { bin } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as { bin: Record<string, string> };
  expect(bin).toEqual({ hydra: 'dist/cli/main.js', 'hydra-score': 'dist/cli/main.js' });
  const programs = temporaryFolder();
  for (const [name, file] of Object.entries(bin)) {
    symlinkSync(join(installed, file), join(programs, name));
    expect(await runProgram(join(programs, name), ['--version'], programs)).toEqual({
      ...{ stdout: `${ENGINE_VERSION}\n`, stderr: '', exitCode: 0 },
    });
  }
});

test('`hydra-score/scoring` scores, and `hydra-score` has the stored formats', async () => {
  const program = `
    import { scoreFacts, DIMENSIONS } from 'hydra-score/scoring';
    import { DEFAULT_POLICY, DIMENSION_IDS, parseStored } from 'hydra-score';
    const unmeasured = { state: 'not_configured' };
    const sandbox = { kind: 'none', reason: null, needs_network: [] };
    const baseline = { build: unmeasured, tests: unmeasured, lint: unmeasured, security: unmeasured };
    const facts = parseStored('facts', JSON.stringify({ schema_version: 1, run_id: 'r', baseline, sandbox, candidates: [] }), 'facts.json');
    const { engine_version, scoring_version, winner } = scoreFacts(facts, DEFAULT_POLICY);
    console.log(JSON.stringify({ engine_version, scoring_version, winner, complete: DIMENSION_IDS.every((id) => id in DIMENSIONS) }));
  `;
  const { stdout, stderr, exitCode } = await runProgram(process.execPath, ['--input-type=module', '--eval', program], folder);
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  const versions = { engine_version: ENGINE_VERSION, scoring_version: SCORING_VERSION };
  expect(JSON.parse(stdout)).toEqual({ ...versions, winner: null, complete: true });
});

test('has complete declarations of what it exports, which need only zod', async () => {
  symlinkSync(join(PROJECT, 'node_modules/zod'), join(folder, 'node_modules/zod'));
  const consumer = `import { DEFAULT_POLICY, type Facts, parseStored, type Scorecard } from 'hydra-score';
    import { scoreFacts } from 'hydra-score/scoring';
    const facts: Facts = parseStored('facts', '', 'facts.json');
    export const scorecard: Scorecard = scoreFacts(facts, DEFAULT_POLICY);
    // @ts-expect-error The names of candidates are strings.
    export const name: number = facts.candidates[0]!.name;\n`;
  writeFileSync(join(folder, 'consumer.mts'), consumer);
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023,dom', '--types', ''];
  const args = [toolPath('typescript', 'tsc'), ...options, 'consumer.mts'];
  expect(await runProgram(process.execPath, args, folder)).toEqual({ stdout: '', stderr: '', exitCode: 0 });
});
