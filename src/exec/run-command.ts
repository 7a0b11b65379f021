// Runs one untrusted command with its output in files, and cleans up after it.
// Always returns a result; never throws because of what the command did.
import type { ChildProcess } from 'node:child_process';
import { closeSync, fstatSync, ftruncateSync, openSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Ended } from '../contract/index.ts';
import { type ControlGroup, inControlGroup, openControlGroup, RESOURCE_LIMITS, type ResourceLimits } from './control-group.ts';
import { type DiskLimit, DiskWatch } from './disk-watch.ts';
import { endProcesses, findGroup, findProcesses, listOpenFiles, type ProcessTraits, signalGroup } from './processes.ts';
import { confine } from './sandbox/confine.ts';
import {
  NOTES_DESCRIPTOR,
  PID_NAMESPACE_SHELL,
  readSandboxNotes,
  type SandboxNotes,
  terminateInside,
} from './sandbox/supervised-shell.ts';
import type { Confinement } from './sandbox/view.ts';
import { startProcess } from './start-process.ts';

/** Node fires a longer timer at once. */
const MAX_TIMER_MS = 2_147_483_647;

export interface CommandRequest {
  /** A shell command line, as the user wrote it. */
  command: string;
  cwd: string;
  /** The whole environment; nothing is inherited. */
  env: Readonly<Record<string, string>>;
  stdoutFile: string;
  stderrFile: string;
  timeoutMs: number;
  /** For both streams together. */
  outputLimitBytes: number;
  /** For files it writes; without a limit it may fill the disk. */
  disk?: DiskLimit;
  /** Where control groups can be created. */
  resources?: ResourceLimits;
  /** Aborts the command. */
  signal?: AbortSignal;
  /** Null runs it with all rights of the user. */
  confinement: Confinement | null;
}

export interface CommandEnding {
  ended: Ended;
  exitCode: number | null;
  signal: string | null;
  durationMs: number;
  /** Processes that outlived the command and were killed. */
  leftBehind: number;
}

/** The variable that identifies a command's descendants, including those that left its process group. */
export const MARKER_VARIABLE = 'HYDRA_COMMAND_ID';
export const POLL_MS = 50;
/** How long a command may clean up after SIGTERM before it is killed. */
export const GRACE_MS = 2_000;
/**
 * A second shell between Hydra and the command: a command that kills its parent kills that shell.
 * `exit $?` keeps the outer shell from replacing itself with the inner one.
 */
const OUTER_SHELL = '/bin/sh -c "$1"; exit $?';

let commandCount = 0;

/** Unique among all commands of all Hydra processes. */
export function newMarker(): string {
  commandCount += 1;
  return `${process.pid}-${commandCount}-${performance.now().toString(36)};`;
}

export async function runCommand(request: CommandRequest): Promise<CommandEnding> {
  const startedAt = performance.now();
  if (request.signal?.aborted) return { ended: 'interrupted', exitCode: null, signal: null, durationMs: 0, leftBehind: 0 };
  const marker = newMarker();
  const stdout = openOutput(request.stdoutFile);
  const stderr = openOutput(request.stderrFile);
  const group = openControlGroup(request.resources ?? RESOURCE_LIMITS);
  try {
    const supervised = await supervise(request, marker, [stdout, stderr], group);
    trimToLimit([stdout, stderr], request.outputLimitBytes);
    return { ...nameLimit(supervised, group), durationMs: performance.now() - startedAt };
  } finally {
    group?.remove();
    closeSync(stdout);
    closeSync(stderr);
  }
}

/** For appending: a command that reopens /dev/stderr starts at offset 0 and would leave a hole in the file. */
function openOutput(file: string): number {
  closeSync(openSync(file, 'w'));
  return openSync(file, 'a');
}

type Supervised = Omit<CommandEnding, 'durationMs'>;

/** A limit that a command reached and got over has no effect on its result. */
function nameLimit(supervised: Supervised, group: ControlGroup | null): Supervised {
  const hasFailed = supervised.ended === 'exited' && supervised.exitCode !== 0;
  const reached = hasFailed ? (group?.reached() ?? null) : null;
  return reached === null ? supervised : { ...supervised, ended: reached, exitCode: null };
}

