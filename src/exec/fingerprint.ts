// The fingerprint of this machine: what decides whether its results can be compared with those of another.
import { readFileSync } from 'node:fs';
import { availableParallelism, release, totalmem } from 'node:os';
import { ENGINE_VERSION, type Fingerprint, hashOf } from '../contract/index.ts';
import { findProgramVersions } from './program-versions.ts';

export interface FingerprintQuestion {
  /** What checks get. */
  env: Readonly<Record<string, string>>;
  /** Programs of the commands. */
  programs: readonly string[];
  /** The kind of sandbox. */
  sandbox: string;
  /** Where version managers look for their settings. */
  cwd: string;
}

export async function fingerprintMachine({ env, programs, sandbox, cwd }: FingerprintQuestion): Promise<Fingerprint> {
  const members = {
    os: systemRelease(),
    arch: process.arch,
    cores: availableParallelism(),
    memory_gb: memoryClass(totalmem()),
    engine: ENGINE_VERSION,
    sandbox,
    image: process.env.HYDRA_IMAGE ?? null,
    programs: await findProgramVersions(programs, env, cwd),
    environment: hashValues(comparableEnvironment(env)),
  };
  return { id: hashOf(members).slice(0, 12), ...members };
}

/** Machine, user and session: equal machines differ in these. Programs are compared by their versions instead of PATH. */
const OF_ONE_MACHINE =
  /^(?:PATH|HOME|HOSTNAME|HOST|USER|USERNAME|LOGNAME|UID|SHELL|TERM|COLORTERM|LS_COLORS|LESS.*|PAGER|MANPATH|MAIL|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|DBUS_.*|XDG_.*|SSH_.*|HYDRA_.*|LINES|COLUMNS)$/;
/** Kubernetes gives every container the addresses of the services around it. */
const SERVICE_ADDRESS = /_(?:SERVICE_HOST|SERVICE_PORT(?:_.*)?|PORT_\d+_(?:TCP|UDP)(?:_.*)?)$/;

/** Enough to see which variable differs, without storing its value. */
function hashValues(variables: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, hashOf(value).slice(0, 8)]));
}

/** With the home folder as `~`: its path differs, what is in it is another question. */
export function comparableEnvironment(env: Readonly<Record<string, string>>): Record<string, string> {
  const { HOME = '' } = env;
  const isService = (name: string, value: string) =>
    SERVICE_ADDRESS.test(name) || (name.endsWith('_PORT') && /^\w+:\/\//.test(value));
  const kept = Object.entries(env).filter(([name, value]) => !OF_ONE_MACHINE.test(name) && !isService(name, value));
  const isPlace = HOME.length > 1;
  return Object.fromEntries(kept.map(([name, value]) => [name, isPlace ? value.replaceAll(HOME, '~') : value]));
}

/** The nearest power of two, in gigabytes. */
export function memoryClass(bytes: number): number {
  return 2 ** Math.round(Math.log2(bytes / 1024 ** 3));
}

function systemRelease(): string {
  try {
    return describeRelease(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return `${process.platform} ${release()}`;
  }
}

/** `ID` and `VERSION_ID` of an os-release file. */
export function describeRelease(text: string): string {
  const read = (name: string) => new RegExp(`^${name}=["']?([^"'\\n]*)`, 'm').exec(text)?.[1] ?? '';
  return `${read('ID')} ${read('VERSION_ID')}`.trim() || process.platform;
}
