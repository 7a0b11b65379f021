// Detects whether an agent's program is installed, its version, and whether the user seems to be logged in.
// It only runs the program with its version and help options.
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { runProgram } from '../exec/index.ts';
import type { AgentAdapter } from './adapter.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface DetectedAgent {
  /** Null if it is not on the PATH. */
  path: string | null;
  /** The first line of its --version output; null if there is none. */
  version: string | null;
  /** unknown: cannot be determined, as for a custom agent. */
  login: 'found' | 'not_found' | 'unknown';
}

const PROBE_MS = 20_000;

/** `env` is the agent's environment. */
export async function detectAgent(adapter: AgentAdapter, env: Readonly<Record<string, string>>): Promise<DetectedAgent> {
  const path = findProgram(adapter.program, env);
  if (path === null) return { path, version: null, login: 'unknown' };
  const version = adapter.tier === 'custom' ? null : await ask(path, ['--version'], env);
  return { path, version: firstLine(version), login: findLogin(adapter, env) };
}

/** Whether the help mentions a flag. Without help, every flag counts as known. */
export async function detectFlags(
  adapter: AgentAdapter,
  env: Readonly<Record<string, string>>,
): Promise<(flag: string) => boolean> {
  const path = findProgram(adapter.program, env);
  const help = path === null || adapter.helpArgs === null ? null : await ask(path, adapter.helpArgs, env);
  return (flag) => help === null || help.trim() === '' || help.includes(flag);
}

/** A name without a slash is looked up on the PATH; a path is relative to the current folder. */
export function findProgram(program: string, env: Environment): string | null {
  if (program.includes('/')) return isProgram(program) ? resolve(program) : null;
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, program)).find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

async function ask(path: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<string | null> {
  const { exitCode, stdout } = await runProgram(path, args, { env, signal: AbortSignal.timeout(PROBE_MS) });
  return exitCode === 0 ? stdout.toString('utf8') : null;
}

function firstLine(text: string | null): string | null {
  const line = text?.trim().split('\n')[0]?.trim() ?? '';
  return line === '' ? null : line.slice(0, 100);
}

function findLogin({ login }: AgentAdapter, env: Environment): DetectedAgent['login'] {
  if (login.variables.length === 0 && login.files.length === 0) return 'unknown';
  if (login.variables.some((name) => (env[name] ?? '') !== '')) return 'found';
  const home = env.HOME ?? '';
  return login.files.some((file) => existsSync(join(home, file))) ? 'found' : 'not_found';
}
