import { homedir } from 'node:os';
import { expect, test } from 'vitest';
import { seatbeltCommand, seatbeltProfile } from './seatbelt.ts';
import type { SandboxView } from './view.ts';

const VIEW: SandboxView = {
  writable: ['/w/tree'],
  readable: ['/Users/a/.cargo/bin'],
  mounts: [{ from: '/w/home', to: '/w/home' }],
  overlays: [{ path: '/Users/a/.npm', lowers: [], upper: '', work: '', merged: '' }],
  hidden: ['/Users/a/.cargo/bin/token"s'],
  network: 'loopback',
  hostname: null,
};

test('allows what the view lists; the last rule that matches decides', () => {
  expect(seatbeltProfile(VIEW).split('\n')).toEqual([
    '(version 1)',
    '(allow default)',
    '(deny file-write*)',
    `(deny file-read* (subpath "/Users") (subpath "/Volumes") (subpath "/private/tmp") (subpath "/private/var/folders") (subpath "/private/var/root") (subpath "${homedir()}"))`,
    '(allow file-read-metadata)',
    '(allow file-read* (subpath "/Users/a/.cargo/bin") (subpath "/Users/a/.npm") (subpath "/w/tree") (subpath "/w/home"))',
    '(allow file-write* (subpath "/w/tree") (subpath "/w/home"))',
    '(allow file-write* (literal "/dev/null") (literal "/dev/tty") (regex #"^/dev/fd/"))',
    '(deny file-read* (subpath "/Users/a/.cargo/bin/token\\"s"))',
    '(deny file-write* (subpath "/Users/a/.cargo/bin"))',
    '(deny process-info* (target others))',
    '(deny network*)',
    '(allow network* (local ip "localhost:*") (remote ip "localhost:*") (remote unix-socket))',
  ]);
});

test('leaves the network on if the view says so', () => {
  expect(seatbeltProfile({ ...VIEW, network: 'on' })).not.toContain('network');
});

test('runs the command with the profile', () => {
  const { program, args } = seatbeltCommand(VIEW, ['/bin/sh', '-c', 'true']);
  expect([program, args[0], ...args.slice(2)]).toEqual(['/usr/bin/sandbox-exec', '-p', '/bin/sh', '-c', 'true']);
});
