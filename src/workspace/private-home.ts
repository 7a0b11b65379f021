// The home folder of sandboxed commands: empty except for settings of tools, of which known keys are kept.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { readLinkedFile } from '../exec/index.ts';
import { TOOL_SETTINGS } from './tool-settings.ts';

const MAX_SETTINGS_BYTES = 64 * 1024;

export function writePrivateHome(folder: string, userHome: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [path, filter] of Object.entries(TOOL_SETTINGS)) {
    const text = readSettings(join(userHome, path));
    const kept = text === null ? null : filter(text);
    if (kept === null) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), kept);
  }
}

/** Whether a home has more than settings. */
export function hasOtherFiles(folder: string): boolean {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory());
  return entries.some((entry) => !(relative(folder, join(entry.parentPath, entry.name)) in TOOL_SETTINGS));
}

function readSettings(file: string): string | null {
  return readLinkedFile(file, MAX_SETTINGS_BYTES)?.toString('utf8') ?? null;
}
