// The home folder of sandboxed commands: empty except for settings of tools, without the lines that hold credentials.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { readLinkedFile } from '../exec/index.ts';

/** Settings that change what tools do, and that tests by hand would see. */
const SETTINGS = [
  ...['.npmrc', '.yarnrc', '.yarnrc.yml', '.config/pnpm/rc', '.bunfig.toml', '.condarc', '.config/pip/pip.conf', '.pip/pip.conf'],
  ...['.config/uv/uv.toml', '.config/pypoetry/config.toml', '.cargo/config.toml', '.cargo/config', '.config/go/env'],
  ...[
    '.m2/settings.xml',
    '.gradle/gradle.properties',
    '.sbt/repositories',
    '.bundle/config',
    '.gemrc',
    '.config/composer/config.json',
  ],
  ...['.gitconfig', '.config/git/config', '.nuget/NuGet/NuGet.Config', '.inputrc', '.locale.conf'],
];
const MAX_SETTINGS_BYTES = 64 * 1024;
/** A key that holds a credential, or an address with a user and a password. */
const SECRET_LINE =
  /auth|token|passw|secret|credential|api[_-]?key|username|private[_-]?key|certfile|keyfile|extraheader|helper|:\/\/[^\s/@]{1,500}@/i;

export function writePrivateHome(folder: string, userHome: string): void {
  mkdirSync(folder, { recursive: true });
  for (const path of SETTINGS) {
    const text = readSettings(join(userHome, path));
    if (text === null) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), withoutSecrets(text));
  }
}

/** Whether a home has more than settings. */
export function hasOtherFiles(folder: string): boolean {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory());
  return entries.some((entry) => !SETTINGS.includes(relative(folder, join(entry.parentPath, entry.name))));
}

export function withoutSecrets(text: string): string {
  return text
    .split('\n')
    .filter((line) => !SECRET_LINE.test(line))
    .join('\n');
}

function readSettings(file: string): string | null {
  return readLinkedFile(file, MAX_SETTINGS_BYTES)?.toString('utf8') ?? null;
}
