// The command lines of all running processes. Small Linux machines have no `ps`.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

export function runningCommands(): string[] {
  if (!existsSync('/proc/self/cmdline')) return execFileSync('ps', ['-axo', 'args='], { encoding: 'utf8' }).split('\n');
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => commandOf(pid) ?? []);
}

/** Null for a process that has ended, also if nobody has waited for it yet. */
function commandOf(pid: string): string | null {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replace(/\0$/, '').replaceAll('\0', ' ');
    return command === '' ? null : command;
  } catch {
    return null;
  }
}
