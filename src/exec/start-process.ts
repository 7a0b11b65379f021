// Starts a process without the descriptors that Hydra inherited from its own parent. The only file that calls spawn.
// Node closes descriptors up to the first unused one above 15; a higher one would reach every command, with the file behind it.
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';

type Stream = 'ignore' | 'pipe' | 'inherit' | number;
export type StartOptions = Omit<SpawnOptions, 'stdio' | 'shell'> & { stdio: readonly Stream[] };

const STANDARD_STREAMS = 3;
const FLAGS = /^flags:\s*([0-7]+)$/m;
const O_CLOEXEC = 0o2000000;

/** Inherited descriptors are /dev/null in the process: Node can replace a descriptor, but not close it. */
export function startProcess(program: string, args: readonly string[], options: StartOptions): ChildProcess {
  const inherited = inheritedDescriptors();
  if (inherited.length === 0) return spawn(program, args, { ...options, stdio: [...options.stdio] });
  const nothing = openSync('/dev/null', 'r+');
  try {
    const streams: Stream[] = Array.from({ length: Math.max(...inherited) + 1 }, (_, at) => options.stdio[at] ?? 'ignore');
    for (const descriptor of inherited) if (options.stdio[descriptor] === undefined) streams[descriptor] = nothing;
    return spawn(program, args, { ...options, stdio: streams });
  } finally {
    closeSync(nothing);
  }
}

/** Descriptors of this process that a new process would get. Node opens its own with close-on-exec. macOS passes none on. */
export function inheritedDescriptors(): number[] {
  if (process.platform !== 'linux') return [];
  try {
    return readdirSync('/proc/self/fdinfo')
      .map(Number)
      .filter((descriptor) => descriptor >= STANDARD_STREAMS && staysOpen(descriptor));
  } catch {
    return [];
  }
}

function staysOpen(descriptor: number): boolean {
  try {
    const [, flags = '0'] = FLAGS.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'latin1')) ?? [];
    return (Number.parseInt(flags, 8) & O_CLOEXEC) === 0;
  } catch {
    // The folder itself was open while it was listed.
    return false;
  }
}