function supervise(
  request: CommandRequest,
  marker: string,
  outputs: [number, number],
  group: ControlGroup | null,
): Promise<Supervised> {
  return new Promise((resolve) => {
    const { child, notes } = start(request, marker, outputs, group);
    let cause: Exclude<Ended, 'exited'> | null = null;
    let killAt = 0;
    const stop = (why: Exclude<Ended, 'exited'>) => {
      if (cause !== null || child.pid === undefined) return;
      cause = why;
      const pid = child.pid;
      killAt = performance.now() + GRACE_MS;
      if (notes === null) signalGroup(pid, 'SIGTERM');
      else terminateInside(pid);
      killTimer = setTimeout(() => signalGroup(pid, 'SIGKILL'), GRACE_MS);
    };
    const onAbort = () => stop('interrupted');
    let killTimer: NodeJS.Timeout | undefined;
    const timeout = setTimeout(() => stop('timed_out'), Math.min(request.timeoutMs, MAX_TIMER_MS));
    const traits = {
      group: child.pid ?? null,
      marker: `${MARKER_VARIABLE}=${marker}`,
      folder: request.cwd,
      files: [request.stdoutFile, request.stderrFile],
    };
    const openFiles = () => listOpenFiles(findProcesses(traits));
    const disk = request.disk === undefined ? null : new DiskWatch(request.disk, openFiles, () => stop('disk_limit'));
    const poll = setInterval(() => {
      disk?.look();
      if (bytesIn(outputs) > request.outputLimitBytes) stop('output_limit');
    }, POLL_MS);
    request.signal?.addEventListener('abort', onAbort, { once: true });
    const finish = async (exitCode: number | null, signal: string | null) => {
      clearTimeout(timeout);
      clearTimeout(killTimer);
      clearInterval(poll);
      request.signal?.removeEventListener('abort', onAbort);
      if (cause !== null && child.pid !== undefined) await endGroup(child.pid, killAt);
      const outside = await endTheRest(traits);
      const { hasStarted, leftBehind } = notes?.() ?? { hasStarted: true, leftBehind: outside };
      if (!hasStarted) cause ??= 'not_started';
      // A flood of output may end between two checks.
      const ended = cause ?? (bytesIn(outputs) > request.outputLimitBytes ? 'output_limit' : 'exited');
      resolve({ ended, exitCode: ended === 'exited' ? exitCode : null, signal, leftBehind });
    };
    child.once('error', () => {
      cause = 'not_started';
      void finish(null, null);
    });
    // The pipe of the sandbox is read to its end; without one, a process that left the group may hold a stream open.
    child.once(notes === null ? 'exit' : 'close', (exitCode, signal) => void finish(exitCode, signal));
  });
}

interface Started {
  child: ChildProcess;
  /** What the shell inside a PID namespace reports; null without one. */
  notes: (() => SandboxNotes) | null;
}

function start(
  { command, cwd, env, confinement }: CommandRequest,
  marker: string,
  outputs: [number, number],
  group: ControlGroup | null,
): Started {
  const hasNamespace = confinement?.sandbox.kind === 'bubblewrap';
  const shell = ['/bin/sh', '-c', hasNamespace ? PID_NAMESPACE_SHELL : OUTER_SHELL, 'hydra', command];
  const [program = '', ...args] = shell;
  const confined = confinement === null ? { program, args } : confine(confinement, cwd, shell);
  const grouped = group === null ? confined : inControlGroup(group, confined.program, confined.args);
  const child = startProcess(grouped.program, grouped.args, {
    cwd,
    env: { ...env, [MARKER_VARIABLE]: marker },
    stdio: ['ignore', ...outputs, ...(hasNamespace ? ['pipe' as const] : [])],
    // Its own process group and session.
    detached: true,
  });
  return { child, notes: hasNamespace ? readSandboxNotes(child.stdio[NOTES_DESCRIPTOR] as Readable) : null };
}

/** The shells exit at the first signal; their children may still be cleaning up. */
export async function endGroup(group: number, killAt: number): Promise<void> {
  while (performance.now() < killAt && findGroup(group).length > 0) await delay(POLL_MS);
  await endProcesses(() => findGroup(group));
}

/** Kills processes that the command left running, including those in their own session; returns how many there were. */
export async function endTheRest(traits: ProcessTraits): Promise<number> {
  const found = findProcesses(traits);
  if (found.length > 0) await endProcesses(() => findProcesses(traits));
  return found.length;
}

function bytesIn(outputs: readonly number[]): number {
  return outputs.reduce((sum, descriptor) => sum + fstatSync(descriptor).size, 0);
}

/** Truncates output written between the limit and the end of the command; stdout counts first. */
function trimToLimit(outputs: readonly number[], limitBytes: number): void {
  let left = limitBytes;
  for (const descriptor of outputs) {
    const { size } = fstatSync(descriptor);
    if (size > left) ftruncateSync(descriptor, left);
    left -= Math.min(size, left);
  }
}
