// What the README shows is what the program prints, and what it tells to write is accepted.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { resolvePolicy } from '../../src/config/index.ts';
import { ensureProgram, PROJECT, runHydra } from './run-hydra.ts';

const readme = readFileSync(join(PROJECT, 'README.md'), 'utf8');
const blocksOf = (language: string) =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(([, text]) => text);

beforeAll(ensureProgram);

test('the ranking is the one that `hydra demo` prints', async () => {
  const { stdout } = await runHydra(['demo'], PROJECT);
  expect(blocksOf('text')).toEqual([stdout]);
});

test('the first hydra.toml is valid', () => {
  const [fileText = null] = blocksOf('toml');
  const { policy } = resolvePolicy({ fileText, fileName: 'hydra.toml', overrides: {} });
  expect(policy.scoring.profile).toBe('js-node');
  expect(policy.scoring.weights).toMatchObject({ build: 30, tests: 50 });
  expect(policy.scoring.diff_scope.protected_paths).toEqual(['infra/', 'scripts/release/']);
});
