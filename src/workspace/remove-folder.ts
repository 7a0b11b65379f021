// Removing folders that somebody else's code has written to, and may have closed to writing.
import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from '../exec/index.ts';

const OWNER_MAY_ALL = 0o700;

/** As far as it can: what is left is for the next run to remove. Beside other work: a tree may have many files. */
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
      // Not ours to remove.
    }
  }
}

/** In a third of the processor time that Node takes for a tree of many files. */
async function removeByProgram(folder: string): Promise<boolean> {
  if (process.platform === 'win32') return false;
  const { exitCode } = await runProgram('rm', ['-rf', '--', folder], { env: { PATH: process.env.PATH ?? '' } });
  return exitCode === 0;
}

/** Every folder below becomes one that its owner may list and change. */
export function makeWritable(folder: string): void {
  try {
    const { mode } = lstatSync(folder);
    if ((mode & OWNER_MAY_ALL) !== OWNER_MAY_ALL) chmodSync(folder, mode | OWNER_MAY_ALL);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) makeWritable(join(folder, entry.name));
    }
  } catch {
    // It is gone, or belongs to somebody else.
  }
}
