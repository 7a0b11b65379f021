// The versions of programs, as they print them. An answer is kept until the file of the program changes.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { runProgram } from './run-program.ts';

/** Programs that are known to print a version and do nothing else. Others are described by their content. */
const VERSION_ARGUMENTS: Record<string, readonly string[]> = {
  ...Object.fromEntries(
    [
      ...[
        'node',
        'npm',
        'npx',
        'pnpm',
        'yarn',
        'bun',
        'deno',
        'tsc',
        'python',
        'python3',
        'pytest',
        'ruff',
        'tox',
        'uv',
        'poetry',
      ],
      ...['cargo', 'rustc', 'make', 'cmake', 'ctest', 'ninja', 'meson', 'gcc', 'g++', 'cc', 'c++', 'clang', 'clang++', 'ld'],
      ...['mvn', 'gradle', 'sbt', 'dotnet', 'ruby', 'bundle', 'rake', 'rspec', 'php', 'composer', 'perl', 'bash', 'swift', 'mix'],
    ].map((name) => [name, ['--version']]),
  ),
  go: ['version'],
  java: ['-version'],
  javac: ['-version'],
};
export const KNOWN_PROGRAMS = Object.keys(VERSION_ARGUMENTS).sort();
/** Such a file starts the version that a setting selects: the file says nothing about the version. */
const SHIM = /\/(?:shims|\.volta|\.asdf|\.local\/share\/mise)\//;
const TIMEOUT_MS = 10_000;
const MAX_VERSION_LENGTH = 200;

/** By name, in order. `cwd` is where version managers look for their settings. */
export async function findProgramVersions(
  programs: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd: string,
): Promise<Record<string, string>> {
  const known = readKnown();
  const found = await Promise.all([...new Set(programs)].sort().map((name) => findVersion(name, env, cwd, known)));
  const added = found.filter(({ stamp, version }) => stamp !== null && known[stamp] !== version);
  if (added.length > 0) keepKnown({ ...known, ...Object.fromEntries(added.map(({ stamp, version }) => [stamp, version])) });
  return Object.fromEntries(found.map(({ name, version }) => [name, version]));
}

interface FoundVersion {
  name: string;
  version: string;
  /** Null if the answer is not to be kept. */
  stamp: string | null;
}

async function findVersion(
  name: string,
  env: Readonly<Record<string, string>>,
  cwd: string,
  known: Readonly<Record<string, string>>,
): Promise<FoundVersion> {
  const file = locateProgram(name, env);
  if (file === null) return { name, version: 'missing', stamp: null };
  const { size, mtimeMs } = statSync(file);
  const stamp = SHIM.test(file) ? null : `${name} ${file} ${size} ${mtimeMs}`;
  const kept = stamp === null ? undefined : known[stamp];
  const version = kept ?? (await askVersion(name, env, cwd)) ?? `sha256 ${hashFile(file).slice(0, 16)}`;
  return { name, version, stamp };
}

/** The file behind all links; null if there is none. */
export function locateProgram(name: string, { PATH = '' }: Readonly<Record<string, string>>): string | null {
  const places = PATH.split(delimiter).filter((folder) => folder !== '');
  const file = places.map((folder) => join(folder, name)).find((path) => existsSync(path) && statSync(path).isFile());
  return file === undefined ? null : realpathSync(file);
}

/** Null for a program that is not known, or that does not answer. */
async function askVersion(name: string, env: Readonly<Record<string, string>>, cwd: string): Promise<string | null> {
  const args = VERSION_ARGUMENTS[name];
  if (args === undefined) return null;
  const { exitCode, stdout, stderr } = await runProgram(name, args, { env, cwd, signal: AbortSignal.timeout(TIMEOUT_MS) });
  // Java prints its version on stderr.
  const [line = ''] = `${stdout.toString('utf8')}\n${stderr}`.split('\n').filter((text) => text.trim() !== '');
  return exitCode === 0 && line !== '' ? line.trim().slice(0, MAX_VERSION_LENGTH) : null;
}

function hashFile(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

function knownFile(): string {
  const { XDG_CACHE_HOME = '' } = process.env;
  return join(isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(homedir(), '.cache'), 'hydra', 'programs.json');
}

/** A damaged file costs only the time to ask again. */
function readKnown(): Record<string, string> {
  try {
    const read: unknown = JSON.parse(readFileSync(knownFile(), 'utf8'));
    const entries = Object.entries(typeof read === 'object' && read !== null ? read : {});
    return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    return {};
  }
}

const MAX_KNOWN = 500;

function keepKnown(known: Readonly<Record<string, string>>): void {
  try {
    mkdirSync(dirname(knownFile()), { recursive: true, mode: 0o700 });
    const temporary = `${knownFile()}.${process.pid}`;
    writeFileSync(temporary, JSON.stringify(Object.fromEntries(Object.entries(known).slice(-MAX_KNOWN))));
    renameSync(temporary, knownFile());
  } catch {
    // A home folder that cannot be written to.
  }
}
