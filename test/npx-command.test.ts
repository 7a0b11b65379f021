// The package is called hydra-score, because the name `hydra` belongs to another package on npm. `npx` followed by
// the bare command name would download and run that other package on a machine without Hydra.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SKIPPED_FOLDERS = new Set(['.git', '.build', '.hydra', 'node_modules', 'dist', 'coverage', 'fixtures', 'golden']);
const TEXT_FILE = /\.(?:c?ts|tsx|m?js|json|md|ya?ml|sh|html|toml)$|^run$/;
// In two parts, so that this file does not match itself.
const WRONG_COMMAND = new RegExp(['npx', 'hydra(?![\\w-])'].join(' +'));

function textFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED_FOLDERS.has(entry.name) ? [] : textFiles(path);
    return entry.isFile() && TEXT_FILE.test(entry.name) ? [path] : [];
  });
}

test('no document, help text or source refers to the other package', () => {
  const wrong = textFiles('.').filter((path) => WRONG_COMMAND.test(readFileSync(join(ROOT, path), 'utf8')));
  expect(wrong).toEqual([]);
});

test('finds the wrong command and allows the right ones', () => {
  const matches = (text: string) => WRONG_COMMAND.test(text);
  const npx = 'npx ';
  expect([`${npx}hydra init`, `${npx} hydra`, `${npx}hydra-score init`, 'hydra init'].map(matches)).toEqual([
    ...[true, true, false, false],
  ]);
});
