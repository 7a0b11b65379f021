// One command of somebody else's code, run to its end and cleaned up after, with its output straight in files.
// Whatever the command does, this comes back with an ending; it never throws for what the command did.
import { spawn } from 'node:child_process';
import { closeSync, fstatSync, ftruncateSync, openSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Ended } from '../contract/index.ts';
import { type DiskLimit, DiskWatch } from './disk-watch.ts';
import { endProcesses, findGroup, findProcesses, listOpenFiles, type ProcessTraits, signalGroup } from './processes.ts';

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
  /** For what it writes besides; without one it may fill the disk. */
  disk?: DiskLimit;
  /** Ends the command from outside. */
  signal?: AbortSignal;
}

export interface CommandEnding {
  ended: Ended;
  exitCode: number | null;
  signal: string | null;
  durationMs: number;
  /** Processes that outlived the command and were ended. */
  leftBehind: number;
}

/** The variable by which a command's descendants are found again, also those that left its process group. */
export const MARKER_VARIABLE = 'HYDRA_COMMAND_ID';
export const POLL_MS = 50;
/** How long a command may tidy up after TERM before it is killed. */
export const GRACE_MS = 2_000;
/**
 * A second shell between Hydra and the command: a command that kills its parent kills that shell.
 * `exit $?` keeps the outer shell from replacing itself by the inner one.
 */
const OUTER_SHELL = '/bin/sh -c "$1"; exit $?';

let commandCount = 0;

/** Unlike that of any other command of any Hydra. */
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
  try {
    const supervised = await supervise(request, marker, [stdout, stderr]);
    trimToLimit([stdout, stderr], request.outputLimitBytes);
    return { ...supervised, durationMs: performance.now() - startedAt };
  } finally {
    closeSync(stdout);
    closeSync(stderr);
  }
}

/** For appending: a command that opens /dev/stderr anew starts at the beginning and would leave a hole in the file. */
function openOutput(file: string): number {
  closeSync(openSync(file, 'w'));
  return openSync(file, 'a');
}

type Supervised = Omit<CommandEnding, 'durationMs'>;

function supervise(request: CommandRequest, marker: string, outputs: [number, number]): Promise<Supervised> {
  return new Promise((resolve) => {
    const child = spawn('/bin/sh', ['-c', OUTER_SHELL, 'hydra', request.command], {
      cwd: request.cwd,
      env: { ...request.env, [MARKER_VARIABLE]: marker },
      stdio: ['ignore', ...outputs],
      // A process group and session of its own.
      detached: true,
    });
    let cause: Exclude<Ended, 'exited'> | null = null;
    let killAt = 0;
    const stop = (why: Exclude<Ended, 'exited'>) => {
      if (cause !== null || child.pid === undefined) return;
      cause = why;
      const pid = child.pid;
      killAt = performance.now() + GRACE_MS;
      signalGroup(pid, 'SIGTERM');
      killTimer = setTimeout(() => signalGroup(pid, 'SIGKILL'), GRACE_MS);
    };
    const onAbort = () => stop('interrupted');
    let killTimer: NodeJS.Timeout | undefined;
    const timeout = setTimeout(() => stop('timed_out'), request.timeoutMs);
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
      const leftBehind = await endTheRest(traits);
      // A flood may end by itself between two looks.
      const ended = cause ?? (bytesIn(outputs) > request.outputLimitBytes ? 'output_limit' : 'exited');
      resolve({ ended, exitCode: ended === 'exited' ? exitCode : null, signal, leftBehind });
    };
    child.once('error', () => {
      cause = 'not_started';
      void finish(null, null);
    });
    child.once('exit', (exitCode, signal) => void finish(exitCode, signal));
  });
}

/** The shells go at the first signal; what they started may still be tidying up. */
export async function endGroup(group: number, killAt: number): Promise<void> {
  while (performance.now() < killAt && findGroup(group).length > 0) await delay(POLL_MS);
  await endProcesses(() => findGroup(group));
}

/** Ends what the command left running, also what moved to a session of its own; answers how many there were. */
export async function endTheRest(traits: ProcessTraits): Promise<number> {
  const found = findProcesses(traits);
  if (found.length > 0) await endProcesses(() => findProcesses(traits));
  return found.length;
}

function bytesIn(outputs: readonly number[]): number {
  return outputs.reduce((sum, descriptor) => sum + fstatSync(descriptor).size, 0);
}

/** What was written between the limit and the end of the flood is cut off, stdout first served. */
function trimToLimit(outputs: readonly number[], limitBytes: number): void {
  let left = limitBytes;
  for (const descriptor of outputs) {
    const { size } = fstatSync(descriptor);
    if (size > left) ftruncateSync(descriptor, left);
    left -= Math.min(size, left);
  }
}
