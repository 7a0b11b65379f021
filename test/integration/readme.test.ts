// The README shows real output, and its hydra.toml is valid.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { resolvePolicy } from '../../src/config/index.ts';
import { ensureProgram, PROJECT, runHydra } from './run-hydra.ts';

const readme = readFileSync(join(PROJECT, 'README.md'), 'utf8');
const blocksOf = (language: string) =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(([, text]) => text);

beforeAll(ensureProgram);

test('shows a part of the output of `hydra demo`', async () => {
  const { stdout } = await runHydra(['demo'], PROJECT);
  const [shown = ''] = blocksOf('text');
  expect(shown).toContain('Winner: ');
  expect(stdout).toContain(shown);
  rmSync(/ rm -r (\S+)$/m.exec(stdout)?.[1] ?? '', { recursive: true });
});

test('the first hydra.toml is valid', () => {
  const [fileText = null] = blocksOf('toml');
  const { policy } = resolvePolicy({ fileText, fileName: 'hydra.toml', overrides: {} });
  expect(policy.scoring.profile).toBe('js-node');
  expect(policy.scoring.weights).toMatchObject({ build: 30, tests: 50 });
  expect(policy.scoring.diff_scope.protected_paths).toEqual(['infra/', 'scripts/release/']);
});
