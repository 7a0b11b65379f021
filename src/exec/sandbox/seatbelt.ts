// The command line of Seatbelt (macOS). It cannot mount: the private home and temporary folder are reached through
// variables instead, and processes stay visible.
import { homedir } from 'node:os';
import type { ConfinedCommand, SandboxView } from './view.ts';

/** Folders of users, of other programs and of other volumes. */
const PRIVATE_FOLDERS = ['/Users', '/Volumes', '/private/tmp', '/private/var/folders', '/private/var/root'];

export function seatbeltCommand(view: SandboxView, command: readonly string[]): ConfinedCommand {
  return { program: '/usr/bin/sandbox-exec', args: ['-p', seatbeltProfile(view), ...command] };
}

/** The last rule that matches decides. */
export function seatbeltProfile({ writable, readable, mounts, overlays, hidden, network }: SandboxView): string {
  const own = [...writable, ...mounts.map(({ from }) => from)];
  const caches = overlays.map(({ path }) => path);
  const lines = [
    '(version 1)',
    '(allow default)',
    '(deny file-write*)',
    rule('deny file-read*', [...PRIVATE_FOLDERS, homedir()]),
    // Programs look at the folders above their own.
    '(allow file-read-metadata)',
    rule('allow file-read*', [...readable, ...caches, ...own]),
    rule('allow file-write*', own),
    '(allow file-write* (literal "/dev/null") (literal "/dev/tty") (regex #"^/dev/fd/"))',
    rule('deny file-read*', hidden),
    rule('deny file-write*', readable),
    '(deny process-info* (target others))',
    ...(network === 'loopback' ? ['(deny network*)', LOOPBACK_ONLY] : []),
  ];
  return lines.filter((line) => line !== '').join('\n');
}

const LOOPBACK_ONLY = '(allow network* (local ip "localhost:*") (remote ip "localhost:*") (remote unix-socket))';

function rule(what: string, paths: readonly string[]): string {
  return paths.length === 0 ? '' : `(${what} ${paths.map((path) => `(subpath ${quote(path)})`).join(' ')})`;
}

function quote(path: string): string {
  return `"${path.replace(/["\\]/g, '\\$&')}"`;
}
