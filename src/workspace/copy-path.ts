// Copies a file, link or folder with its times and modes.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { hydraError } from '../contract/index.ts';
import { runProgram } from '../exec/index.ts';

/** Uses copy-on-write if the file system supports it. */
export async function copyPath(from: string, to: string): Promise<void> {
  mkdirSync(dirname(to), { recursive: true });
  const how = process.platform === 'darwin' ? ['-Rpc'] : ['-a', '--reflink=auto'];
  const { exitCode, stderr } = await runProgram('cp', [...how, '--', from, to], { env: { PATH: process.env.PATH ?? '' } });
  if (exitCode === 0) return;
  const reason = stderr.trim().split('\n').at(-1) ?? '';
  throw hydraError('file_unwritable', { what: 'copy of the dependencies', reason }, { place: { file: to } });
}
