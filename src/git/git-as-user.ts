// Runs git in the user's repository with the user's settings: line endings, filters,
// identity. Only merging uses it. Hooks are disabled here too; a merge runs the required hooks itself.
import { hydraError } from '../contract/index.ts';
import { type ProgramResult, runProgram } from '../exec/index.ts';

const NO_HOOKS = [
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'core.fsmonitor=false',
  '-c',
  'gc.auto=0',
  '-c',
  'maintenance.auto=false',
];

export interface UserGitRequest {
  cwd: string;
  env?: Readonly<Record<string, string>>;
  input?: string | Uint8Array;
}

export function tryUserGit(args: readonly string[], { cwd, env = {}, input }: UserGitRequest): Promise<ProgramResult> {
  return runProgram('git', [...NO_HOOKS, ...args], {
    cwd,
    env: { ...userEnvironment(), ...env },
    ...(input === undefined ? {} : { input }),
  });
}

export async function userGit(args: readonly string[], request: UserGitRequest): Promise<string> {
  return (await userGitBytes(args, request)).toString('utf8').replace(/\n$/, '');
}

export async function userGitBytes(args: readonly string[], request: UserGitRequest): Promise<Buffer> {
  const { exitCode, stdout, stderr } = await tryUserGit(args, request);
  if (exitCode === 0) return stdout;
  const reason = stderr.trim().split('\n').slice(-3).join(' ') || 'it gave no reason';
  throw hydraError('git_failed', { action: args[0] ?? 'git', reason });
}

/** Without variables that would point git to another repository or index, and without replaced objects: a merge writes what was scored. */
export function userEnvironment(): Record<string, string> {
  const misleading =
    /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|COMMON_DIR|NAMESPACE|PREFIX)$/;
  const kept = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !misleading.test(entry[0]),
  );
  return { ...Object.fromEntries(kept), LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0', GIT_NO_REPLACE_OBJECTS: '1' };
}
