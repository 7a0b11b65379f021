// Packs a folder of plain files into one compressed file.
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { hydraError } from '../../contract/index.ts';
import { listTree } from '../atomic-files.ts';
import { codeOf } from './folder-errors.ts';
import { findPathFault, PACK_FORMAT, PACK_VERSION, type PackedFile } from './pack-format.ts';
import { readChunks, writeFileFrom } from './stream-files.ts';

/**
 * The hash and size are those of `file`. The same files give the same bytes with the same zlib; another version of Node
 * may compress differently. Empty folders are not packed.
 */
export async function packFolder(folder: string, file: string): Promise<{ sha256: string; bytes: number }> {
  const root = resolve(folder);
  const files = await listPackable(root);
  const hash = createHash('sha256');
  let bytes = 0;
  const gzip = createGzip();
  const source = Readable.from(packFiles(root, files), { objectMode: false });
  source.on('error', (error) => gzip.destroy(error));
  source.pipe(gzip);
  async function* measured() {
    for await (const chunk of gzip as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  try {
    await writeFileFrom(file, measured());
  } finally {
    source.destroy();
  }
  return { sha256: hash.digest('hex'), bytes };
}

async function listPackable(root: string): Promise<PackedFile[]> {
  const { files, others } = listTree(root);
  const [other] = others;
  if (other !== undefined) throw impossible(root, `${other} is a link or a special file`);
  return await Promise.all(
    files.map(async (path) => {
      const fault = findPathFault(path);
      if (fault !== null) throw impossible(root, `the path ${JSON.stringify(path)} ${fault}`);
      const { size } = await lstat(join(root, path)).catch((error: unknown) => {
        throw codeOf(error) === 'ENOENT' ? changed(root, path) : error;
      });
      return { path, bytes: size };
    }),
  );
}

/** The packed files before compression. Throws if a file is not what it was when it was listed. */
export async function* packFiles(root: string, files: readonly PackedFile[]): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${JSON.stringify({ format: PACK_FORMAT, version: PACK_VERSION, files })}\n`);
  for (const file of files) {
    const handle = await openPlain(root, file.path);
    try {
      yield* contentOf(root, file, handle);
    } finally {
      await handle.close();
    }
  }
}

/** A program may have replaced the file by a link or a pipe since it was listed. */
async function openPlain(root: string, path: string): Promise<FileHandle> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(join(root, path), flags).catch((error: unknown) => {
    throw codeOf(error) === 'ELOOP' || codeOf(error) === 'ENOENT' ? changed(root, path) : error;
  });
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw changed(root, path);
}

async function* contentOf(root: string, { path, bytes }: PackedFile, handle: FileHandle): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const chunk of readChunks(handle)) {
    read += chunk.length;
    if (read > bytes) break;
    // The compressor keeps chunks, and the next read overwrites this one.
    yield Buffer.from(chunk);
  }
  if (read !== bytes) throw changed(root, path);
}

function changed(root: string, path: string): Error {
  return impossible(root, `${path} changed meanwhile`);
}

function impossible(folder: string, reason: string): Error {
  return hydraError('pack_impossible', { folder, reason }, { place: { file: folder } });
}
