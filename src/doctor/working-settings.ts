// The settings in the working tree, for commands that inspect the repository without scoring it.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { resolvePolicy } from '../config/index.ts';
import type { Policy } from '../contract/index.ts';
import { readLinkedFile } from '../exec/index.ts';
import type { Repository } from '../git/index.ts';
import { readWorkingConfig } from '../pipeline/index.ts';
import { type DetectedSetup, detectSetup, isManifestAsked } from '../workspace/index.ts';

export const CONFIG_FILE = 'hydra.toml';

export function readWorkingSettings({ root }: Repository): Policy {
  const fileText = readWorkingConfig(root);
  return resolvePolicy({ fileText, fileName: CONFIG_FILE, overrides: {} }).policy;
}

/** What `setup = "auto"` would install in the working tree; null for nothing. */
export function detectWorkingSetup(root: string): DetectedSetup | null {
  const names = new Set(readdirSync(root));
  return detectSetup(
    names,
    isManifestAsked(names) ? (readLinkedFile(join(root, 'package.json'))?.toString('utf8') ?? null) : null,
  );
}
