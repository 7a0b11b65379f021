// Runs one untrusted program with arguments, without a shell, and passes its output on line by line.
// Like runCommand it always returns a result, and kills all processes left running.
import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { type DiskLimit, DiskWatch } from './disk-watch.ts';
import { findProcesses, listOpenFiles, signalGroup } from './processes.ts';
import { type CommandEnding, endGroup, endTheRest, GRACE_MS, MARKER_VARIABLE, newMarker, POLL_MS } from './run-command.ts';
import { confine } from './sandbox/confine.ts';
import { terminateInside } from './sandbox/supervised-shell.ts';
import type { Confinement } from './sandbox/view.ts';
import { startProcess } from './start-process.ts';

export interface LiveRequest {
  program: string;
  args: readonly string[];
  cwd: string;
  /** The whole environment; nothing is inherited. */
  env: Readonly<Record<string, string>>;
  /** Its stdin; null closes it. */
  input: string | null;
  disk: DiskLimit;
  /** Called when it has written more than that; the caller stops it. */
  onDiskFull(): void;
  /** Stops the program; the caller records the reason. */
  signal: AbortSignal;
  onLine(stream: 'stdout' | 'stderr', line: string): void;
  /** Called when it has ended, before all processes in its folder are killed: the caller ends its own ones there. */
  beforeCleanup(): Promise<void>;
  /** Null runs it with all rights of the user. */
  confinement: Confinement | null;
}

/** A longer line is passed on in chunks. */
const MAX_LINE_LENGTH = 4 * 1024 * 1024;
/** The last output may still be in the pipes. */
const DRAIN_MS = 1_000;

export async function runLive(request: LiveRequest): Promise<CommandEnding> {
  const startedAt = performance.now();
  if (request.signal.aborted) {
    await request.beforeCleanup();
    return { ended: 'interrupted', exitCode: null, signal: null, durationMs: 0, leftBehind: 0 };
  }
  const marker = newMarker();
  const { program, args } = commandLine(request);
  const child = startProcess(program, args, {
    cwd: request.cwd,
    env: { ...request.env, [MARKER_VARIABLE]: marker },
    stdio: [request.input === null ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    // Its own process group and session.
    detached: true,
  });
  // A program that exits without reading its input closes the pipe; its exit code is enough.
  child.stdin?.on('error', () => {});
  child.stdin?.end(request.input ?? '');
  const drained = Promise.all([
    handOn(child.stdout, (line) => request.onLine('stdout', line)),
    handOn(child.stderr, (line) => request.onLine('stderr', line)),
  ]);
  const traits = { group: child.pid ?? null, marker: `${MARKER_VARIABLE}=${marker}`, folder: request.cwd, files: [] };
  const disk = new DiskWatch(request.disk, () => listOpenFiles(findProcesses(traits)), request.onDiskFull);
  const poll = setInterval(() => disk.look(), POLL_MS);
  const ending = await supervise(child, request).finally(() => clearInterval(poll));
  const durationMs = performance.now() - startedAt;
  await request.beforeCleanup();
  const leftBehind = child.pid === undefined ? 0 : await endTheRest(traits);
  await Promise.race([drained, new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref())]);
  for (const stream of [child.stdout, child.stderr]) stream?.destroy();
  return { ...ending, durationMs, leftBehind };
}

type Supervised = Pick<CommandEnding, 'ended' | 'exitCode' | 'signal'>;

function commandLine({ program, args, cwd, confinement }: LiveRequest): { program: string; args: string[] } {
  return confinement === null ? { program, args: [...args] } : confine(confinement, cwd, [program, ...args]);
}

function supervise(child: ChildProcess, { signal: abort, confinement }: LiveRequest): Promise<Supervised> {
  return new Promise((resolve) => {
    let killTimer: NodeJS.Timeout | undefined;
    let killAt = 0;
    const stop = () => {
      const { pid } = child;
      if (pid === undefined || killAt > 0) return;
      killAt = performance.now() + GRACE_MS;
      if (confinement?.sandbox.kind === 'bubblewrap') terminateInside(pid);
      else signalGroup(pid, 'SIGTERM');
      killTimer = setTimeout(() => signalGroup(pid, 'SIGKILL'), GRACE_MS);
    };
    abort.addEventListener('abort', stop, { once: true });
    child.once('error', () => {
      abort.removeEventListener('abort', stop);
      resolve({ ended: 'not_started', exitCode: null, signal: null });
    });
    child.once('exit', async (exitCode, signal) => {
      clearTimeout(killTimer);
      abort.removeEventListener('abort', stop);
      const wasStopped = killAt > 0;
      if (wasStopped && child.pid !== undefined) await endGroup(child.pid, killAt);
      resolve({ ended: wasStopped ? 'interrupted' : 'exited', exitCode: wasStopped ? null : exitCode, signal });
    });
  });
}

/** Lines without newlines; the last one may lack it. */
function handOn(stream: Readable | null, onLine: (line: string) => void): Promise<void> {
  return new Promise((resolve) => {
    if (stream === null) return resolve();
    const decoder = new StringDecoder('utf8');
    let open = '';
    const take = (text: string) => {
      open += text;
      const lines = open.split('\n');
      open = lines.pop() ?? '';
      for (const line of lines) onLine(line.replace(/\r$/, ''));
      if (open.length <= MAX_LINE_LENGTH) return;
      onLine(open);
      open = '';
    };
    stream.on('data', (chunk: Buffer) => take(decoder.write(chunk)));
    stream.once('error', () => resolve());
    stream.once('close', () => {
      take(decoder.end());
      if (open !== '') onLine(open);
      open = '';
      resolve();
    });
  });
}
