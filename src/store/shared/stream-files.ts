// Reads and writes large files in chunks, without blocking the event loop: a worker renews its lease meanwhile.
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { temporaryPath } from '../atomic-files.ts';

const CHUNK_BYTES = 256 * 1024;

/** Each chunk is valid only until the next one is asked for. */
export async function* readChunks(handle: FileHandle): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let position = 0; ; ) {
    const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

export async function writeChunk(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.length; ) at += (await handle.write(chunk, at)).bytesWritten;
}

/** Replaces `file` when all chunks are on the disk. If they end with an error, nothing is left. */
export async function writeFileFrom(file: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const temporary = temporaryPath(file);
  // A killed process of this number may have left it.
  await rm(temporary, { force: true });
  const handle = await open(temporary, 'wx');
  try {
    try {
      for await (const chunk of chunks) await writeChunk(handle, chunk);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
