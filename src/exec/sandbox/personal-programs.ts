// `~/bin` and `~/.local/bin` have programs that tools install, and the user's own scripts, which may contain anything. Only the first
// are visible in the sandbox.
import { accessSync, closeSync, constants, readdirSync, readSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { KNOWN_PROGRAMS } from '../program-versions.ts';
import { openRegularFile } from '../untrusted-files.ts';

const FOLDERS = ['bin', '.local/bin'];
const MAX_PROGRAMS = 500;
const MAX_START_BYTES = 4096;
/** ELF and Mach-O. */
const BINARY = /^(?:\x7fELF|\xcf\xfa\xed\xfe|\xca\xfe\xba\xbe)/;
/** pip, pipx and uv write such a script for each program of a package. */
const ENTRY_POINT =
  /^#![^\n]{1,500}python[^\n]{0,100}\n(?:[^\n]{0,300}\n){0,12}(?:from|import) [\w.]{1,200}[^\n]{0,200}\n(?:[^\n]{0,300}\n){0,8}\s{0,8}(?:sys\.)?exit\(/;

export interface PersonalPrograms {
  visible: string[];
  withheld: string[];
}

export function isPersonalFolder(folder: string, home: string): boolean {
  return FOLDERS.some((name) => join(home, name) === folder);
}

/** `toolchains`: links into these are programs of a tool. */
export function findPersonalPrograms(home: string, toolchains: readonly string[]): PersonalPrograms {
  const found: PersonalPrograms = { visible: [], withheld: [] };
  for (const folder of FOLDERS.map((name) => join(home, name))) {
    for (const name of namesIn(folder).slice(0, MAX_PROGRAMS)) {
      const path = join(folder, name);
      const target = targetOf(path);
      if (target === null) continue;
      (isOfTool(name, target, toolchains) ? found.visible : found.withheld).push(path);
    }
  }
  return found;
}

function isOfTool(name: string, target: string, toolchains: readonly string[]): boolean {
  if (toolchains.some((folder) => target.startsWith(`${folder}/`))) return true;
  if (!isExecutable(target)) return false;
  if (KNOWN_PROGRAMS.includes(name)) return true;
  const start = startOf(target);
  return BINARY.test(start) || ENTRY_POINT.test(start);
}

function startOf(file: string): string {
  const descriptor = openRegularFile(file);
  if (descriptor === null) return '';
  try {
    const start = Buffer.alloc(MAX_START_BYTES);
    return start.subarray(0, readSync(descriptor, start)).toString('latin1');
  } finally {
    closeSync(descriptor);
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/** Null for a link to nothing. */
function targetOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
