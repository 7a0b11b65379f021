// The built package: its commands as npm links them, its modules as another program imports them.
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { ENGINE_VERSION, SCORING_VERSION } from '../../src/contract/index.ts';
import { temporaryFolder } from '../temporary-repository.ts';
import { ensureProgram, PROJECT, runProgram } from './run-hydra.ts';

beforeAll(ensureProgram);

test('installs `hydra` and, for npx, `hydra-score`: the same program', async () => {
  const { bin } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as { bin: Record<string, string> };
  expect(bin).toEqual({ hydra: 'dist/cli/main.js', 'hydra-score': 'dist/cli/main.js' });
  const programs = temporaryFolder();
  for (const [name, file] of Object.entries(bin)) {
    symlinkSync(join(PROJECT, file), join(programs, name));
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
    const baseline = { build: unmeasured, tests: unmeasured, lint: unmeasured, security: unmeasured };
    const facts = parseStored('facts', JSON.stringify({ schema_version: 1, run_id: 'r', baseline, candidates: [] }), 'facts.json');
    const { engine_version, scoring_version, winner } = scoreFacts(facts, DEFAULT_POLICY);
    console.log(JSON.stringify({ engine_version, scoring_version, winner, complete: DIMENSION_IDS.every((id) => id in DIMENSIONS) }));
  `;
  const { stdout, stderr, exitCode } = await runProgram(process.execPath, ['--input-type=module', '--eval', program], PROJECT);
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  const versions = { engine_version: ENGINE_VERSION, scoring_version: SCORING_VERSION };
  expect(JSON.parse(stdout)).toEqual({ ...versions, winner: null, complete: true });
});
