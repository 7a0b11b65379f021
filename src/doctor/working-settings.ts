// The settings in the working tree, for commands that inspect the repository without scoring it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolvePolicy } from '../config/index.ts';
import type { Policy } from '../contract/index.ts';
import type { Repository } from '../git/index.ts';
import { type DetectedSetup, detectSetup, isManifestAsked } from '../workspace/index.ts';

export const CONFIG_FILE = 'hydra.toml';

export function readWorkingSettings({ root }: Repository): Policy {
  const file = join(root, CONFIG_FILE);
  const fileText = existsSync(file) ? readFileSync(file, 'utf8') : null;
  return resolvePolicy({ fileText, fileName: CONFIG_FILE, overrides: {} }).policy;
}

/** What `setup = "auto"` would install in the working tree; null for nothing. */
export function detectWorkingSetup(root: string): DetectedSetup | null {
  const names = new Set(readdirSync(root));
  return detectSetup(names, isManifestAsked(names) ? readFileSync(join(root, 'package.json'), 'utf8') : null);
}
