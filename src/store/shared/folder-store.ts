// A shared store in a folder that every machine mounts. Written for NFS: several hosts may write the same name at once,
// and the folder may be unmounted at any time.
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { HydraError, hydraError } from '../../contract/index.ts';
import { onFolder } from './folder-errors.ts';
import { type Guard, type Modes, modesOf, publishFile, removeOldIncoming, unlessMissing } from './folder-files.ts';
import { MARKER_FILE, newMarker, readMarker } from './folder-marker.ts';
import { checkName, type SharedStore } from './shared-store.ts';
import { readChunks, writeChunk, writeFileFrom } from './stream-files.ts';

/**
 * An NFS client may remember for up to a minute that a name is missing. Mount with `lookupcache=positive` to see files
 * of other machines at once.
 */
export class FolderStore implements SharedStore {
  readonly address: string;
  /** The id in the marker when this process first saw the store. */
  #id: string | null = null;

  /** `folder` is absolute. */
  constructor(folder: string) {
    this.address = folder;
  }

  async has(name: string): Promise<boolean> {
    checkName(name);
    return await onFolder(this.address, `look for ${name}`, async () => {
      if (this.#id === null) await this.#confirm();
      const found = await unlessMissing(stat(join(this.address, name)));
      // Missing in the store, or is the store missing?
      if (found === null) await this.#confirm();
      return found?.isFile() ?? false;
    });
  }

  async put(name: string, file: string): Promise<boolean> {
    checkName(name);
    const guard: Guard = (work) => onFolder(this.address, `store ${name}`, work);
    // Errors of the local file are not errors of the store.
    const source = await open(file, 'r');
    try {
      if (await this.has(name)) return false;
      const modes = await guard(() => this.#confirm());
      return await publishFile(this.address, name, modes, guard, async (sink) => {
        for await (const chunk of readChunks(source)) await guard(() => writeChunk(sink, chunk));
      });
    } finally {
      await source.close();
    }
  }

  async get(name: string, file: string): Promise<boolean> {
    if (!(await this.has(name))) return false;
    const guard: Guard = (work) => onFolder(this.address, `read ${name}`, work);
    const source = await guard(() => open(join(this.address, name), 'r'));
    try {
      await writeFileFrom(file, guardChunks(guard, readChunks(source)));
      return true;
    } finally {
      await source.close();
    }
  }

  /** Throws unless this is the same store as before. Initializes an empty folder if this process has not seen a store there. */
  async #confirm(): Promise<Modes> {
    const folder = this.address;
    const root = await unlessMissing(stat(folder));
    if (root === null) throw this.#unreachable('the folder does not exist');
    if (!root.isDirectory()) throw hydraError('store_foreign', { folder, reason: 'it is a file' }, { place: { file: folder } });
    const modes = modesOf(root.mode);
    if (this.#id === null) {
      const { id } = (await readMarker(folder)) ?? (await this.#initialize(modes));
      await removeOldIncoming(folder);
      this.#id = id;
    } else await this.#confirmSame(this.#id);
    return modes;
  }

  async #confirmSame(id: string): Promise<void> {
    const marker = await readMarker(this.address).catch((error: unknown) => {
      // Anything can be below a mount point.
      if (error instanceof HydraError && error.code === 'store_foreign') return null;
      throw error;
    });
    if (marker === null) throw this.#unreachable(`${MARKER_FILE} disappeared, so the folder is probably not mounted`);
    if (marker.id !== id) throw this.#unreachable('another store is mounted there now');
  }

  async #initialize(modes: Modes): Promise<{ id: string }> {
    const content = Buffer.from(newMarker());
    const guard: Guard = (work) => work();
    await publishFile(this.address, MARKER_FILE, modes, guard, (sink) => writeChunk(sink, content));
    // The marker of another machine, if that was faster.
    const marker = await readMarker(this.address);
    if (marker === null) throw this.#unreachable(`${MARKER_FILE} disappeared`);
    return marker;
  }

  #unreachable(reason: string): HydraError {
    return hydraError('store_unreachable', { address: this.address, reason }, { place: { file: this.address } });
  }
}

/** Errors while reading are those of the store; errors of the consumer are not. */
async function* guardChunks(guard: Guard, chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { done, value } = await guard(() => chunks.next());
    if (done) return;
    yield value;
  }
}
