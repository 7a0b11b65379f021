// Finds and kills processes. The only file that depends on how a system lists them.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** A process belongs to a command if any of these applies. */
export interface ProcessTraits {
  /** The process group the command was started in. */
  group: number | null;
  /** The beginning of an entry of its environment: "NAME=value". */
  marker: string | null;
  /** Its working folder is this one or below. */
  folder: string | null;
  /** It holds one of these files open. */
  files: readonly string[];
}

const HAS_PROC = existsSync('/proc/self/stat');
const ROUNDS_UNTIL_GIVEN_UP = 40;
const BETWEEN_ROUNDS_MS = 25;

export function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch {
    // All processes of the group have exited.
  }
}

export function findGroup(group: number): number[] {
  return findProcesses({ group, marker: null, folder: null, files: [] });
}

export function findProcesses(traits: ProcessTraits): number[] {
  return HAS_PROC ? findByProc(traits) : findByPs(traits);
}

/** Kills in rounds, because a process may start another one meanwhile. */
export async function endProcesses(find: () => number[]): Promise<void> {
  for (let round = 0; round < ROUNDS_UNTIL_GIVEN_UP; round += 1) {
    const pids = find();
    if (pids.length === 0) return;
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has already exited.
      }
    }
    await delay(BETWEEN_ROUNDS_MS);
  }
}

/** All processes in a folder of a finished run, or with a temporary folder there. */
export function endProcessesIn(folder: string): Promise<void> {
  return endProcesses(() => findProcesses({ group: null, marker: `TMPDIR=${folder}/`, folder, files: [] }));
}

/** Paths to the files that processes hold open, including deleted ones. Empty without /proc. */
export function listOpenFiles(pids: readonly number[]): string[] {
  return pids.flatMap((pid) => descriptorsOf(pid).map((descriptor) => `/proc/${pid}/fd/${descriptor}`));
}

function descriptorsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`);
  } catch {
    return [];
  }
}

export interface ProcessIdentity {
  pid: number;
  /** Distinguishes a process from a later one with the same id; empty if the system does not support it. */
  startedAt: string;
}

export function identityOf(pid: number): ProcessIdentity {
  return { pid, startedAt: startTimeOf(pid) };
}

export function isAlive({ pid, startedAt }: ProcessIdentity): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // A process of another user is alive too.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return startedAt === '' || startTimeOf(pid) === startedAt;
}

function startTimeOf(pid: number): string {
  return HAS_PROC ? (statOf(pid)?.[STAT_START_TIME] ?? '') : '';
}

/** Fields in /proc/PID/stat after the command name, which may contain blanks and brackets. */
const STAT_STATE = 0;
const STAT_GROUP = 2;
const STAT_START_TIME = 19;

function statOf(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

function findByProc(traits: ProcessTraits): number[] {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  return pids.filter((pid) => pid !== process.pid && belongs(pid, traits));
}

function belongs(pid: number, traits: ProcessTraits): boolean {
  const stat = statOf(pid);
  // A zombie has exited; only its parent can reap it.
  if (stat === null || stat[STAT_STATE] === 'Z') return false;
  return (
    Number(stat[STAT_GROUP]) === traits.group ||
    hasMarker(pid, traits.marker) ||
    worksIn(pid, traits.folder) ||
    holds(pid, traits.files)
  );
}

function hasMarker(pid: number, marker: string | null): boolean {
  if (marker === null) return false;
  try {
    const entries = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
    return entries.some((entry) => entry.startsWith(marker));
  } catch {
    return false;
  }
}

function worksIn(pid: number, folder: string | null): boolean {
  if (folder === null) return false;
  const cwd = linkTarget(`/proc/${pid}/cwd`);
  return cwd === folder || cwd.startsWith(`${folder}/`);
}

function holds(pid: number, files: readonly string[]): boolean {
  return files.length > 0 && listOpenFiles([pid]).some((path) => files.includes(linkTarget(path)));
}

function linkTarget(link: string): string {
  try {
    // The kernel appends this if the file or folder was deleted.
    return readlinkSync(link).replace(/ \(deleted\)$/, '');
  } catch {
    return '';
  }
}

/** Without /proc, `ps` shows group and environment, but not working folders. */
function findByPs({ group, marker }: ProcessTraits): number[] {
  const listing = execFileSync('ps', ['-axEww', '-o', 'pid=,pgid=,stat=,command='], {
    encoding: 'latin1',
    maxBuffer: 64 * 1024 * 1024,
  });
  return listing.split('\n').flatMap((line) => {
    const [, pid, pgid, state = '', rest = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    if (pid === undefined || Number(pid) === process.pid || state.startsWith('Z')) return [];
    return Number(pgid) === group || (marker !== null && rest.includes(marker)) ? [Number(pid)] : [];
  });
}
