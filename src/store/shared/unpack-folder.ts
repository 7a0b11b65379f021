// Unpacks a packed folder. Its content may come from anywhere, so nothing in it is trusted.
import { createReadStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { hydraError } from '../../contract/index.ts';
import { writeFolderAtomically } from '../atomic-files.ts';
import { codeOf } from './folder-errors.ts';
import type { PackedFile, UnpackLimits } from './pack-format.ts';
import { readPackHeader } from './pack-header.ts';
import { writeChunk } from './stream-files.ts';

/** A capture has two logs of at most 256 MB each, and reports. */
const DEFAULT_LIMITS: UnpackLimits = { maxFiles: 10_000, maxBytes: 4 * 1024 ** 3 };
const MAX_HEADER_BYTES = 8 * 1024 * 1024;
const NEWLINE = 10;

/** Replaces `folder`. If the file is damaged, an earlier folder stays and nothing else is left. */
export async function unpackFolder(file: string, folder: string, limits: UnpackLimits = DEFAULT_LIMITS): Promise<void> {
  const content = new Content(file);
  try {
    const header = readPackHeader(await content.readLine(MAX_HEADER_BYTES), limits);
    if ('fault' in header) throw damaged(file, header.fault);
    await writeFolderAtomically(folder, async (temporary) => {
      for (const entry of header.files) await writeEntry(content, file, temporary, entry);
      if (!(await content.isAtEnd())) throw damaged(file, 'it is longer than its header says');
    });
  } finally {
    content.close();
  }
}

async function writeEntry(content: Content, file: string, folder: string, { path, bytes }: PackedFile): Promise<void> {
  const target = join(folder, path);
  await mkdir(dirname(target), { recursive: true });
  // On a file system that ignores case, two paths of the header can be one file.
  const sink = await open(target, 'wx').catch((error: unknown) => {
    throw codeOf(error) === 'EEXIST' ? damaged(file, `${JSON.stringify(path)} is in it twice`) : error;
  });
  try {
    for await (const chunk of content.read(bytes)) await writeChunk(sink, chunk);
  } finally {
    await sink.close();
  }
}

/** The decompressed bytes, in the pieces that are asked for. Holds one chunk at a time. */
class Content {
  readonly #file: string;
  readonly #source: ReturnType<typeof createReadStream>;
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(file: string) {
    this.#file = file;
    this.#source = createReadStream(file);
    const gunzip = createGunzip();
    this.#source.on('error', (error) => gunzip.destroy(error));
    this.#source.pipe(gunzip);
    this.#chunks = gunzip[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  /** Without the line end. */
  async readLine(maxBytes: number): Promise<string> {
    const parts: Buffer[] = [];
    for (let bytes = 0; bytes <= maxBytes; ) {
      if (await this.isAtEnd()) throw damaged(this.#file, 'it has no header');
      const end = this.#rest.indexOf(NEWLINE);
      const part = this.#take(end === -1 ? this.#rest.length : end + 1);
      parts.push(part);
      bytes += part.length;
      if (end !== -1) return Buffer.concat(parts).toString('utf8').slice(0, -1);
    }
    throw damaged(this.#file, `its header is larger than ${maxBytes} bytes`);
  }

  async *read(bytes: number): AsyncGenerator<Uint8Array> {
    for (let missing = bytes; missing > 0; ) {
      if (await this.isAtEnd()) throw damaged(this.#file, 'it is shorter than its header says');
      const part = this.#take(Math.min(missing, this.#rest.length));
      missing -= part.length;
      yield part;
    }
  }

  async isAtEnd(): Promise<boolean> {
    while (this.#rest.length === 0) {
      const next = await this.#chunks.next().catch((error: unknown) => Promise.reject(this.#explain(error)));
      if (next.done) return true;
      this.#rest = next.value;
    }
    return false;
  }

  close(): void {
    this.#source.destroy();
    void this.#chunks.return?.();
  }

  #take(bytes: number): Buffer {
    const part = this.#rest.subarray(0, bytes);
    this.#rest = this.#rest.subarray(bytes);
    return part;
  }

  #explain(error: unknown): unknown {
    if (codeOf(error).startsWith('Z_')) return damaged(this.#file, `${(error as Error).message} (${codeOf(error)})`);
    if (codeOf(error) !== 'ENOENT') return error;
    return hydraError('file_unreadable', { what: 'packed folder', reason: 'it is missing' }, { place: { file: this.#file } });
  }
}

function damaged(file: string, reason: string): Error {
  return hydraError('pack_damaged', { file, reason }, { place: { file } });
}
