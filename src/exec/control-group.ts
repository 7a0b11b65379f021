// Limits on the memory and the processes of a command, in a control group of its own where Hydra may create one: as root, or in a
// session that systemd delegates. Other users are limited in processes alone; a limit on address space would stop Node, Go and Java.
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { identityOf, isAlive } from './processes.ts';

export interface ResourceLimits {
  memoryBytes: number;
  processes: number;
}

/** What no suite needs, and what leaves room for Hydra and the rest of the system. Threads count as processes. */
export const RESOURCE_LIMITS: ResourceLimits = { memoryBytes: Math.floor(totalmem() * 0.75), processes: 16_384 };

export interface ControlGroup {
  /** Files that a process writes its id to, to join. */
  joins: string[];
  /** The limit that stopped something in the group; null for none. */
  reached(): 'memory_limit' | 'process_limit' | null;
  /** After its processes have ended. */
  remove(): void;
}

const ROOT = '/sys/fs/cgroup';
const PREFIX = 'hydra-';
/** One folder, or one for each controller in the first version of control groups. */
type Parents = Record<'memory' | 'pids', string>;

let parents: Parents | null | undefined;
let created = 0;

/** Null where none can be created. */
export function openControlGroup(limits: ResourceLimits): ControlGroup | null {
  if (parents === undefined) parents = findParents();
  if (parents === null) return null;
  created += 1;
  const name = `${PREFIX}${process.pid}-${created}`;
  const [memory, pids] = [join(parents.memory, name), join(parents.pids, name)];
  const folders = [...new Set([memory, pids])];
  try {
    for (const folder of folders) mkdirSync(folder);
    writeFileSync(limitFile(memory, 'memory'), `${limits.memoryBytes}`);
    writeFileSync(limitFile(pids, 'pids'), `${limits.processes}`);
  } catch {
    for (const folder of folders) removeGroup(folder);
    parents = null;
    return null;
  }
  return {
    joins: folders.map((folder) => join(folder, 'cgroup.procs')),
    reached() {
      if (countIn(memory, ['memory.events', 'memory.oom_control'], 'oom_kill') > 0) return 'memory_limit';
      return countIn(pids, ['pids.events'], 'max') > 0 ? 'process_limit' : null;
    },
    remove() {
      for (const folder of folders) removeGroup(folder);
    },
  };
}

const JOIN = 'while [ "$1" != -- ]; do echo $$ > "$1"; shift; done 2>/dev/null; shift; exec "$@"';

/** The command line that joins the group and becomes the program. */
export function inControlGroup({ joins }: ControlGroup, program: string, args: readonly string[]) {
  return { program: '/bin/sh', args: ['-c', JOIN, 'sh', ...joins, '--', program, ...args] };
}

function limitFile(folder: string, kind: 'memory' | 'pids'): string {
  if (kind === 'pids') return join(folder, 'pids.max');
  return join(folder, existsSync(join(folder, 'memory.max')) ? 'memory.max' : 'memory.limit_in_bytes');
}

/** Of the second version, beside the own group: a group with processes has none with controllers below it. */
function findParents(): Parents | null {
  if (process.platform !== 'linux') return null;
  const own = ownGroups();
  const unified = own.get('');
  const isUnified = existsSync(join(ROOT, 'cgroup.controllers'));
  const found = isUnified
    ? [unified === undefined ? null : dirname(unified), unified ?? null].map((path) => pairOf(path, path))
    : [pairOf(own.get('memory') ?? null, own.get('pids') ?? null, ['memory', 'pids'])];
  return found.find((each) => each !== null && [each.memory, each.pids].every(canHaveGroups)) ?? null;
}

function pairOf(memory: string | null, pids: string | null, folders: [string, string] = ['', '']): Parents | null {
  if (memory === null || pids === null) return null;
  return { memory: join(ROOT, folders[0], memory), pids: join(ROOT, folders[1], pids) };
}

/** By controller; the second version has the empty name. */
function ownGroups(): Map<string, string> {
  const lines = readText('/proc/self/cgroup').split('\n');
  return new Map(
    lines.flatMap((line) => {
      const [, names = '', path = ''] = /^\d+:([^:]*):(\/.*)$/.exec(line) ?? [];
      return path === '' ? [] : names.split(',').map((name) => [name, path] as const);
    }),
  );
}

/** By trying. Groups of processes that were killed are removed. */
function canHaveGroups(folder: string): boolean {
  const trial = join(folder, `${PREFIX}${process.pid}-0`);
  try {
    for (const name of readdirSync(folder)) if (isStale(name)) removeGroup(join(folder, name));
    mkdirSync(trial);
    appendFileSync(join(trial, 'cgroup.procs'), '');
    return existsSync(join(trial, 'pids.max')) || existsSync(join(trial, 'memory.limit_in_bytes'));
  } catch {
    return false;
  } finally {
    removeGroup(trial);
  }
}

function isStale(name: string): boolean {
  const [, pid] = /^hydra-(\d+)-\d+$/.exec(name) ?? [];
  return pid !== undefined && Number(pid) !== process.pid && !isAlive({ ...identityOf(Number(pid)), startedAt: '' });
}

function countIn(folder: string, files: readonly string[], key: string): number {
  const text = files.map((name) => readText(join(folder, name))).join('\n');
  return Number(new RegExp(`^${key} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function removeGroup(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It does not exist, or a process in it is still ending: the next run of Hydra removes it.
  }
}
