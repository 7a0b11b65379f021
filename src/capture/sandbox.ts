// Opens the sandbox that the policy asks for, or says why there is none.
import { homedir } from 'node:os';
import { join } from 'node:path';
import { hydraError, type Policy, type RunSandbox } from '../contract/index.ts';
import { probeSandbox } from '../exec/index.ts';
import type { WorkspaceSandbox } from '../workspace/index.ts';

export interface OpenedSandbox {
  sandbox: WorkspaceSandbox | null;
  /** For run.json. */
  stored: RunSandbox;
}

export async function openSandbox({ sandbox: { mode, read } }: Policy): Promise<OpenedSandbox> {
  if (mode === 'off') return without('turned off by [sandbox] mode = "off"');
  const probed = await probeSandbox();
  if (probed.sandbox !== null) {
    const readable = read.map((path) => (path.startsWith('~/') ? join(homedir(), path.slice(2)) : path));
    return { sandbox: { sandbox: probed.sandbox, readable }, stored: { kind: probed.sandbox.kind, reason: null } };
  }
  if (mode === 'require') throw hydraError('sandbox_unavailable', { reason: probed.reason });
  return without(probed.reason);
}

function without(reason: string): OpenedSandbox {
  return { sandbox: null, stored: { kind: 'none', reason } };
}
