// Removes folders that untrusted code has written to and may have made read-only.
import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from '../exec/index.ts';

const OWNER_MAY_ALL = 0o700;

/** Best effort: the next run removes the rest. Asynchronous, because a checkout may have many files. */
export async function removeFolder(folder: string): Promise<void> {
  if (await removeByProgram(folder)) return;
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  try {
    await remove();
  } catch {
    makeWritable(folder);
    try {
      await remove();
    } catch {
      // Not our file.
    }
  }
}

/** `rm` needs a third of the processor time of Node for a large tree. */
async function removeByProgram(folder: string): Promise<boolean> {
  if (process.platform === 'win32') return false;
  const { exitCode } = await runProgram('rm', ['-rf', '--', folder], { env: { PATH: process.env.PATH ?? '' } });
  return exitCode === 0;
}

/** Makes every folder below readable and writable for its owner. */
export function makeWritable(folder: string): void {
  try {
    const { mode } = lstatSync(folder);
    if ((mode & OWNER_MAY_ALL) !== OWNER_MAY_ALL) chmodSync(folder, mode | OWNER_MAY_ALL);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) makeWritable(join(folder, entry.name));
    }
  } catch {
    // It no longer exists, or belongs to another user.
  }
}
