// Reads files by their ids, several with one call of git.
import type { ObjectStore } from './object-store.ts';
import { git, gitText } from './run-git.ts';

/** In bytes and in the order of the ids; 0 for an id that does not exist. */
export async function blobSizes(store: ObjectStore, ids: readonly string[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const input = ids.map((id) => `${id}\n`).join('');
  const answers = await gitText(['cat-file', '--batch-check=%(objectsize)'], { env: { GIT_DIR: store.folder }, input });
  const sizes = answers.split('\n');
  return ids.map((_id, index) => Number(sizes[index] ?? 0) || 0);
}

/** With one character per byte, in the order of the ids. */
export async function readBlobs(store: ObjectStore, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const input = ids.map((id) => `${id}\n`).join('');
  const output = await git(['cat-file', '--batch'], { env: { GIT_DIR: store.folder }, input });
  let at = 0;
  return ids.map(() => {
    const start = output.indexOf('\n', at) + 1;
    const size = Number(/ (\d+)$/.exec(output.toString('latin1', at, start - 1))?.[1] ?? 0);
    at = start + size + 1;
    return output.toString('latin1', start, start + size);
  });
}
