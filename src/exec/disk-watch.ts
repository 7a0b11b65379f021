// How much a command has written below its folder, so that one that fills the disk is stopped before the
// commands beside it find it full. Counting files is dear: it is done when the free space of the disk shrinks, and now
// and then, because others may free what this command fills.
import { statfsSync, statSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

export interface DiskLimit {
  /** What is written here and below counts. */
  folder: string;
  bytes: number;
}

const BLOCK_BYTES = 512;
/** Of the limit: counting begins when the free space has shrunk by this much, whoever wrote it. */
const COUNT_AFTER = 0.5;
/** Of the limit: how much the free space must shrink at least before files are counted again. */
const COUNT_AGAIN_AFTER = 0.1;
/** How long nobody counts when the free space gives no reason to; longer where counting took long. */
const COUNT_EVERY_MS = 30_000;
const COUNTING_SHARE = 0.02;
/** Of the free space: a command must leave room for those beside it. */
const MAX_SHARE_OF_FREE = 0.5;

export class DiskWatch {
  readonly #folder: string;
  readonly #limitBytes: number;
  readonly #since = Date.now();
  readonly #openFiles: () => string[];
  readonly #onFull: () => void;
  /** The most free space since files were last counted: what others free must not hide what this command fills. */
  #mostFree: number;
  #countBelow: number;
  #countAt = performance.now() + COUNT_EVERY_MS;
  #isCounting = false;

  /** `openFiles` answers with paths to what the command's processes hold open, also files that have no name any more. */
  constructor(limit: DiskLimit, openFiles: () => string[], onFull: () => void) {
    const free = freeBytes(limit.folder);
    this.#folder = limit.folder;
    this.#limitBytes = Math.min(limit.bytes, free * MAX_SHARE_OF_FREE);
    this.#mostFree = free;
    this.#countBelow = free - this.#limitBytes * COUNT_AFTER;
    this.#openFiles = openFiles;
    this.#onFull = onFull;
  }

  look(): void {
    const free = freeBytes(this.#folder);
    if (free > this.#mostFree) {
      this.#countBelow += free - this.#mostFree;
      this.#mostFree = free;
    }
    if (this.#isCounting || (free > this.#countBelow && performance.now() < this.#countAt)) return;
    this.#isCounting = true;
    void this.#count(free).finally(() => {
      this.#isCounting = false;
    });
  }

  async #count(free: number): Promise<void> {
    const startedAt = performance.now();
    const written = await bytesWritten(this.#folder, this.#since, this.#openFiles());
    if (written >= this.#limitBytes) this.#onFull();
    const now = performance.now();
    this.#countAt = now + Math.max(COUNT_EVERY_MS, (now - startedAt) / COUNTING_SHARE);
    const room = this.#limitBytes - written;
    this.#mostFree = free;
    this.#countBelow = free - Math.max(room * COUNT_AFTER, this.#limitBytes * COUNT_AGAIN_AFTER);
  }
}

/** Infinite where nobody can say, for example because the folder is gone. */
function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** In files that were made or changed since; a time that a command cannot set back. */
async function bytesWritten(folder: string, since: number, openFiles: readonly string[]): Promise<number> {
  const device = statSync(folder, { throwIfNoEntry: false })?.dev;
  const counted = new Set<number>();
  let bytes = 0;
  const count = (file: { ino: number; blocks: number; ctimeMs: number }) => {
    // A file may have several names.
    if (file.ctimeMs < since || counted.has(file.ino)) return;
    counted.add(file.ino);
    bytes += file.blocks * BLOCK_BYTES;
  };
  for (const path of openFiles) {
    const file = statIfPresent(path);
    if (file?.isFile() && file.nlink === 0 && file.dev === device) count(file);
  }
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    for (const entry of await readdir(next, { withFileTypes: true }).catch(() => [])) {
      const path = join(next, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile()) await lstat(path).then(count, () => undefined);
    }
  }
  return bytes;
}

/** The process may have closed it, or ended. */
function statIfPresent(path: string) {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}
