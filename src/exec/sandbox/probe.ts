// Decides by trying whether commands can be confined here. Containers, AppArmor, missing user namespaces and old kernels
// fail in different ways; a version number would not show any of them.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createOwnedFolder } from '../owned-folder.ts';
import { runProgram } from '../run-program.ts';
import { overlayIn } from './bubblewrap.ts';
import { confine } from './confine.ts';
import type { Sandbox, SandboxView } from './view.ts';

export type ProbeResult = { sandbox: Sandbox } | { sandbox: null; reason: string };

let answer: Promise<ProbeResult> | null = null;

/** Asked once per process: the machine does not change meanwhile. */
export function probeSandbox(): Promise<ProbeResult> {
  answer ??= probe();
  return answer;
}

async function probe(): Promise<ProbeResult> {
  const kinds: Partial<Record<NodeJS.Platform, Sandbox['kind']>> = { linux: 'bubblewrap', darwin: 'seatbelt' };
  const kind = kinds[process.platform];
  if (kind === undefined) return { sandbox: null, reason: `no sandbox is supported on ${process.platform}` };
  const folder = createOwnedFolder();
  try {
    const plain = await tryIn(folder, { kind, hasOverlays: false });
    if (plain !== null) return { sandbox: null, reason: plain };
    const hasOverlays = kind === 'bubblewrap' && (await tryIn(folder, { kind, hasOverlays: true })) === null;
    return { sandbox: { kind, hasOverlays } };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * A file in the private folder must be written, one outside must stay invisible. No setting of the kernel may be writable, and no
 * descriptor may be open but the standard streams; asking for the right to write changes nothing.
 */
const ATTEMPT = `
for each in /proc/sysrq-trigger /proc/sys/kernel/* /proc/sys/vm/* /proc/sys/fs/* /proc/irq/*/smp_affinity /sys/kernel/*; do
  if test -w "$each"; then echo "commands in it can write to $each" >&2; exit 1; fi
done
for each in /proc/self/fd/*; do
  case "$each" in */0|*/1|*/2) continue ;; esac
  if test -e "$each"; then echo "the open descriptor \${each##*/} of Hydra reaches commands in it" >&2; exit 1; fi
done
test ! -e "$1" && test -r /dev/null && test "$(cat "$2")" = inside && echo written > "$2"
`;

/** The reason why it does not work; null if it does. */
async function tryIn(folder: string, sandbox: Sandbox): Promise<string | null> {
  const inside = join(folder, sandbox.hasOverlays ? 'layered' : 'inside');
  const [outside, file] = [join(folder, 'outside'), join(inside, 'file')];
  const overlay = overlayIn(join(folder, 'overlay'), inside, [inside]);
  for (const path of [inside, overlay.upper, overlay.work, overlay.merged]) mkdirSync(path, { recursive: true });
  writeFileSync(outside, '');
  writeFileSync(file, 'inside');
  const view: SandboxView = {
    ...{ readable: [], mounts: [], hidden: [], network: 'loopback', hostname: null },
    writable: sandbox.hasOverlays ? [] : [inside],
    overlays: sandbox.hasOverlays ? [overlay] : [],
  };
  const { program, args } = confine({ sandbox, view }, '/', ['/bin/sh', '-c', ATTEMPT, 'sh', outside, file]);
  const { exitCode, stderr } = await runProgram(program, args, { env: { PATH: process.env.PATH ?? '' } });
  const wasWritten = readFileSync(file, 'utf8') !== 'inside';
  if (exitCode === 0 && wasWritten !== sandbox.hasOverlays) return null;
  if (stderr.endsWith(' ENOENT')) return `the program ${program} is not installed`;
  const [firstLine = ''] = stderr.trim().split('\n');
  return firstLine === '' ? `${program} exits with ${exitCode}` : firstLine.slice(0, 200);
}
