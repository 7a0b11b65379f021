// The shell that runs a command inside a PID namespace and reports to Hydra through a pipe. When it exits, the kernel
// kills every process of the namespace.
import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { findGroup } from '../processes.ts';

/** Where the shell reports; the command cannot reach it. */
export const NOTES_DESCRIPTOR = 3;

/** Threads count too. The kernel does not apply it to root. */
const MAX_PROCESSES = 16_384;

/**
 * Reports "started" and, after the command, how many of its processes are still running. After SIGTERM it waits for them,
 * because some runners write their report only then; Hydra kills the namespace when the time is up.
 */
export const PID_NAMESPACE_SHELL = `
count() {
  running=0
  for each in /proc/[0-9]*; do
    case \${each#/proc/} in 1|$$) continue ;; esac
    read -r stat 2>/dev/null < "$each/stat" || continue
    case $stat in *') Z '*|*') X '*) ;; *) running=$((running + 1)) ;; esac
  done
}
(ulimit -p ${MAX_PROCESSES}) 2>/dev/null && ulimit -p ${MAX_PROCESSES}
echo started >&3
stopped=no
trap 'stopped=yes' TERM
/bin/sh -c "$1" 3>&-
code=$?
count
echo "$running" >&3
while [ "$stopped" = yes ] && [ "$running" -gt 0 ]; do sleep 0.05; count; done
exit $code
`;

export interface SandboxNotes {
  hasStarted: boolean;
  leftBehind: number;
}

export function readSandboxNotes(pipe: Readable): () => SandboxNotes {
  let text = '';
  pipe.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  pipe.on('error', () => {});
  return () => {
    const [first = '', second = ''] = text.split('\n');
    return { hasStarted: first === 'started', leftBehind: Number(second) || 0 };
  };
}

/** bubblewrap itself must not end: the whole namespace would be killed at once. */
export function terminateInside(group: number): void {
  for (const pid of findGroup(group)) {
    if (commandName(pid) === 'bwrap') continue;
    try {
      process.kill(pid, 'SIGTERM');
    } catch {
      // It has already exited.
    }
  }
}

function commandName(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return '';
  }
}
