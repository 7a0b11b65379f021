// The command line of bubblewrap: own user, PID, IPC, UTS and network namespaces, and a file system that contains only
// the system folders and what the view lists.
import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { inheritedDescriptors } from '../start-process.ts';
import type { ConfinedCommand, Overlay, SandboxView } from './view.ts';

/** Programs, libraries and their data. Folders of users, services and other programs' state are not among them. */
const SYSTEM_FOLDERS = [
  ...['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/usr', '/etc', '/opt', '/sys', '/nix/store', '/gnu/store'],
  ...['/run/current-system', '/var/cache/fontconfig', '/var/lib/dpkg', '/var/lib/gems', '/var/lib/ghc', '/var/lib/php'],
  ...['/var/lib/texmf', '/snap'],
];
/** Credentials of the machine; a user who is root could read them. */
const HIDDEN_SYSTEM_FILES = ['/etc/shadow', '/etc/shadow-', '/etc/gshadow', '/etc/gshadow-', '/etc/sudoers', '/etc/krb5.keytab'];
const HIDDEN_SYSTEM_FOLDERS = ['/etc/ssl/private', '/etc/sudoers.d', '/etc/ssh', '/etc/kubernetes', '/etc/docker'];
const SHARED_MEMORY_BYTES = 1024 ** 3;
/** What tests of a user who is root need. Without CAP_SYS_ADMIN no mount can be changed. */
const ROOT_CAPABILITIES = ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'FSETID', 'KILL', 'SETGID', 'SETUID', 'NET_BIND_SERVICE'];

/** One mount, and the arguments that make it. */
interface Mount {
  path: string;
  args: string[];
}

export function bubblewrapCommand(view: SandboxView, cwd: string, command: readonly string[]): ConfinedCommand {
  const inner = ['bwrap', ...isolation(view), ...fileSystem(view), '--remount-ro', '/', '--chdir', cwd, '--', ...command];
  const [program = '', ...args] = view.overlays.length === 0 ? inner : withOverlays(view.overlays, inner);
  return { program, args: [...closeInherited(), ...args] };
}

/** bubblewrap reads more arguments from a descriptor and closes it; startProcess makes each of them empty. */
function closeInherited(): string[] {
  return inheritedDescriptors().flatMap((descriptor) => ['--args', `${descriptor}`]);
}

/**
 * The machine's root stays its root in a user namespace, whatever uid it has there, and may write to /proc/sys. bubblewrap does
 * not notice, because the folder itself refuses every write.
 */
function isRoot(): boolean {
  return uidAndGid()[0] === 0;
}

function uidAndGid(): [number, number] {
  return [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
}

function isolation({ network, hostname }: SandboxView): string[] {
  const [uid, gid] = uidAndGid();
  const capabilities = isRoot() ? ROOT_CAPABILITIES.flatMap((name) => ['--cap-add', `CAP_${name}`]) : [];
  return [
    ...['--unshare-user', '--uid', `${uid}`, '--gid', `${gid}`, '--cap-drop', 'ALL', ...capabilities],
    ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try', '--die-with-parent'],
    ...(network === 'loopback' ? ['--unshare-net'] : []),
    ...(hostname === null ? [] : ['--hostname', hostname]),
  ];
}

function fileSystem(view: SandboxView): string[] {
  const mounts = [
    ...SYSTEM_FOLDERS.flatMap(systemFolder),
    ...HIDDEN_SYSTEM_FILES.filter(exists).map(hideFile),
    ...HIDDEN_SYSTEM_FOLDERS.filter(exists).map(emptyFolder),
    { path: '/proc', args: ['--proc', '/proc', ...(isRoot() ? ['--remount-ro', '/proc'] : [])] },
    { path: '/dev', args: ['--dev', '/dev'] },
    { path: '/dev/shm', args: ['--size', `${SHARED_MEMORY_BYTES}`, '--tmpfs', '/dev/shm'] },
    { path: '/run', args: ['--dir', '/run'] },
    ...nameService(view.network),
    ...view.mounts.map(({ from, to }) => ({ path: to, args: ['--bind', from, to] })),
    ...view.readable.map((path) => ({ path, args: ['--ro-bind-try', path, path] })),
    ...view.writable.map((path) => ({ path, args: ['--bind', path, path] })),
    ...view.overlays.map(({ path, merged }) => ({ path, args: ['--bind', merged, path] })),
    ...view.hidden.map(hideFile),
  ];
  return inOrder(mounts).flatMap(({ args }) => args);
}

/** A folder before what is mounted inside it; of mounts at the same path the later one is on top. */
function inOrder(mounts: readonly Mount[]): Mount[] {
  const depth = ({ path }: Mount) => path.split('/').length;
  return [...mounts].sort((a, b) => depth(a) - depth(b));
}

/** `/bin` is a link to `usr/bin` on most systems. */
function systemFolder(path: string): Mount[] {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return [];
  const args = found.isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path];
  return [{ path, args }];
}

function hideFile(path: string): Mount {
  return { path, args: ['--ro-bind', '/dev/null', path] };
}

function emptyFolder(path: string): Mount {
  return { path, args: ['--tmpfs', path, '--remount-ro', path] };
}

/** On many systems /etc/resolv.conf is a link to a file below /run. */
function nameService(network: SandboxView['network']): Mount[] {
  if (network === 'loopback' || !exists('/etc/resolv.conf')) return [];
  const target = realpathSync('/etc/resolv.conf');
  return target.startsWith('/etc/') ? [] : [{ path: target, args: ['--ro-bind', target, target] }];
}

function exists(path: string): boolean {
  try {
    return realpathSync(path) !== '';
  } catch {
    return false;
  }
}

const MOUNT_OVERLAYS =
  'while [ "$1" != -- ]; do mount -t overlay overlay -o "lowerdir=$1,upperdir=$2,workdir=$3,userxattr" "$4" || exit 1; shift 4; done; shift; exec "$@"';

/** Only newer versions of bubblewrap mount overlays: an outer namespace mounts them, the inner one has no right to. */
function withOverlays(overlays: readonly Overlay[], inner: readonly string[]): string[] {
  return [...overlayCommand(overlays), ...inner];
}

/** Followed by a program and its arguments, runs it with the overlays at their `merged` folders, and without other limits. */
export function overlayCommand(overlays: readonly Overlay[]): string[] {
  const mounted = overlays.flatMap(({ lowers, upper, work, merged }) => [lowers.join(':'), upper, work, merged]);
  return [
    ...['bwrap', '--bind', '/', '/', '--dev-bind', '/dev', '/dev', '--unshare-user', '--uid', '0', '--gid', '0'],
    ...['--cap-add', 'ALL', '--die-with-parent', '--', '/bin/sh', '-c', MOUNT_OVERLAYS, 'sh', ...mounted, '--'],
  ];
}

/** Overlay options are separated by these characters. */
export function canBeLayer(path: string): boolean {
  return !/[,:\\]/.test(path);
}

export function overlayIn(folder: string, path: string, lowers: readonly string[]): Overlay {
  return { path, lowers, upper: join(folder, 'upper'), work: join(folder, 'work'), merged: join(folder, 'merged') };
}
