// Runs git so that nothing from a repository or a tree (hooks, filters, file watchers, aliases, external
// diffs) is executed, and no user setting changes the result.
import { availableParallelism } from 'node:os';
import { delimiter, isAbsolute } from 'node:path';
import { hydraError } from '../contract/index.ts';
import { type ProgramResult, runProgram } from '../exec/index.ts';

const SAFE_SETTINGS = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.untrackedCache=false',
  'core.attributesFile=/dev/null',
  'core.autocrlf=false',
  'core.quotePath=false',
  'core.symlinks=true',
  'core.commitGraph=false',
  'diff.external=',
  'diff.renames=true',
  'gc.auto=0',
  'maintenance.auto=false',
  'protocol.allow=never',
  'submodule.recurse=false',
  'commit.gpgSign=false',
  'safe.directory=*',
  'advice.detachedHead=false',
  'init.defaultBranch=main',
];

export interface GitRequest {
  cwd?: string;
  /** Variables of this call, such as GIT_DIR or GIT_INDEX_FILE. */
  env?: Readonly<Record<string, string>>;
  input?: string | Uint8Array;
  /** A command that runs git where a working tree is visible. */
  through?: readonly string[];
  /** Kills git. */
  signal?: AbortSignal;
  /** Kills git if it prints more. */
  maxOutputBytes?: number;
}

/** More processes would not be faster, and a run of a hundred candidates would start hundreds. */
const MAX_CONCURRENT = 2 * availableParallelism();
const waiting: (() => void)[] = [];
let running = 0;

/** Runs git and returns its exit code and output; the caller handles a non-zero exit code. */
export async function tryGit(args: readonly string[], request: GitRequest = {}): Promise<ProgramResult> {
  const settings = SAFE_SETTINGS.flatMap((setting) => ['-c', setting]);
  const { env = {}, through = [], ...rest } = request;
  const [program = 'git', ...before] = [...through, 'git'];
  if (running < MAX_CONCURRENT) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await runProgram(program, [...before, ...settings, ...args], { ...rest, env: { ...gitEnvironment(), ...env } });
  } finally {
    // Passes the slot to the next waiting call, or frees it.
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

/** Runs git and returns its output; throws unless it exits with 0. */
export async function git(args: readonly string[], request: GitRequest = {}): Promise<Buffer> {
  const result = await tryGit(args, request);
  if (result.exitCode === 0) return result.stdout;
  const reason = result.stderr.trim().split('\n').slice(-3).join(' ') || 'it gave no reason';
  throw hydraError('git_failed', { action: args[0] ?? 'git', reason });
}

export async function gitText(args: readonly string[], request: GitRequest = {}): Promise<string> {
  return (await git(args, request)).toString('utf8').replace(/\n$/, '');
}

/**
 * Variables that disable every filter that the settings of a repository define. For calls that compare the files of a working tree
 * with the index, which otherwise run the filters of changed files.
 */
export async function disabledFilters(cwd: string): Promise<Record<string, string>> {
  const { stdout } = await tryGit(['config', '--includes', '--name-only', '-z', '--get-regexp', '^filter\\.'], { cwd });
  const names = stdout
    .toString('utf8')
    .split('\0')
    .filter((name) => name !== '');
  const drivers = [...new Set(names.map((name) => name.slice(0, name.lastIndexOf('.'))))];
  const settings = drivers.flatMap((driver) => [
    ...['clean', 'smudge', 'process'].map((kind) => [`${driver}.${kind}`, '']),
    [`${driver}.required`, 'false'],
  ]);
  const pairs = settings.flatMap(([key = '', value = ''], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(settings.length), ...Object.fromEntries(pairs) };
}

/** Snapshots get the same author and time everywhere, so that equal trees give equal commits. */
function gitEnvironment(): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  // A relative folder would be looked up in the folder that git runs in, which may be a candidate's.
  const folders = PATH.split(delimiter).filter((folder) => isAbsolute(folder));
  const person = { NAME: 'Hydra', EMAIL: 'hydra@localhost', DATE: '2000-01-01T00:00:00Z' };
  const people = ['AUTHOR', 'COMMITTER'].flatMap((role) =>
    Object.entries(person).map(([key, value]) => [`GIT_${role}_${key}`, value]),
  );
  return {
    PATH: folders.join(delimiter),
    HOME,
    LC_ALL: 'C',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_NO_LAZY_FETCH: '1',
    // A commit must be what its id says.
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_TERMINAL_PROMPT: '0',
    // Unlike protocol.allow, this overrides a repository's own settings for a single protocol.
    GIT_ALLOW_PROTOCOL: '',
    GIT_OPTIONAL_LOCKS: '0',
    ...Object.fromEntries(people),
  };
}
